import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import type { Query } from '../http.ts';
import {
  aChannel,
  aContact,
  aConversation,
  allOf,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  messageWith,
} from '../scene.ts';
import type { Targets } from '../target.ts';

export function testConversationLists({ running, paused: target }: Targets): void {
  test('lists all conversations without a filter, newest activity first', async () => {
    const scene = await createScene(target());
    const first = await aConversation(scene);
    const second = await aConversation(scene);
    await scene.api.conversations.update({ params: { id: second.id }, body: { status: 'closed' } });
    await anInbound(scene, first.channelId, { from: first.address });
    const { data } = await scene.api.conversations.list();
    expect(data.map((conversation) => conversation.id)).toEqual([first.id, second.id]);
  });

  test('a filter matches any of its values, and several filters must all match', async () => {
    const scene = await createScene(target());
    const assigneeId = await scene.tenant.createUser();
    const instagram = await aChannel(scene, { type: 'instagram' });
    const ana = await aConversation(scene);
    const bruno = await aConversation(scene, instagram.id);
    const outbound = await aMessage(scene);
    const chloe = { id: outbound.conversationId };
    await scene.api.conversations.update({
      params: { id: ana.id },
      body: { status: 'closed', tags: ['VIP'], priority: 'high', assigneeId },
    });
    await scene.api.conversations.markRead({ params: { id: bruno.id } });
    const find = async (query: Query) => {
      const { data } = await scene.api.conversations.list({ query });
      return new Set(data.map((conversation) => conversation.id));
    };
    const only = (...found: { id: string }[]) => new Set(found.map(({ id }) => id));
    expect(await find({})).toEqual(only(ana, bruno, chloe));
    expect(await find({ status: 'closed' })).toEqual(only(ana));
    expect(await find({ status: 'open,closed' })).toEqual(only(ana, bruno, chloe));
    expect(await find({ status: ['snoozed', 'pending'] })).toEqual(only());
    expect(await find({ channelId: instagram.id })).toEqual(only(bruno));
    expect(await find({ channelType: 'whatsapp' })).toEqual(only(ana, chloe));
    expect(await find({ contactId: ana.contactId })).toEqual(only(ana));
    expect(await find({ assigneeId })).toEqual(only(ana));
    expect(await find({ assigneeId: 'none' })).toEqual(only(bruno, chloe));
    expect(await find({ tag: 'vip' })).toEqual(only(ana));
    expect(await find({ priority: 'high,low' })).toEqual(only(ana));
    expect(await find({ unread: 'true' })).toEqual(only(ana));
    expect(await find({ unread: 'false' })).toEqual(only(bruno, chloe));
    expect(await find({ windowOpen: 'true' })).toEqual(only(ana, bruno));
    expect(await find({ windowOpen: 'false' })).toEqual(only());
    expect(await find({ source: 'api' })).toEqual(only(chloe));
    expect(await find({ source: 'inbound', channelType: 'instagram' })).toEqual(only(bruno));
    expect(await find({ status: 'closed', unread: 'false' })).toEqual(only());
  });

  test('filters conversations and contacts by whether the window is closed', async () => {
    const scene = await createScene(target());
    const channel = { settings: { threading: 'new_after_close' } } as const;
    const { id: channelId } = await aChannel(scene, channel);
    const timestamp = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const { conversationId } = await anInbound(scene, channelId, { timestamp });
    const find = async (windowOpen: string) =>
      (await scene.api.conversations.list({ query: { windowOpen } })).data.map(({ id }) => id);
    expect(await find('false')).toEqual([conversationId]);
    expect(await find('true')).toEqual([]);

    const holders = async () =>
      (await scene.api.contacts.list({ query: { windowOpen: channelId } })).data.map(
        ({ id }) => id,
      );
    expect(await holders()).toEqual([]);
    const from = aPhone();
    const { contactId, conversationId: first } = await anInbound(scene, channelId, { from });
    expect(await holders()).toEqual([contactId]);
    // The newest conversation decides, as for the windows of an identity.
    await scene.api.conversations.update({ params: { id: first }, body: { status: 'closed' } });
    const late = await anInbound(scene, channelId, { from, timestamp });
    expect(late.conversationId).not.toBe(first);
    const { identities } = await scene.api.contacts.get({ params: { id: contactId } });
    expect(identities).toMatchObject([{ windows: [{ channelId, open: false }] }]);
    expect(await holders()).toEqual([]);
  });

  test('ranges over the last message include their start and exclude their end', async () => {
    const scene = await createScene(target());
    const { id, lastMessageAt } = await aConversation(scene);
    const at = lastMessageAt as string;
    const later = new Date(Date.parse(at) + 1).toISOString();
    const find = async (query: Query) =>
      (await scene.api.conversations.list({ query })).data.map((conversation) => conversation.id);
    expect(await find({ lastMessageAfter: at, lastMessageBefore: later })).toEqual([id]);
    expect(await find({ lastMessageAfter: later })).toEqual([]);
    expect(await find({ lastMessageBefore: at })).toEqual([]);
  });

  test('searches names, phone numbers and message texts, ignoring case and accents', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const from = aPhone();
    await aContact(scene, { phone: `+${from}`, name: 'Ána Lúcia' });
    const ana = await anInbound(scene, channelId, {
      from,
      text: 'Where is my 100% pão de queijo?',
    });
    const other = await anInbound(scene, channelId, { text: 'Something else' });
    const find = async (q: string) =>
      (await scene.api.conversations.list({ query: { q } })).data.map(({ id }) => id);
    expect(await find('lucia')).toEqual([ana.conversationId]);
    expect(await find(from.slice(2))).toEqual([ana.conversationId]);
    expect(await find('PAO DE')).toEqual([ana.conversationId]);
    expect(await find('something')).toEqual([other.conversationId]);
    expect(await find('100%')).toEqual([ana.conversationId]);
    expect(await find('100_')).toEqual([]);
    expect(await find('nothing of the kind')).toEqual([]);
    expect(await find('  ')).toHaveLength(2);
  });

  test('lists all messages of one conversation only, newest first', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const from = aPhone();
    const first = await anInbound(scene, channelId, { from, text: 'one' });
    await anInbound(scene, channelId, { text: 'of somebody else' });
    const params = { id: first.conversationId };
    await scene.api.conversations.sendMessage({ params, body: { type: 'text', text: 'two' } });
    await anInbound(scene, channelId, { from, text: 'three' });
    const list = (request: { query: Query }) =>
      scene.api.conversations.listMessages({ params, ...request });
    expect((await allOf(list, 2)).map((message) => message.text)).toEqual(['three', 'two', 'one']);
    const texts = async (query: Query) => (await list({ query })).data.map(({ text }) => text);
    expect(await texts({ sort: 'createdAt' })).toEqual(['one', 'two', 'three']);
    expect(await texts({ direction: 'outbound' })).toEqual(['two']);
    expect(await texts({ status: 'received', sort: 'createdAt' })).toEqual(['one', 'three']);
  });

  test('a message in a conversation is sent to its contact on its channel', async () => {
    const scene = await createScene(running());
    const { id, channelId, contactId, address } = await aConversation(scene);
    const answer = await scene.call('conversations.sendMessage', {
      params: { id },
      body: {
        type: 'text',
        text: 'Hello',
        metadata: { a: 1 },
        channelId: 'ignored',
        to: 'ignored',
      },
    });
    expect(answer.status).toBe(202);
    const message = answer.json as { id: string };
    expect(message).toMatchObject({
      conversationId: id,
      channelId,
      contactId,
      to: address,
      text: 'Hello',
      metadata: { a: 1 },
    });
    expect(answer.headers.get('location')).toBe(`/api/v1/messages/${message.id}`);
    await messageWith(scene, message.id, 'read');
  });

  test('sending in a conversation applies the same rules as sending a message', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const timestamp = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const { conversationId } = await anInbound(scene, channelId, { timestamp });
    const params = { id: conversationId };
    const send = () =>
      scene.api.conversations.sendMessage({ params, body: { type: 'text', text: 'Hello' } });
    await refused(send(), 'SVC-WINDOW-CLOSED');
    await scene.api.channels.disable({ params: { id: channelId } });
    await refused(send(), 'SVC-CHANNEL-UNAVAILABLE');
  });
}
