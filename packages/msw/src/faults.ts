import { errorCatalog, errorExamples, ServiceError, writeRateLimit } from '@parley/contract';
import { type Answer, errorAnswer, type Outcome } from './answer.ts';
import type { ErrorCode, ErrorDetails } from './generated/types.ts';
import {
  checkCount,
  checkNames,
  describeIssues,
  hasOnlyFutureValues,
  MockError,
  show,
} from './problems.ts';
import type { EndpointScript, Fault, FaultContext } from './script.ts';

export interface FaultOptions {
  /** Number of requests that get the fault. `Infinity`: all, until `mock.reset()`. Default: 1. */
  times?: number | undefined;
  /** True: the request takes effect, and the fault replaces its response. Default: false, no effect. */
  afterEffect?: boolean | undefined;
}

export interface FailOptions<Code extends ErrorCode = ErrorCode> extends FaultOptions {
  /** Default: those of the example in the error reference, with the record of the request. */
  details?: ErrorDetails[Code] | undefined;
  /** Text of the error. Default: the text of its code. */
  message?: string | undefined;
}

export interface RateLimitOptions {
  /** Number of refused requests. `Infinity`: all, until `mock.reset()`. Default: 1. */
  times?: number | undefined;
  /** Seconds in `Retry-After`. Default: 1. */
  retryAfter?: number | undefined;
}

/**
 * Prepares faults for the next requests to an endpoint. Each call adds faults for further requests, in order; `then`
 * continues the chain.
 */
export interface Faults<Chain> {
  /** Answers with the error of this code, such as `SVC-CONFLICT`. */
  fail<Code extends ErrorCode>(code: Code, options?: FailOptions<Code>): Chain;
  /** Answers with an error of this status, from 400 to 599. The code is the most common one of the status. */
  fail(status: number, options?: FaultOptions): Chain;
  /** Answers 429 SVC-RATE-LIMITED with `Retry-After`. */
  rateLimit(options?: RateLimitOptions): Chain;
  /** Answers 401 SVC-UNAUTHORIZED. */
  unauthorized(options?: FaultOptions): Chain;
  /** Closes the connection without a response. */
  networkError(options?: FaultOptions): Chain;
  /** Leaves the request without a response, so that the client waits until its time limit. */
  hang(options?: FaultOptions): Chain;
  /** Sends the headers and half of the body, then stops. The request takes effect. */
  stallBody(options?: Pick<FaultOptions, 'times'>): Chain;
  /** Answers with truncated JSON. The request takes effect. */
  badJson(options?: Pick<FaultOptions, 'times'>): Chain;
}

export function createFaults<Chain>(script: EndpointScript, chain: Chain): Faults<Chain> {
  const { name } = script.endpoint;
  const add = (times = 1, fault: Fault): Chain => {
    checkCount(name, 'times', times, 1);
    script.steps.push({ kind: 'fault', fault, times });
    return chain;
  };
  const failing = (code: ErrorCode, status: number, options: FailOptions): Chain => {
    checkNames(name, ['times', 'afterEffect', 'details', 'message'], options);
    checkDetails(name, code, options.details);
    if (options.message !== undefined && typeof options.message !== 'string') {
      throw new MockError(`${name}: message is ${show(options.message)}; expected a text`);
    }
    return add(options.times, {
      afterEffect: options.afterEffect ?? false,
      apply: (context) => {
        const error = errorFor(script, code, options, context);
        const answer = errorAnswer(error, context.headers, context.requestId);
        return { kind: 'answer', answer: { ...answer, status } };
      },
    });
  };
  const damaging = (
    options: FaultOptions,
    apply: (context: FaultContext) => Outcome,
    { takesEffect = false } = {},
  ) => {
    checkNames(name, ['times', 'afterEffect'], options);
    return add(options.times, {
      afterEffect: takesEffect || (options.afterEffect ?? false),
      apply,
    });
  };
  /** Prepares a fault that damages the response of a request that takes effect, so there is an answer. */
  const spoiling = (options: FaultOptions, spoil: (answer: Answer) => Outcome) =>
    damaging(options, ({ answer }) => spoil(answer as Answer), { takesEffect: true });

  return {
    fail: (failure: ErrorCode | number, options: FailOptions = {}) => {
      const code = typeof failure === 'number' ? codeOf(failure) : failure;
      if (!Object.hasOwn(errorCatalog, code)) {
        throw new MockError(`${name}.fail: ${code} is no code of the catalogue`);
      }
      const status = typeof failure === 'number' ? failure : errorCatalog[code].status;
      return failing(code, status, options);
    },
    unauthorized: (options = {}) => failing('SVC-UNAUTHORIZED', 401, options),
    rateLimit: (options = {}) => {
      checkNames(name, ['times', 'retryAfter'], options);
      const { times, retryAfter = 1 } = options;
      // The server only sends whole seconds.
      if (!(Number.isInteger(retryAfter) && retryAfter >= 0)) {
        throw new MockError(
          `${name}: retryAfter is ${show(retryAfter)}; expected 0 or more whole seconds, such as 2`,
        );
      }
      return add(times, {
        afterEffect: false,
        apply: (context) => rateLimited(context, retryAfter),
      });
    },
    networkError: (options = {}) => damaging(options, () => ({ kind: 'network_error' })),
    hang: (options = {}) => damaging(options, () => ({ kind: 'hang' })),
    stallBody: (options = {}) =>
      spoiling(options, (answer) => ({ kind: 'stalled', answer: withLength(answer) })),
    badJson: (options = {}) =>
      spoiling(options, (answer) => ({ kind: 'answer', answer: cutOff(answer) })),
  };
}

