import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  ListMessagesQuery,
  Message,
  MessageEvent,
  PageQuery,
  SendMessageBody,
} from '../generated/types.ts';

/** Messages in both directions, of all channels. */
export interface Messages {
  /**
   * Queues a message to one recipient. Resolves when the server has stored it, before it is sent: follow `status` with
   * `get`, or the events. Creates a missing contact and conversation. Fails with `NotFoundError` (channel),
   * `ConflictError` (the channel cannot send now) or `UnprocessableError` (recipient, window, template, text too
   * long).
   *
   *     await parley.messages.send({ channelId, to: '5511987654321', type: 'text', text: 'Hello' });
   */
  send(body: SendMessageBody, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Lists messages of all conversations, newest first.
   *
   *     const failed = await parley.messages.list({ status: 'failed' }).toArray({ limit: 50 });
   */
  list(query?: ListMessagesQuery, options?: RequestOptions): PagePromise<Message>;

  /**
   * Returns one message. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, error } = await parley.messages.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Returns everything that the server recorded about a message, oldest first, including late and contradicting
   * reports. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { type, at } of parley.messages.listEvents(id)) console.log(at, type);
   */
  listEvents(id: string, query?: PageQuery, options?: RequestOptions): PagePromise<MessageEvent>;

  /**
   * Cancels a queued message. Fails with `NotFoundError` (unknown ID), or with `ConflictError` when it is no longer
   * queued.
   *
   *     await parley.messages.cancel(id);
   */
  cancel(id: string, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Queues a failed message again. If its `error.reason` is `unknown_outcome`, the recipient may get it twice. Fails
   * with `NotFoundError` (unknown ID), `ConflictError` (the message did not fail, its `error.retryable` is false, or
   * the channel cannot send now) and `UnprocessableError` (the messaging window has closed).
   *
   *     await parley.messages.retry(id);
   */
  retry(id: string, options?: RequestOptions): ParleyPromise<Message>;
}
