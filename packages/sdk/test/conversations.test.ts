import { expect, test } from 'vitest';
import { ConflictError, NotFoundError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun, withConversation } from './targets.ts';

describeNoun('conversations', (newClient) => {
  test('lists, reads and answers a conversation started by a customer', async () => {
    const parley = await newClient();
    const { conversationId: id, message } = await withConversation(parley);
    const [listed] = await parley.conversations.list({ unread: true }).toArray({ limit: 10 });
    expect(listed).toMatchObject({ id, unreadCount: 1, status: 'open' });
    expect((await parley.conversations.markRead(id)).unreadCount).toBe(0);
    expect((await parley.conversations.markUnread(id)).unreadCount).toBe(1);
    const answer = await parley.conversations.sendMessage(id, { type: 'text', text: 'Hello' });
    expect(answer).toMatchObject({ conversationId: id, to: message.from });
    const messages = await parley.conversations
      .listMessages(id, { sort: 'createdAt' })
      .toArray({ limit: 10 });
    expect(messages.map(({ text }) => text)).toEqual(['Hi!', 'Hello']);
    expect((await parley.conversations.get(id)).lastMessage?.text).toBe('Hello');
  });

  test('snoozes a conversation with a Date, and only reopens a closed one', async () => {
    const parley = await newClient();
    const { conversationId: id } = await withConversation(parley);
    const snoozedUntil = new Date(Date.now() + 3_600_000);
    const snoozed = await parley.conversations.update(id, { status: 'snoozed', snoozedUntil });
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozedUntil: snoozedUntil.toISOString() });
    await parley.conversations.update(id, { status: 'closed' });
    const error = await failureOf(parley.conversations.update(id, { status: 'pending' }));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.hasCode('SVC-INVALID-TRANSITION') && error.details.allowed).toEqual(['open']);
    expect(await failureOf(parley.conversations.get('cnv_unknown'))).toBeInstanceOf(NotFoundError);
  });

  test('another tenant cannot see it', async () => {
    const [owner, stranger] = await Promise.all([newClient(), newClient()]);
    const { conversationId: id } = await withConversation(owner);
    expect((await stranger.conversations.list()).data).toEqual([]);
    expect(await failureOf(stranger.conversations.get(id))).toBeInstanceOf(NotFoundError);
  });
});