function rateLimited({ headers, requestId }: FaultContext, retryAfter: number): Outcome {
  const quota = { limit: Number(headers['RateLimit-Limit']), windowSeconds: 60 };
  const error = new ServiceError('SVC-RATE-LIMITED', {
    ...quota,
    retryAfterSeconds: retryAfter,
    scope: 'key',
  });
  const exhausted = writeRateLimit({ ...quota, remaining: 0, resetSeconds: retryAfter });
  return { kind: 'answer', answer: errorAnswer(error, { ...headers, ...exhausted }, requestId) };
}

/** Adds `Content-Length`. Without it, clients would treat the end of the connection as the end of the body. */
function withLength(answer: Answer): Answer {
  const length = new TextEncoder().encode(answer.text).length;
  return { ...answer, headers: { ...answer.headers, 'Content-Length': String(length) } };
}

function cutOff(answer: Answer): Answer {
  return { ...answer, text: answer.text.slice(0, Math.ceil(answer.text.length / 2)) };
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'SVC-VALIDATION',
  401: 'SVC-UNAUTHORIZED',
  403: 'SVC-FORBIDDEN',
  404: 'SVC-NOT-FOUND',
  405: 'SVC-METHOD-NOT-ALLOWED',
  409: 'SVC-CONFLICT',
  413: 'SVC-PAYLOAD-TOO-LARGE',
  415: 'SVC-UNSUPPORTED-MEDIA-TYPE',
  422: 'SVC-RULE-VIOLATION',
  429: 'SVC-RATE-LIMITED',
  502: 'SVC-PROVIDER-ERROR',
  503: 'SVC-UNAVAILABLE',
};

function codeOf(status: number): ErrorCode {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new MockError(`fail(${status}): give a status from 400 to 599, or a code`);
  }
  return codesByStatus[status] ?? (status < 500 ? 'SVC-VALIDATION' : 'SVC-INTERNAL');
}

/** Throws a MockError for details that the contract does not allow for this code. */
function checkDetails(where: string, code: ErrorCode, details: FailOptions['details']): void {
  if (details === undefined) return;
  const { error } = errorCatalog[code].details.safeParse(details);
  if (!error || hasOnlyFutureValues(error, details)) return;
  throw new MockError(
    `${where}.fail: the contract does not allow these details: ${describeIssues(error, details)}`,
  );
}

function errorFor(
  script: EndpointScript,
  code: ErrorCode,
  { details, message }: FailOptions,
  { requestId, params }: FaultContext,
): ServiceError {
  const known = {
    resource: script.endpoint.resource ?? script.endpoint.noun,
    requestId,
    method: script.endpoint.method,
    path: script.endpoint.path,
    // Clients wait this long in real time.
    retryAfterSeconds: 1,
    ...params,
  };
  const example: object = errorExamples[code];
  const own = Object.entries(known).filter(([name]) => name in example);
  const given = details ?? { ...example, ...Object.fromEntries(own) };
  // The type of `details` depends on the code, as does that of the example.
  return new ServiceError(code, given as never, message === undefined ? {} : { message });
}
