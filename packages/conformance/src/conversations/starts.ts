import type { Conversation, CreateConversationBody } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { recordedEvents } from '../event-checks.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  type Scene,
} from '../scene.ts';
import type { Targets } from '../target.ts';

export function testStarts({ paused: target }: Targets): void {
  test('starting a conversation twice returns 201 with a new one, then 200 with the same, which messages go into', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const to = aPhone();
    const first = await start(scene, { channelId, to: `+${to}` });
    expect(first.status).toBe(201);
    expect(first.conversation).toMatchObject({
      channelId,
      address: to,
      contact: { phone: `+${to}` },
      status: 'open',
      source: 'api',
      lastMessage: null,
      messageCount: 0,
    });
    const { contactId, id } = first.conversation;
    const events = await recordedEvents(scene);
    expect(events.slice(-2)).toMatchObject([
      { type: 'contact.created', data: { object: { id: contactId } } },
      { type: 'conversation.created', data: { object: first.conversation } },
    ]);
    for (const body of [{ to }, { contactId }]) {
      expect(await start(scene, { channelId, ...body })).toEqual({ ...first, status: 200 });
    }
    expect(await recordedEvents(scene)).toEqual(events);
    expect(await aMessage(scene, { channelId, to })).toMatchObject({ conversationId: id });
  });

  test('concurrent requests for a new customer start one conversation with one contact', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const to = aPhone();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => start(scene, { channelId, to })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ conversation }) => conversation.id)).size).toBe(1);
    const { data } = await scene.api.contacts.list({ query: { phone: `+${to}` } });
    expect(data.map(({ id }) => id)).toEqual([answers[0]?.conversation.contactId]);
  });

  test('a contact is written to at the address of its newest conversation, else at its phone number', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const [phone, linked] = [aPhone(), aPhone()];
    const { id: contactId } = await aContact(scene, { phone: `+${phone}` });
    const byPhone = await start(scene, { channelId, contactId });
    expect(byPhone).toMatchObject({ status: 201, conversation: { address: phone, contactId } });
    const body = { channelType: 'whatsapp', address: linked } as const;
    await scene.api.identities.link({ params: { id: contactId }, body });
    expect(await start(scene, { channelId, contactId })).toEqual({ ...byPhone, status: 200 });
    const inbound = await anInbound(scene, channelId, { from: linked });
    const newest = await start(scene, { channelId, contactId });
    expect(newest).toMatchObject({ status: 200, conversation: { id: inbound.conversationId } });
    const { id: otherId } = await aChannel(scene);
    const other = await start(scene, { channelId: otherId, contactId });
    expect(other).toMatchObject({ status: 201, conversation: { address: linked, contactId } });
  });

  test('a closed conversation is returned as it is, even where the next inbound message starts a new one', async () => {
    const scene = await createScene(target());
    const channel = await aChannel(scene, { settings: { threading: 'new_after_close' } });
    const { id, contactId, address } = await aConversation(scene, channel.id);
    const body = { channelId: channel.id, contactId };
    const closed = await scene.api.conversations.update({
      params: { id },
      body: { status: 'closed' },
    });
    expect(await start(scene, body)).toEqual({ status: 200, conversation: closed });
    const next = await anInbound(scene, channel.id, { from: address });
    expect(next.conversationId).not.toBe(id);
    expect((await start(scene, body)).conversation.id).toBe(next.conversationId);
  });

  test('a blocked contact gets no new conversation, but its existing one is returned; an archived contact stays archived', async () => {
    const scene = await createScene(target());
    const { id, channelId, contactId } = await aConversation(scene);
    const params = { id: contactId };
    await scene.api.contacts.block({ params });
    expect((await start(scene, { channelId, contactId })).conversation.id).toBe(id);
    const elsewhere = { channelId: (await aChannel(scene)).id, contactId };
    await refused(scene.api.conversations.create({ body: elsewhere }), 'SVC-RECIPIENT-BLOCKED');
    await scene.api.contacts.unblock({ params });
    const { archivedAt } = await scene.api.contacts.archive({ params });
    expect((await start(scene, elsewhere)).status).toBe(201);
    expect(await scene.api.contacts.get({ params })).toMatchObject({ archivedAt });
  });

  test('a refused start creates no contact and no conversation', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const instagram = await aChannel(scene, { type: 'instagram' });
    const nameless = await aContact(scene);
    const phone = aPhone();
    const callable = await aContact(scene, { phone: `+${phone}` });
    const taken = aPhone();
    const holder = await aContact(scene);
    const body = { channelType: 'whatsapp', address: taken } as const;
    await scene.api.identities.link({ params: { id: holder.id }, body });
    const namesake = await aContact(scene, { phone: `+${taken}` });
    const disabled = await aChannel(scene);
    await scene.api.channels.disable({ params: { id: disabled.id } });
    const before = await recordedEvents(scene);
    const error = (given: CreateConversationBody, code: Parameters<typeof refused>[1]) =>
      refused(scene.api.conversations.create({ body: given }), code);
    const details = { rule: 'address_on_channel', field: 'contactId' };
    for (const given of [
      { channelId, contactId: nameless.id },
      { channelId: instagram.id, contactId: callable.id },
      // The number is an address of another contact, so messages to it go to that contact.
      { channelId, contactId: namesake.id },
    ]) {
      expect(await error(given, 'SVC-RULE-VIOLATION')).toMatchObject({ details });
    }
    await error({ channelId, to: 'nobody' }, 'SVC-RECIPIENT-INVALID');
    await error({ channelId: disabled.id, to: phone }, 'SVC-CHANNEL-UNAVAILABLE');
    expect(await recordedEvents(scene)).toEqual(before);
    expect(await scene.api.conversations.list()).toMatchObject({ data: [] });
  });
}

async function start(scene: Scene, body: CreateConversationBody) {
  const { status, json } = await scene.call('conversations.create', { body });
  expect([200, 201], JSON.stringify(json)).toContain(status);
  return { status, conversation: json as Conversation };
}
