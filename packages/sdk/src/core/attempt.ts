import {
  AbortedError,
  type ApiError,
  ConnectionError,
  type ErrorContext,
  type ParleyError,
  RedirectError,
  ResponseParseError,
  ResponseValidationError,
  TimeoutError,
  type TimeoutPhase,
} from '../errors.ts';
import type { Call } from './call.ts';
import { aborted, type Stopped, timedOut, within } from './deadline.ts';
import { apiErrorClass } from './error-class.ts';
import { waitMsOf } from './headers.ts';
import { type AttemptFailure, outcomeOf } from './retry.ts';

/** What came back from one request. */
export interface Exchange {
  /** Undefined when there was no answer in full. */
  response?: Response;
  text?: string;
  stopped?: Stopped;
  /** How far it came. */
  phase: 'headers' | 'body' | 'deadline';
  /** What `fetch` threw. */
  cause?: unknown;
}

/** Sends once, and reads the answer to its end; never rejects. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  { url, method, body, signal }: Call,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Exchange> {
  const result: Exchange = { phase: 'headers' };
  const read = async (stop: AbortSignal): Promise<Exchange> => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: stop,
        ...(body === undefined ? {} : { body }),
      });
      if (typeof response?.headers?.get !== 'function')
        throw new TypeError('fetch gave no Response');
      result.phase = 'body';
      if (isRedirect(response)) void response.body?.cancel().catch(() => undefined);
      else result.text = await response.text();
      result.response = response;
    } catch (cause) {
      result.cause = cause;
    }
    return result;
  };
  const end = await within<Exchange>(timeoutMs, signal, (done, fail) => {
    const controller = new AbortController();
    read(controller.signal).then(done, fail);
    return () => controller.abort();
  });
  return typeof end === 'symbol' ? { ...result, stopped: end } : end;
}

/** What an exchange means: data, or a failure and the error to throw if it is the last one. */
export type Verdict =
  | { data: unknown }
  | { failure: AttemptFailure; error: (context: ErrorContext) => ParleyError };

export function judge({ response, text, phase, stopped, cause }: Exchange, call: Call): Verdict {
  if (stopped === aborted) return abort(call.signal);
  if (stopped === timedOut) return timeout(phase);
  if (!response) return lost(phase, cause);
  if (isRedirect(response)) return redirected(response);
  return response.ok ? success(response, text ?? '', call) : refused(response, text ?? '');
}

function abort(signal: AbortSignal | undefined): Verdict {
  return {
    failure: { outcome: 'unknown', shouldRetry: false },
    error: (context) => new AbortedError('Aborted', { ...context, cause: signal?.reason }),
  };
}

function timeout(phase: TimeoutPhase, cause?: unknown): Verdict {
  return {
    failure: { outcome: phase === 'connect' ? 'not_sent' : 'unknown' },
    error: (context) =>
      new TimeoutError(`No answer in time (${phase})`, { ...context, phase, cause }),
  };
}

function isRedirect({ status, type }: Response): boolean {
  return (status >= 300 && status < 400) || type === 'opaqueredirect';
}

function success({ status }: Response, text: string, call: Call): Verdict {
  if (call.empty ?? status === 204) return { data: undefined };
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return unreadable(status, text, undefined);
    return invalid(status, data, call) ?? { data };
  } catch (cause) {
    return unreadable(status, text, cause);
  }
}

function invalid(status: number, data: unknown, call: Call): Verdict | undefined {
  const issues = call.validate?.(`${call.method} ${call.route}`, data);
  const [first] = issues ?? [];
  if (!first) return undefined;
  const what = `${status} that the contract does not allow: ${first.path} ${first.message}`;
  return {
    failure: { status, outcome: 'unknown', shouldRetry: false },
    error: (context) =>
      new ResponseValidationError(what, { ...context, data, details: { issues } }),
  };
}

function unreadable(status: number, text: string, cause: unknown): Verdict {
  const what = text === '' ? 'an empty body' : 'a body that is not a JSON object';
  return {
    // Not sent again: the request was carried out, and its answer would not be better.
    failure: { status, outcome: 'unknown', shouldRetry: false },
    error: (context) => new ResponseParseError(`${status} with ${what}`, { ...context, cause }),
  };
}

function refused({ status, statusText, headers }: Response, text: string): Verdict {
  const { code, message, details } = envelopeOf(text);
  const shouldRetry = headers.get('x-should-retry');
  return {
    failure: {
      status,
      code,
      outcome: outcomeOf(status, code),
      shouldRetry: shouldRetry === null ? undefined : shouldRetry === 'true',
      retryAfterMs: waitMsOf(headers, status, Date.now()),
    },
    error: (context): ApiError =>
      new (apiErrorClass(status))(
        `${status} ${code ?? statusText}${message ? `: ${message}` : ' (not an answer of Parley)'}`,
        { ...context, details },
      ),
  };
}

function envelopeOf(text: string): {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
} {
  try {
    const { code, message, details } = JSON.parse(text).error;
    return {
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof message === 'string' ? { message } : {}),
      ...(typeof details === 'object' && details !== null ? { details } : {}),
    };
  } catch {
    return {};
  }
}

function redirected({ status, headers }: Response): Verdict {
  // 301, 307 and 308 say "elsewhere"; after the others the request may have been carried out here.
  const outcome = [301, 307, 308].includes(status) ? 'rejected' : 'unknown';
  const location = headers.get('location') ?? 'another place';
  return {
    failure: { status, outcome, shouldRetry: false },
    error: (context) =>
      new RedirectError(
        `${status} to ${location.replace(/[?#].*/, '')}, which is not followed. Check baseUrl.`,
        context,
      ),
  };
}

function lost(phase: Exchange['phase'], cause: unknown): Verdict {
  const code = codeOf(cause);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return timeout('connect', cause);
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) return timeout(phase, cause);
  return {
    failure: { outcome: neverConnected.test(code) ? 'not_sent' : 'unknown' },
    error: (context) =>
      new ConnectionError(`Connection failed${code && ` (${code})`}`, { ...context, cause }),
  };
}

const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$|CERT/;

// fetch wraps the socket's error, and several of them when a name has several addresses.
function codeOf(cause: unknown): string {
  const inner = (cause as { cause?: { code?: unknown; errors?: { code?: unknown }[] } } | undefined)
    ?.cause;
  const code =
    inner?.code ?? inner?.errors?.[0]?.code ?? (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
