import { timedOut, withTimeLimit } from '../core/time-limit.ts';
import { WebhookVerificationError } from '../errors.ts';
import type { WebhookEvent } from './event.ts';
import type { WebhookInput } from './input.ts';
import { type VerifyOptions, verifyWebhook } from './verify.ts';

/**
 * What you do with an event. It may come twice, and not in the order of `sequence`: keep `event.id`. When it fails
 * before the answer, the sender tries again.
 */
export type WebhookHandler = (event: WebhookEvent) => unknown;

export interface WebhookHandlerOptions extends VerifyOptions {
  /**
   * The sender waits 15 s. A handler that takes longer than this goes on after the answer, and its failure is no
   * longer seen by the sender; with 0 the answer comes first. @default 10_000
   */
  answerWithinMs?: number | undefined;
  /**
   * A failure that nobody else hears of: the answer was given already, or there is no `next`, as in a server of
   * `node:http`. @default `console.error`
   */
  onError?: ((error: unknown) => void) | undefined;
}

/** What to tell the sender. */
export interface Reply {
  status: 204 | 400 | 405 | 413;
  text: string;
}

const defaultAnswerWithinMs = 10_000;

/** Where a failure goes that nobody handles: swallowed it would be lost, rejected it would end the process. */
export function onErrorOf({ onError }: WebhookHandlerOptions): (error: unknown) => void {
  const { error: print } = console;
  return onError ?? print;
}

/** Verifies, hands over, and says what to answer; throws what the sender is not to blame for. */
export async function receive(
  input: WebhookInput & { readonly method?: string | undefined },
  options: WebhookHandlerOptions,
  handler: WebhookHandler,
): Promise<Reply> {
  if (input.method !== 'POST') return { status: 405, text: 'Webhooks are sent with POST' };
  const event = await verifyWebhook(input, options).catch((error: unknown) => {
    if (WebhookVerificationError.is(error)) return error;
    throw error;
  });
  if ('reason' in event) {
    return { status: event.reason === 'body_too_large' ? 413 : 400, text: event.message };
  }
  await handOver(event, options, handler);
  return { status: 204, text: '' };
}

/** Ends when the handler does, or when it is time to answer. */
async function handOver(
  event: WebhookEvent,
  options: WebhookHandlerOptions,
  handler: WebhookHandler,
): Promise<void> {
  const { answerWithinMs = defaultAnswerWithinMs } = options;
  const work = Promise.resolve(event).then(handler);
  const end = await withTimeLimit<unknown>(answerWithinMs, undefined, (done) => {
    work.then(done, done);
    return undefined;
  });
  if (end !== timedOut) await work;
  else work.catch(onErrorOf(options));
}
