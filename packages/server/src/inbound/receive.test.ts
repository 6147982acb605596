import type { Contact, Conversation, SimulatedInbound } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { eventsTable } from '../events/table.ts';

describe.each(targets)('receiving messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('records the events of contact and conversation before that of the message', async () => {
    const scene = await createScene(server);
    const { message, duplicate } = await scene.receive({ profileName: 'Ana Lima' });
    expect(duplicate).toBe(false);
    expect(await scene.events()).toEqual([
      'contact.created',
      'conversation.created',
      'message.received',
    ]);
    expect(await scene.timeline(message.id)).toEqual(['received']);
    const created = await scene.ctx.db
      .select(eventsTable)
      .where({ type: 'conversation.created' })
      .first();
    expect(JSON.parse(created?.body ?? '').data.object).toMatchObject({
      lastMessage: null,
      messageCount: 0,
      contact: { name: 'Ana Lima' },
    });
    expect(await scene.conversation(message.conversationId)).toMatchObject({
      source: 'inbound',
      unreadCount: 1,
      messageCount: 1,
      lastMessage: { id: message.id, status: 'received' },
      waitingSince: message.createdAt,
      window: { open: true },
    });
  });

  test('two tenants can use the same externalId', async () => {
    const scenes = [await createScene(server), await createScene(server)];
    for (const scene of scenes) {
      const { duplicate } = await scene.receive({ from: '4915112345678', externalId: 'shared' });
      expect(duplicate).toBe(false);
    }
  });

  test('with that channel setting, a message after the close starts a new conversation', async () => {
    const scene = await createScene(server, { settings: { threading: 'new_after_close' } });
    const { message } = await scene.receive();
    await scene.call(`PATCH /conversations/${message.conversationId}`, { status: 'closed' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.receive({ from: message.from })),
    );
    const conversations = new Set(answers.map((answer) => answer.message.conversationId));
    expect(conversations.size).toBe(1);
    expect(conversations).not.toContain(message.conversationId);
    expect((await scene.conversation(message.conversationId)).status).toBe('closed');
  });

  test.each([
    ['5491123456789', '541123456789'],
    ['5215512345678', '525512345678'],
  ])('%s and %s are the same customer', async (one, other) => {
    const scene = await createScene(server);
    const first = await scene.receive({ from: one });
    const second = await scene.receive({ from: other });
    expect(second.message).toMatchObject({
      from: other,
      contactId: first.message.contactId,
      conversationId: first.message.conversationId,
    });
    const { json } = await scene.call<Contact>(`GET /contacts/${first.message.contactId}`);
    expect(json.identities.map((identity) => identity.address)).toEqual([one, other]);
  });

  test('a profile name fills an empty name and replaces none', async () => {
    const scene = await createScene(server);
    const { message } = await scene.receive();
    const contact = async () =>
      (await scene.call<Contact>(`GET /contacts/${message.contactId}`)).json;
    expect((await contact()).name).toBeNull();
    await scene.receive({ from: message.from, profileName: 'Ana' });
    expect(await contact()).toMatchObject({ name: 'Ana', identities: [{ profileName: 'Ana' }] });
    await scene.receive({ from: message.from, profileName: 'Ana Lima' });
    expect(await contact()).toMatchObject({
      name: 'Ana',
      identities: [{ profileName: 'Ana Lima' }],
    });
    const { json } = await scene.call<Conversation>(`GET /conversations/${message.conversationId}`);
    expect(json.contact.name).toBe('Ana');
  });

  test('on Instagram an address belongs to its channel', async () => {
    const scene = await createScene(server, { type: 'instagram' });
    const { message } = await scene.receive({ from: '17841400000000000' });
    const { json: other } = await scene.call<{ id: string }>('POST /channels', {
      name: 'Other',
      type: 'instagram',
      provider: 'sandbox',
    });
    const { json } = await scene.call<SimulatedInbound>(
      `POST /channels/${other.id}/simulate/inbound`,
      { type: 'text', from: '17841400000000000', text: 'Hi' },
    );
    expect(json.message.contactId).not.toBe(message.contactId);
  });
});
