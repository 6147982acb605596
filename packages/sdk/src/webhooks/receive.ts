import { timedOut, withTimeLimit } from '../core/time-limit.ts';
import { WebhookVerificationError } from '../errors.ts';
import type { WebhookEvent } from './event.ts';
import type { WebhookInput } from './input.ts';
import { type VerifyOptions, verifyWebhook } from './verify.ts';

/**
 * Your function that handles an event. If it fails before the response, Parley sends the webhook again. An event can
 * arrive twice: store `event.id`. Events can arrive out of order: compare `event.sequence`.
 */
export type WebhookHandler = (event: WebhookEvent) => unknown;

export interface WebhookHandlerOptions extends VerifyOptions {
  /**
   * Maximum time in milliseconds until the response; Parley waits 15 s. A slower handler continues after the response,
   * but when it then fails, Parley does not send the event again. With 0, the response is sent before the handler runs.
   * @default 10_000
   */
  answerWithinMs?: number | undefined;
  /**
   * Called with each error that has no `next` to go to: errors after the response was sent, and all errors in a
   * server of `node:http`. @default `console.error`
   */
  onError?: ((error: unknown) => void) | undefined;
}

/** The response to the sender. */
export interface Reply {
  status: 204 | 400 | 405 | 413;
  text: string;
}

const defaultAnswerWithinMs = 10_000;

/**
 * Returns the function that gets errors which nothing else handles: `onError`, or else one that prints them. Otherwise
 * they would be unhandled rejections, which end the process.
 */
export function onErrorOf({ onError }: WebhookHandlerOptions): (error: unknown) => void {
  const { error: print } = console;
  return onError ?? print;
}

/** Verifies the event, calls the handler and returns the response; throws errors that the sender did not cause. */
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

/** Resolves when the handler ends, or earlier when the response must be sent. */
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
