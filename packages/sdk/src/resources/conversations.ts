import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  Conversation,
  CreateConversationBody,
  ListConversationMessagesQuery,
  ListConversationsQuery,
  Message,
  SendConversationMessageBody,
  UpdateConversationBody,
} from '../generated/types.ts';

/** Conversations: the messages with one contact on one channel. */
export interface Conversations {
  /**
   * Lists conversations of every status, latest activity first. The order can change while you page: to copy all, sort
   * by `updatedAt`.
   *
   *     for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
   */
  list(query?: ListConversationsQuery, options?: RequestOptions): PagePromise<Conversation>;

  /**
   * Returns the conversation that a message to a contact (`contactId`) or an address (`to`) would go into, and creates
   * it if there is none. Sends nothing. Fails with `NotFoundError`, `ConflictError` (the channel cannot send now) or
   * `UnprocessableError` (an invalid address, a contact without one on this channel, or a new one with a
   * blocked contact).
   *
   *     const { id } = await parley.conversations.create({ channelId, contactId });
   */
  create(body: CreateConversationBody, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Returns one conversation, without its messages. Fails with `NotFoundError` (unknown ID).
   *
   *     const { window } = await parley.conversations.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Updates the given fields; null clears a field. Only a conversation that is `snoozed` after the update takes a
   * `snoozedUntil`, in the future. Fails with `NotFoundError` (unknown ID), `ConflictError` (status change not allowed)
   * or `UnprocessableError` (`snoozedUntil`, or an assignee who is not active).
   *
   *     await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
   */
  update(
    id: string,
    body: UpdateConversationBody,
    options?: RequestOptions,
  ): ParleyPromise<Conversation>;

  /**
   * Sets the unread count to 0. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.conversations.markRead(id);
   */
  markRead(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Sets the unread count to 1 if it is 0. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.conversations.markUnread(id);
   */
  markUnread(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Shows the customer that you are typing. Fails with `NotFoundError` (unknown ID), `ConflictError` (the channel is
   * not active) or `UnprocessableError` (the contact is blocked, or the messaging window is closed).
   *
   *     await parley.conversations.typing(id);
   */
  typing(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the messages of a conversation, newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
   */
  listMessages(
    id: string,
    query?: ListConversationMessagesQuery,
    options?: RequestOptions,
  ): PagePromise<Message>;

  /**
   * Queues a message to the contact of a conversation, like `messages.send`. Fails with `NotFoundError`,
   * `ConflictError` (the channel cannot send now) or `UnprocessableError` (the messaging window is closed, the template
   * is not usable, or the channel does not allow the content).
   *
   *     await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
   */
  sendMessage(
    id: string,
    body: SendConversationMessageBody,
    options?: RequestOptions,
  ): ParleyPromise<Message>;
}
