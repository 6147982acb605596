import { refersTo } from './crud/crud-fixtures.ts';
import type { ReferenceFixture } from './fixture.ts';
import { aChannel, aContact, aConversationId, aMessage } from './scene.ts';

const user: ReferenceFixture = { resource: 'user', make: (scene) => scene.tenant.createUser() };
const message = refersTo('message', aMessage);

/** The record that a field with each of these names refers to, unless the fixtures of the resource name another. */
export const usualReferences: Readonly<Record<string, ReferenceFixture>> = {
  assigneeId: user,
  channelId: refersTo('channel', aChannel),
  contactId: refersTo('contact', aContact),
  conversationId: refersTo('conversation', aConversationId),
  messageId: message,
  ownerId: user,
  replyToMessageId: message,
};
