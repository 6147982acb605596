import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { conversations as routes } from '../generated/routes.ts';
import type {
  Conversation,
  ListConversationMessagesQuery,
  ListConversationsQuery,
  Message,
  SendConversationMessageBody,
  UpdateConversationBody,
} from '../generated/types.ts';

/** Conversations: one per contact and channel. */
export class Conversations extends Resource {
  /**
   * Lists conversations of every status, latest activity first. The order can change while you page: to copy all, sort
   * by `updatedAt`.
   *
   *     for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
   */
  list(query?: ListConversationsQuery, options?: RequestOptions): PagePromise<Conversation> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Returns one conversation, without its messages. Fails with `NotFoundError`.
   *
   *     const { window } = await parley.conversations.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Conversation> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError`, `ConflictError` (status change not
   * allowed) and `UnprocessableError` (`snoozedUntil`, or an assignee who is not active).
   *
   *     await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
   */
  update(
    id: string,
    body: UpdateConversationBody,
    options?: RequestOptions,
  ): ParleyPromise<Conversation> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Sets the unread count to 0. Fails with `NotFoundError`.
   *
   *     await parley.conversations.markRead(id);
   */
  markRead(id: string, options?: RequestOptions): ParleyPromise<Conversation> {
    return this.transport.call(routes.markRead, { params: { id } }, options);
  }

  /**
   * Sets the unread count to at least 1. Fails with `NotFoundError`.
   *
   *     await parley.conversations.markUnread(id);
   */
  markUnread(id: string, options?: RequestOptions): ParleyPromise<Conversation> {
    return this.transport.call(routes.markUnread, { params: { id } }, options);
  }

  /**
   * Lists the messages of a conversation, newest first. Fails with `NotFoundError`.
   *
   *     const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
   */
  listMessages(
    id: string,
    query?: ListConversationMessagesQuery,
    options?: RequestOptions,
  ): PagePromise<Message> {
    return this.transport.list(routes.listMessages, { params: { id }, query }, options);
  }

  /**
   * Queues a message to the contact of a conversation, like `messages.send`. Fails with `NotFoundError`, `ConflictError`
   * (the channel cannot send now) or `UnprocessableError` (the messaging window is closed, the template is not usable, or
   * the channel does not allow the content).
   *
   *     await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
   */
  sendMessage(
    id: string,
    body: SendConversationMessageBody,
    options?: RequestOptions,
  ): ParleyPromise<Message> {
    return this.transport.call(routes.sendMessage, { params: { id }, body }, options);
  }
}
