// Ways to meet a failure. Each function stands alone.
import {
  ApiError,
  ConnectionError,
  type Message,
  type Parley,
  ParleyError,
  RateLimitError,
  type SendMessageBody,
} from '@parley/sdk';

// #region code
/** Sends text where the window is open, and a template where only that is allowed. */
export async function sendOrRemind(parley: Parley, body: SendMessageBody & { type: 'text' }) {
  try {
    return await parley.messages.send(body);
  } catch (error) {
    const isClosed = ApiError.is(error) && error.hasCode('SVC-WINDOW-CLOSED');
    if (!isClosed || error.details.suggestion !== 'template') throw error;
    const { channelId, to } = body;
    const template = {
      name: 'order_update',
      language: 'en_US',
      variables: { 1: 'Ana', 2: '1042' },
    };
    return await parley.messages.send({ channelId, to, type: 'template', template });
  }
}
// #endregion

// #region issues
/** Says which fields of a request were wrong. */
export function wrongFields(error: unknown): string[] {
  if (!ApiError.is(error) || !error.hasCode('SVC-VALIDATION')) return [];
  return error.details.issues.map(({ path, message }) => `${path} ${message}`);
}
// #endregion

// #region outcome
export type Verdict = 'wrong' | 'later' | 'check' | 'again';

/** Says what to do about a call that failed after the retries of the SDK. */
export function judge(error: unknown): Verdict {
  if (ParleyError.is(error) && error.outcome === 'unknown') return 'check'; // it may have happened
  if (RateLimitError.is(error)) return 'later'; // error.retryAfterMs says when
  return ConnectionError.is(error) ? 'again' : 'wrong';
}
// #endregion

// #region safe
/** Without exceptions. */
export async function statusOf(parley: Parley, id: string): Promise<Message['status'] | undefined> {
  const result = await parley.messages.get(id).safe();
  return result.ok ? result.data.status : undefined;
}
// #endregion

// #region meta
/** Facts about the response. */
export async function tellQuota(parley: Parley): Promise<string> {
  const { requestId, rateLimit, attempts } = await parley.tenants.current().withMeta();
  return `request ${requestId}: ${rateLimit?.remaining} of ${rateLimit?.limit} left, ${attempts} sent`;
}
// #endregion

// #region options
/** One call with its own limits. */
export async function sendQuickly(parley: Parley, body: SendMessageBody, orderId: string) {
  return await parley.messages.send(body, {
    idempotencyKey: `shipped-${orderId}`, // the same after a restart of your program
    timeoutMs: 5_000, // one attempt
    deadlineMs: 20_000, // all attempts and the waits between them
    maxRetries: 2,
    signal: AbortSignal.timeout(30_000), // also the wait for the quota
  });
}
// #endregion

// #region retry
/** A failed message says whether trying again may help. */
export async function retryIfUseful(parley: Parley, id: string): Promise<Message> {
  const message = await parley.messages.get(id);
  if (message.status !== 'failed' || !message.error?.retryable) return message;
  // The provider may have accepted it: then the customer would get it twice.
  if (message.error.reason === 'unknown_outcome') return message;
  return await parley.messages.retry(id);
}
// #endregion
