import { type ConversationStatus, conversationLimits } from '@parley/contract';
import { conversationTransitions } from '@parley/domain';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { recordedEvents } from '../event-checks.ts';
import { eventually } from '../poll.ts';
import {
  aChannel,
  aConversation,
  aMessage,
  anInbound,
  aPhone,
  aReport,
  createScene,
  messageWith,
  type Scene,
} from '../scene.ts';
import { startOwn, type Targets } from '../target.ts';

const statuses = Object.keys(conversationTransitions) as ConversationStatus[];
const moves = statuses.flatMap((from) =>
  statuses.filter((to) => to !== from).map((to) => [from, to] as const),
);

export function testLifecycle({ running, paused: target, start }: Targets): void {
  test.each(moves)(
    'a conversation that is %s may become %s only where the table says so',
    async (from, to) => {
      const scene = await createScene(target());
      const { id } = await aConversation(scene);
      if (from !== 'open') await move(scene, id, from);
      const allowed = conversationTransitions[from];
      if (allowed.includes(to)) {
        const { status, closedAt } = await move(scene, id, to);
        expect(status).toBe(to);
        expect(closedAt === null).toBe(to !== 'closed');
        return;
      }
      const error = await refused(move(scene, id, to), 'SVC-INVALID-TRANSITION');
      expect(error.details).toMatchObject({ resource: 'conversation', id, from, to, allowed });
      const conversation = await scene.api.conversations.get({ params: { id } });
      expect(conversation.status).toBe(from);
    },
  );

  test.each(statuses)(
    'setting a conversation that is %s to the same status changes nothing',
    async (status) => {
      const scene = await createScene(target());
      const { id } = await aConversation(scene);
      if (status !== 'open') await move(scene, id, status);
      expect((await move(scene, id, status)).status).toBe(status);
    },
  );

  test('a refused update changes no field', async () => {
    const scene = await createScene(target());
    const { id } = await aConversation(scene);
    const before = await move(scene, id, 'closed');
    const body = { status: 'pending', subject: 'Changed', priority: 'high' } as const;
    await refused(
      scene.api.conversations.update({ params: { id }, body }),
      'SVC-INVALID-TRANSITION',
    );
    expect(await scene.api.conversations.get({ params: { id } })).toEqual(before);
  });

  test('a conversation snoozed without a time is opened by the next inbound message', async () => {
    const scene = await createScene(target());
    const { id, channelId, address } = await aConversation(scene);
    expect(await move(scene, id, 'snoozed')).toMatchObject({ snoozedUntil: null });
    await anInbound(scene, channelId, { from: address });
    const conversation = await scene.api.conversations.get({ params: { id } });
    expect(conversation).toMatchObject({ status: 'open', snoozedUntil: null, unreadCount: 2 });
  });

  test('a conversation snoozed until a time opens at that time', async () => {
    await using own = await startOwn(start);
    const scene = await createScene(own);
    const { id } = await aConversation(scene);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const body = { status: 'snoozed', snoozedUntil: until } as const;
    const snoozed = await scene.api.conversations.update({ params: { id }, body });
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozedUntil: until });
    await own.advance(1_800_000);
    expect((await scene.api.conversations.get({ params: { id } })).status).toBe('snoozed');
    await own.advance(1_900_000);
    const opened = await eventually(
      own,
      () => scene.api.conversations.get({ params: { id } }),
      ({ status }) => status === 'open',
    );
    expect(opened).toMatchObject({ snoozedUntil: null });
    expect((await recordedEvents(scene)).at(-1)).toMatchObject({
      type: 'conversation.status_changed',
      data: { previous: { status: 'snoozed', snoozedUntil: until } },
    });
  });

  test('opening a snoozed conversation clears snoozedUntil', async () => {
    const scene = await createScene(target());
    const { id } = await aConversation(scene);
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    await scene.api.conversations.update({
      params: { id },
      body: { status: 'snoozed', snoozedUntil },
    });
    expect(await move(scene, id, 'open')).toMatchObject({ status: 'open', snoozedUntil: null });
  });

  test('an inbound message reopens a closed conversation and increments its reopen count', async () => {
    const scene = await createScene(target());
    const { id, channelId, address } = await aConversation(scene);
    await move(scene, id, 'closed');
    const message = await anInbound(scene, channelId, { from: address });
    expect(message.conversationId).toBe(id);
    expect(await scene.api.conversations.get({ params: { id } })).toMatchObject({
      status: 'open',
      closedAt: null,
      reopenCount: 1,
    });
  });

  test('with that channel setting, an inbound message after the close starts a new conversation', async () => {
    const scene = await createScene(target());
    const channel = await aChannel(scene, { settings: { threading: 'new_after_close' } });
    const first = await aConversation(scene, channel.id);
    const again = await anInbound(scene, channel.id, { from: first.address });
    expect(again.conversationId).toBe(first.id);
    await move(scene, first.id, 'closed');
    const next = await anInbound(scene, channel.id, { from: first.address });
    expect(next.conversationId).not.toBe(first.id);
    expect(next.contactId).toBe(first.contactId);
    const closed = await scene.api.conversations.get({ params: { id: first.id } });
    expect(closed).toMatchObject({ status: 'closed', reopenCount: 0 });
  });

  test('an outbound message leaves a closed conversation closed', async () => {
    const scene = await createScene(target());
    const { id, channelId, address } = await aConversation(scene);
    await move(scene, id, 'closed');
    const message = await aMessage(scene, { channelId, to: address });
    expect(message.conversationId).toBe(id);
    const conversation = await scene.api.conversations.get({ params: { id } });
    expect(conversation).toMatchObject({ status: 'closed', lastMessage: { id: message.id } });
  });

  test('counts unread messages until the conversation is marked as read', async () => {
    const scene = await createScene(target());
    const { id, channelId, address } = await aConversation(scene);
    await anInbound(scene, channelId, { from: address });
    const params = { id };
    expect(await scene.api.conversations.get({ params })).toMatchObject({ unreadCount: 2 });
    expect(await scene.api.conversations.markRead({ params })).toMatchObject({ unreadCount: 0 });
    expect(await scene.api.conversations.markRead({ params })).toMatchObject({ unreadCount: 0 });
    expect(await scene.api.conversations.markUnread({ params })).toMatchObject({ unreadCount: 1 });
    await anInbound(scene, channelId, { from: address });
    expect(await scene.api.conversations.markUnread({ params })).toMatchObject({ unreadCount: 2 });
  });

  test('typing is shown in an open window, on an active channel, to a contact who is not blocked', async () => {
    const scene = await createScene(target());
    const { id, channelId, contactId } = await aConversation(scene);
    const params = { id };
    const typing = () => scene.api.conversations.typing({ params });
    expect(await typing()).toBeUndefined();
    await scene.api.contacts.block({ params: { id: contactId } });
    await refused(typing(), 'SVC-RECIPIENT-BLOCKED');
    await scene.api.contacts.unblock({ params: { id: contactId } });
    await scene.api.channels.disable({ params: { id: channelId } });
    await refused(typing(), 'SVC-CHANNEL-UNAVAILABLE');
    await scene.api.channels.enable({ params: { id: channelId } });
    const timestamp = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const late = await anInbound(scene, channelId, { timestamp });
    const closed = scene.api.conversations.typing({ params: { id: late.conversationId } });
    await refused(closed, 'SVC-WINDOW-CLOSED');
  });

  test('shows since when the customer or the team waits for an answer', async () => {
    const scene = await createScene(target());
    const first = await aConversation(scene);
    const { id, channelId, address } = first;
    const params = { id };
    expect(first).toMatchObject({
      waitingSince: first.lastInboundAt,
      firstReplyAt: null,
      lastOutboundAt: null,
      lastMessageAt: first.lastInboundAt,
    });
    await anInbound(scene, channelId, { from: address });
    const waiting = await scene.api.conversations.get({ params });
    expect(waiting.waitingSince).toBe(first.waitingSince);
    const reply = await scene.api.conversations.sendMessage({
      params,
      body: { type: 'text', text: 'Hello Ana' },
    });
    const answered = await scene.api.conversations.get({ params });
    expect(answered).toMatchObject({
      waitingSince: null,
      firstReplyAt: reply.createdAt,
      lastOutboundAt: reply.createdAt,
      lastMessageAt: reply.createdAt,
      messageCount: 3,
      lastMessage: { id: reply.id, direction: 'outbound', status: 'queued' },
    });
    const asked = await anInbound(scene, channelId, { from: address });
    const again = await scene.api.conversations.get({ params });
    expect(again).toMatchObject({ waitingSince: asked.createdAt, firstReplyAt: reply.createdAt });
  });

  test('a report of the network about a customer opens no window and waits for no answer', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const from = aPhone();
    const shown = async (more: { readonly referral?: { readonly sourceType: string } }) => {
      const { conversationId: id } = await aReport(scene, channelId, { from, ...more });
      return await scene.api.conversations.get({ params: { id } });
    };
    const reported = { lastInboundAt: null, waitingSince: null, window: { open: null } };
    const conversation = await shown({});
    expect(conversation).toMatchObject({ ...reported, unreadCount: 1, messageCount: 1 });
    const params = { id: conversation.contact.id };
    const { lastInboundAt, lastSeenAt, identities } = await scene.api.contacts.get({ params });
    expect([lastInboundAt, lastSeenAt, identities[0]?.lastInboundAt]).toEqual([null, null, null]);
    await scene.api.contacts.optOut({ params, body: { scope: 'all' } });
    await shown({});
    const send = () => aMessage(scene, { channelId, to: from });
    await refused(send(), 'SVC-RECIPIENT-OPTED-OUT');
    // A click on an ad is an action of the customer.
    const clicked = await shown({ referral: { sourceType: 'ad' } });
    expect(clicked).toMatchObject({ waitingSince: clicked.lastInboundAt, window: { open: true } });
    await send();
  });

  test('a late report of an older message corrects the time since when the customer waits', async () => {
    const scene = await createScene(target());
    const { id, channelId, address, lastInboundAt } = await aConversation(scene);
    const params = { id };
    const timestamp = new Date(Date.now() - 7_200_000).toISOString();
    await anInbound(scene, channelId, { from: address, timestamp });
    const late = await scene.api.conversations.get({ params });
    expect(late).toMatchObject({ waitingSince: timestamp, lastInboundAt });
    await scene.api.conversations.sendMessage({ params, body: { type: 'text', text: 'Hi' } });
    expect(await scene.api.conversations.get({ params })).toMatchObject({ waitingSince: null });
    // The answer is newer than a message that is reported only now.
    await anInbound(scene, channelId, { from: address, timestamp });
    expect(await scene.api.conversations.get({ params })).toMatchObject({ waitingSince: null });
  });

  test('shows the last message in short, with its current status', async () => {
    const scene = await createScene(running());
    const text = `a${'😀'.repeat(300)}`;
    const { id, conversationId } = await aMessage(scene, { text });
    await messageWith(scene, id, 'read');
    const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
    expect(conversation.lastMessage).toMatchObject({ id, status: 'read' });
    const short = [...text].slice(0, conversationLimits.lastMessageTextLength).join('');
    expect(conversation.lastMessage?.text).toBe(short);
  });

  test('a late inbound message is counted, but does not replace a newer last message', async () => {
    const scene = await createScene(target());
    const before = await aConversation(scene);
    const { id, channelId, address: from } = before;
    const reply = await aMessage(scene, { channelId, to: from });
    const timestamp = new Date(Date.parse(reply.createdAt) - 3_600_000).toISOString();
    const late = await anInbound(scene, channelId, { from, timestamp });
    expect(late).toMatchObject({ conversationId: id, createdAt: timestamp });
    const conversation = await scene.api.conversations.get({ params: { id } });
    expect(conversation).toMatchObject({
      lastMessage: { id: reply.id },
      lastMessageAt: reply.createdAt,
      lastInboundAt: before.lastInboundAt,
      messageCount: 3,
      unreadCount: 2,
    });
    const { data } = await scene.api.conversations.listMessages({ params: { id } });
    expect(data.map((message) => message.id).indexOf(late.id)).toBe(2);
  });

  test('an update changes only its fields; null clears a field; metadata is merged', async () => {
    const scene = await createScene(target());
    const assigneeId = await scene.tenant.createUser();
    const { id } = await aConversation(scene);
    const params = { id };
    const changed = await scene.api.conversations.update({
      params,
      body: {
        assigneeId,
        priority: 'urgent',
        subject: ' Order 1042 ',
        tags: ['vip', 'VIP'],
        metadata: { a: 1, b: 2 },
      },
    });
    expect(changed).toMatchObject({
      status: 'open',
      assigneeId,
      priority: 'urgent',
      subject: 'Order 1042',
      tags: ['vip'],
      metadata: { a: 1, b: 2 },
    });
    const cleared = await scene.api.conversations.update({
      params,
      body: { assigneeId: null, priority: null, subject: null, tags: [], metadata: { a: null } },
    });
    expect(cleared).toMatchObject({
      assigneeId: null,
      priority: null,
      subject: null,
      tags: [],
      metadata: { b: 2 },
    });
    expect(cleared.metadata).toEqual({ b: 2 });
    expect(await scene.api.conversations.get({ params })).toEqual(cleared);
  });
}

function move(scene: Scene, id: string, status: ConversationStatus) {
  return scene.api.conversations.update({ params: { id }, body: { status } });
}
