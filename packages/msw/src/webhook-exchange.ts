// One request to a receiver and its response, with the limits of the server: 15 seconds of the mock's clock, 16 kB, no
// redirects.
import {
  type WebhookAttemptError,
  type WebhookAttemptErrorCode,
  webhookAttemptErrors,
  webhookLimits,
} from '@parley/contract';
import {
  type AttemptResult,
  attemptErrorCode,
  inTime,
  isRetriedAtOnce,
  judgeAnswer,
  retryAfterSeconds,
  type StartTimer,
  snippetOf,
} from '@parley/domain';
import { mistakeOf } from './deliver.ts';
import { MockError } from './problems.ts';
import { startRealTimer } from './real-timer.ts';
import type { Store } from './store.ts';
import type { Registered, Underway } from './webhook-state.ts';

export interface Exchange extends AttemptResult {
  /** The error that the receiver threw, or a MockError for a mistake in the test itself. */
  readonly thrown: unknown;
}

/** The result of a delivery without a registered receiver. */
export const taken: Exchange = {
  statusCode: 204,
  delivered: true,
  error: null,
  durationMs: 0,
  responseSnippet: null,
  retryAfterSeconds: null,
  thrown: undefined,
};

/**
 * Sends the request to the receiver. Unless `once`, sends it a second time when the connection is refused at once. Never
 * rejects.
 */
export async function exchange(
  store: Store,
  registered: Registered,
  sent: Sent,
  { once = false }: { readonly once?: boolean } = {},
): Promise<Exchange> {
  const startedMs = store.nowMs();
  const abort = new AbortController();
  const url = typeof registered.receiver === 'function' ? sent.url : registered.receiver;
  let heard = nothing();
  const attempt = () => {
    heard = nothing();
    const request = new Request(url, { method: 'POST', ...sent.signed, signal: abort.signal });
    return hear(registered, request, heard);
  };
  const attempts = async () => {
    const first = await attempt();
    const code = first.error?.code;
    // A receiver that throws has got the request.
    const isUnread = code === 'connection_refused';
    const soFar = { isUnread, elapsedMs: store.nowMs() - startedMs };
    const mayRepeat = !once && !abort.signal.aborted;
    const isRepeated = mayRepeat && isRetriedAtOnce(code, soFar);
    return isRepeated ? await attempt() : first;
  };
  const startTimer = timerOf(store, startedMs);
  const ended = await inTime(attempts(), registered.timeoutMs, () => undefined, startTimer);
  const tookMs = Math.max(0, store.nowMs() - startedMs);
  const isLate = ended === undefined || tookMs >= webhookLimits.timeoutMs;
  if (isLate) abort.abort();
  const { response, body } = heard;
  const error = isLate ? failure('timeout') : ended.error;
  return {
    statusCode: response?.status ?? null,
    ...(error || !response ? { delivered: false, error } : judgeAnswer(response.status, heard)),
    durationMs: isLate ? webhookLimits.timeoutMs : tookMs,
    responseSnippet: snippetOf(body),
    retryAfterSeconds: retryAfterSeconds(response?.headers.get('retry-after'), startedMs),
    thrown: isLate ? undefined : ended.thrown,
  };
}

/** The request that the mock sends to a webhook endpoint. */
export interface Sent {
  url: string;
  signed: { headers: Record<string, string>; body: string };
}

interface Heard {
  response: Response | undefined;
  body: Uint8Array;
  isCut: boolean;
}

function nothing(): Heard {
  return { response: undefined, body: new Uint8Array(), isCut: false };
}

interface Ended {
  error: WebhookAttemptError | null;
  thrown?: unknown;
}

/** Calls the receiver and writes its response into `heard`. Returns how the exchange ended. */
async function hear(
  { receiver, text }: Registered,
  request: Request,
  heard: Heard,
): Promise<Ended> {
  try {
    const response = await (typeof receiver === 'function'
      ? receiver(request)
      : fetch(request, { redirect: 'manual' }));
    const mistake = mistakeOf(`the receiver of ${text}`, response);
    if (mistake !== undefined) {
      const thrown = new MockError(`webhooks.receive: ${mistake}`);
      return { error: failure('invalid_response', mistake), thrown };
    }
    if (response.type === 'error') return { error: failure('connection_failed') };
    heard.response = response;
    await readInto(heard, response);
    return { error: null };
  } catch (thrown) {
    const code = attemptErrorOf(thrown);
    const what = `${webhookAttemptErrors[code]} The receiver threw: ${thrown}`;
    return { error: failure(code, typeof receiver === 'function' ? what : undefined), thrown };
  }
}

async function readInto(heard: Heard, response: Response): Promise<void> {
  const max = webhookLimits.responseBytes;
  const reader = response.bodyUsed ? undefined : response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    heard.isCut = heard.body.length + value.length > max;
    heard.body = joined(heard.body, value.subarray(0, max - heard.body.length));
    if (!heard.isCut) continue;
    await reader.cancel();
    return;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function failure(
  code: WebhookAttemptErrorCode,
  message: string = webhookAttemptErrors[code],
): WebhookAttemptError {
  return { code, message };
}

/**
 * Returns the error code of an attempt for the Node code of a thrown error, such as `ECONNRESET`; `connection_failed`
 * if the error has none.
 */
export function attemptErrorOf(thrown: unknown): WebhookAttemptErrorCode {
  const { code, cause } = Object(thrown) as { code?: unknown; cause?: { code?: unknown } };
  return attemptErrorCode(String(code ?? Object(cause).code ?? ''));
}

/** Returns a function that starts a timer. The timer also fires when the mock's clock has moved 15 seconds forward. */
function timerOf({ webhooks: { underway } }: Store, startedMs: number): StartTimer {
  return (end, ms) => {
    const attempt: Underway = { endsMs: startedMs + webhookLimits.timeoutMs, end };
    underway.add(attempt);
    const stopTimer = startRealTimer(end, ms);
    return () => {
      stopTimer();
      underway.delete(attempt);
    };
  };
}
