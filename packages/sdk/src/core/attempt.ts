import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  type ParleyError,
  RedirectError,
  ResponseParseError,
  TimeoutError,
  type TimeoutPhase,
} from '../errors.ts';
import type { Call } from './call.ts';
import { aborted, timedOut, within } from './deadline.ts';
import { apiErrorClass } from './error-class.ts';
import type { RateLimit } from './headers.ts';
import { outcomeOf } from './retry.ts';
import { unheard } from './unheard.ts';
import { waitMsOf } from './wait.ts';

/** How one attempt ended: with an error, or with the data of a success. */
export interface Attempt {
  /** Undefined when there was no answer in full. */
  response: Response | undefined;
  data?: unknown;
  error?: ParleyError | undefined;
  /** The word of the server on sending it again (`x-should-retry`), or ours: it wins over the rules. */
  shouldRetry?: boolean | undefined;
  rateLimit?: RateLimit | undefined;
  /** To be told how the call goes on: after `waitMs`, or not. Answers how long the call is to wait by itself. */
  conclude?(error?: ParleyError, waitMs?: number): number | undefined;
}

/** Where in its call an attempt is made. */
export interface Round {
  fetch: typeof globalThis.fetch;
  /** With this one. */
  attempts: number;
  /** Of the whole call. */
  remainingMs(): number;
}

export type AttemptOnce = (call: Call, round: Round) => Promise<Attempt>;

/** Sends once, reads the answer to its end, and says what it means; never rejects. */
export async function attempt(
  call: Call,
  { fetch, attempts, remainingMs }: Round,
): Promise<Attempt> {
  const { method, url, headers, body = null, signal, timeoutMs } = call;
  const leftMs = remainingMs();
  let phase: TimeoutPhase | undefined;
  let response: Response | undefined;
  let told: ReturnType<typeof answerContext> | undefined;
  let text: string | undefined;
  let cause: unknown;
  const read = async (stop: AbortSignal): Promise<void> => {
    try {
      phase = 'headers';
      const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal: stop });
      // Throws where `fetch` gave no Response.
      told = answerContext(answer);
      phase = 'body';
      if (!isRedirect(answer)) text = await answer.text();
      else if (answer.body) void unheard(answer.body.cancel());
      response = answer;
    } catch (error) {
      cause = error;
    }
  };
  const end = await within<void>(Math.min(timeoutMs, leftMs), signal, (done) => {
    const controller = new AbortController();
    void read(controller.signal).then(done);
    return () => controller.abort();
  });
  const fail: Fail = (Class, message, more, shouldRetry) => {
    const error = new Class(message, {
      ...call.identity,
      ...(response && told),
      attempts: phase ? attempts : attempts - 1,
      ...more,
    });
    return { response, error, shouldRetry };
  };
  if (end === aborted) {
    const outcome = phase ? 'unknown' : 'not_sent';
    return fail(AbortedError, 'Aborted', { outcome, cause: signal?.reason }, false);
  }
  if (end === timedOut) return late(fail, leftMs <= timeoutMs ? 'deadline' : phase);
  return response ? judge(response, text, call, fail) : lost(fail, phase, cause);
}

/** `more` is what the error is to say beside its call and the answer. */
type Fail = (
  Class: new (message: string, context: ErrorContext) => ParleyError,
  message: string,
  more: ErrorContext,
  shouldRetry?: boolean,
) => Attempt;

/** What errors and `withMeta` tell of an answer. */
export function answerContext({ status, headers }: Response) {
  return { status, headers, requestId: headers.get('x-request-id') ?? undefined };
}

function late(fail: Fail, phase: TimeoutPhase | undefined, cause?: unknown): Attempt {
  const outcome = phase === 'connect' ? 'not_sent' : 'unknown';
  return fail(TimeoutError, `No answer in time (${phase})`, { outcome, phase, cause });
}

/** In a browser it has the status 0. */
function isRedirect({ ok, status }: Response): boolean {
  return !ok && status < 400;
}

/** `text` is undefined after a redirect. */
function judge(response: Response, text: string | undefined, call: Call, fail: Fail): Attempt {
  const { empty, paged } = call;
  const { status, statusText, headers } = response;
  if (text === undefined) {
    // 301, 307 and 308 say "elsewhere"; after the others the request may have been carried out here.
    const outcome = [301, 307, 308].includes(status) ? 'rejected' : 'unknown';
    const to = headers.get('location')?.replace(/[?#].*/, '') ?? 'nowhere';
    return fail(RedirectError, `${status} to ${to}: check baseUrl`, { outcome });
  }
  const data = objectIn(text);
  if (response.ok) {
    if (empty ?? status === 204) return { response };
    // Not sent again: the request was carried out, and its answer would not be better.
    if (paged ? Array.isArray(data?.data) : data) return { response, data };
    const what = paged ? 'page' : 'object';
    return fail(ResponseParseError, `${status} without a JSON ${what}`, { outcome: 'unknown' });
  }
  const { code, message, details } = Object(data?.error) as Record<string, unknown>;
  const shouldRetry = headers.get('x-should-retry');
  const known = string(code);
  const more = {
    outcome: outcomeOf(status, known),
    code: known,
    details: objectOf(details),
    retryAfterMs: waitMsOf(headers, Date.now()),
  };
  return fail(
    apiErrorClass(status),
    `${status} ${known ?? statusText}${string(message) ? `: ${message}` : ' (not from Parley)'}`,
    more,
    shouldRetry ? shouldRetry === 'true' : undefined,
  );
}

/** Undefined when there is none. The error of the parser is dropped, because it quotes the text. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function lost(fail: Fail, phase: TimeoutPhase | undefined, cause: unknown): Attempt {
  // fetch wraps the error of the socket.
  const { cause: wrapped = cause } = Object(cause);
  const inner = Object(wrapped) as { code?: unknown; syscall?: unknown };
  // Of an answer that is not HTTP Node keeps a piece there.
  Reflect.deleteProperty(inner, 'data');
  const code = string(inner.code) ?? '';
  if (/^UND_.*TIMEOUT$/.test(code))
    return late(fail, code.includes('CONNECT') ? 'connect' : phase, cause);
  // A host can be out of reach in the middle of an answer, too.
  const isSent = /read|write/.test(`${inner.syscall}`) || !neverConnected.test(code);
  const outcome = isSent ? 'unknown' : 'not_sent';
  return fail(ConnectionError, `Connection failed${code && ` (${code})`}`, { outcome, cause });
}

const neverConnected = /REFUSED|NOTFOUND|AGAIN|UNREACH|CERT/;
