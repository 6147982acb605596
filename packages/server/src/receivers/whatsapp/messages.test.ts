import { type Contact, type EventType, eventSchemas } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../../test/databases.ts';
import { createLine, startReceiving } from '../../../test/receiving-scene.ts';
import { aPhone, drain, makeDue, type Scene } from '../../../test/scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';
import {
  messageBody,
  messagesOfEveryType,
  wamid,
  whatsappBody,
} from '../../../test/whatsapp-bodies.ts';
import { eventsTable } from '../../events/table.ts';

const text = (body: string, more = {}) => ({ type: 'text', text: { body }, ...more });

async function eventsOf<Type extends EventType>({ ctx }: Pick<Scene, 'ctx'>, type: Type) {
  const rows = await ctx.db.select(eventsTable).where({ type }).orderBy('sequence');
  return rows.map(({ body }) => eventSchemas[type].parse(JSON.parse(body)));
}

describe.each(targets)('messages of WhatsApp on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  test('stores messages of every type', async () => {
    const line = await createLine(server);
    const all = Object.entries(messagesOfEveryType).map(([name, given]) => ({
      name,
      from: aPhone(),
      ...given,
    }));
    await line.take(
      ...all.map(({ from, message }) => messageBody(line.externalId, { from }, { ...message })),
    );
    const stored = new Map((await line.messages()).map((message) => [message.from, message]));
    expect(stored.size).toBe(all.length);
    for (const { name, from, expected } of all) {
      const fields = { direction: 'inbound', status: 'received', from, ...expected };
      expect(stored.get(from), name).toMatchObject(fields);
    }
    expect(await line.failures()).toEqual([]);
    const ofEach = ['contact.created', 'conversation.created', 'message.received'];
    expect((await line.events()).sort()).toEqual(all.flatMap(() => ofEach).sort());
  });

  test('a message has the time that the network states, unless it is older than 30 days', async () => {
    const line = await createLine(server);
    const hours = [1, 31 * 24] as const;
    for (const ago of hours) {
      const timestamp = String(Math.floor(server.now().getTime() / 1_000) - ago * 3_600);
      await line.take(
        messageBody(line.externalId, { from: aPhone() }, text('late', { timestamp })),
      );
    }
    const messages = await line.messages();
    const ages = messages.map(({ createdAt }) => server.now().getTime() - Date.parse(createdAt));
    const hoursOld = ages.map((ms) => Math.floor(ms / 3_600_000));
    expect(hoursOld.toSorted()).toEqual([0, 1]);
  });

  test('names the message that is replied to, and the one that is reacted to', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const id = wamid();
    const body = (message: object) => messageBody(line.externalId, { from }, { ...message });
    await line.take(body(text('Do you?', { id })));
    await line.take(body(text('I ask again', { context: { id } })));
    const reaction = (emoji: string) => ({ type: 'reaction', reaction: { message_id: id, emoji } });
    await line.take(body(reaction('👍')));
    const [first, second, third] = await line.messages();
    expect(second?.replyTo).toEqual({ messageId: first?.id, externalId: id });
    expect(third?.reaction).toEqual({ emoji: '👍', messageId: first?.id, externalId: id });
    expect(first?.reactions).toMatchObject([{ from, emoji: '👍' }]);
    expect((await line.events()).at(-1)).toBe('message.updated');
    await line.take(body(reaction('')));
    expect((await line.messages())[0]?.reactions).toEqual([]);
  });

  test('edits and revokes change the message, also when they come before it', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const ids = { edited: wamid(), revoked: wamid() };
    const body = (message: object) => messageBody(line.externalId, { from }, { ...message });
    const edit = body({
      type: 'edit',
      edit: { original_message_id: ids.edited, message: text('at 6 pm') },
    });
    const revoke = body({ type: 'revoke', revoke: { original_message_id: ids.revoked } });
    await line.take(edit, revoke);
    expect(await line.messages()).toEqual([]);
    await line.take(body(text('at 5 pm', { id: ids.edited })));
    await line.take(body(text('secret', { id: ids.revoked })));
    await line.take(edit, revoke);
    expect(await line.messages()).toMatchObject([
      { text: 'at 6 pm', editedAt: expect.any(String), isDeleted: false },
      { text: null, isDeleted: true },
    ]);
    const updated = (await line.events()).filter((type) => type === 'message.updated');
    expect(updated).toHaveLength(2);
    const last = wamid();
    await line.take(body(text('secret', { id: last })));
    await line.take(body({ type: 'revoke', revoke: { original_message_id: last } }));
    const [, , revoked] = await line.messages();
    // A client that copies what changed must get the conversation without the deleted text.
    expect(await line.conversation(revoked?.conversationId ?? '')).toMatchObject({
      lastMessage: { id: revoked?.id, text: null },
      updatedAt: revoked?.updatedAt,
    });
  });

  test('a person without a number is the contact that its business-scoped ID was seen with', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const bsuid = `US.${from}123`;
    const body = (sender: object, message: object) =>
      messageBody(line.externalId, sender, { ...message });
    await line.take(body({ from, bsuid, username: 'ana' }, text('with both')));
    await line.take(body({ bsuid }, text('with the ID alone')));
    // This ID has been in `from`, too.
    await line.take(body({ from: bsuid }, text('with the ID in from')));
    const messages = await line.messages();
    expect(new Set(messages.map(({ contactId }) => contactId)).size).toBe(1);
    expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
    const { json } = await line.call<Contact>(`GET /contacts/${messages[0]?.contactId}`);
    expect(json).toMatchObject({
      phone: `+${from}`,
      identities: [
        { kind: 'phone', address: from, username: 'ana' },
        { kind: 'bsuid', address: bsuid },
      ],
    });
  });

  test('a person who was first seen without a number keeps the conversation with one', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const bsuid = `BR.${from}`;
    await line.take(messageBody(line.externalId, { bsuid }, text('without')));
    await line.take(messageBody(line.externalId, { from, bsuid }, text('with')));
    const [first, second] = await line.messages();
    expect(second).toMatchObject({
      contactId: first?.contactId,
      conversationId: first?.conversationId,
      from,
    });
  });

  test('a person whose ID and number belong to two contacts is reported once, and keeps the contact of the ID', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const bsuid = `US.${from}`;
    await line.take(messageBody(line.externalId, { bsuid }, text('ID')));
    await line.take(messageBody(line.externalId, { from }, text('number')));
    const both = (body: string) => messageBody(line.externalId, { from, bsuid }, text(body));
    await Promise.all([line.take(both('first')), line.take(both('second'))]);
    const messages = async () =>
      (await line.messages()).map(({ text, contactId }) => ({ text, contactId }));
    const contactOf = async (wanted: string) =>
      (await messages()).find(({ text }) => text === wanted)?.contactId;
    const [ofId, ofNumber] = [await contactOf('ID'), await contactOf('number')];
    for (const one of ['first', 'second']) expect(await contactOf(one)).toBe(ofId);
    const suggestions = () => eventsOf(line, 'contact.merge_suggested');
    const ids = { id: ofNumber, mergeIntoId: ofId };
    expect(ofNumber).not.toBe(ofId);
    expect(await suggestions()).toMatchObject([{ data: { object: ids } }]);
    const merge = { primaryId: ids.mergeIntoId, duplicateId: ids.id };
    expect((await line.call('POST /contacts/merge', merge)).status).toBe(200);
    await line.take(both('third'));
    expect(await suggestions()).toHaveLength(1);
    expect((await messages()).map(({ contactId }) => contactId)).toEqual(Array(5).fill(ofId));
    expect(await line.failures()).toEqual([]);
  });

  test('a person whose number is only the `phone` of another contact is reported once', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const bsuid = `US.${from}`;
    await line.take(messageBody(line.externalId, { bsuid }, text('ID')));
    const { json } = await line.call<Contact>('POST /contacts', { phone: `+${from}` });
    for (const body of ['first', 'second'])
      await line.take(messageBody(line.externalId, { from, bsuid }, text(body)));
    const [ofId, ...others] = (await line.messages()).map(({ contactId }) => contactId);
    expect(others).toEqual([ofId, ofId]);
    expect(await eventsOf(line, 'contact.merge_suggested')).toMatchObject([
      { data: { object: { id: json.id, mergeIntoId: ofId } } },
    ]);
  });

  test.each(['a STOP', 'a preference'])(
    '%s of a person with two contacts opts out both; a START opts in only one',
    async (how) => {
      const line = await createLine(server);
      const from = aPhone();
      const bsuid = `US.${from}`;
      await line.take(messageBody(line.externalId, { bsuid }, text('ID')));
      await line.take(messageBody(line.externalId, { from }, text('number')));
      const [ofId, ofNumber] = (await line.messages()).map(({ contactId }) => contactId);
      const consents = async () =>
        await Promise.all(
          [ofId, ofNumber].map(async (id) => {
            const { json } = await line.call<Contact>(`GET /contacts/${id}`);
            return json.consent.marketing.status;
          }),
        );
      const preference = {
        ...{ wa_id: from, user_id: bsuid, timestamp: Math.floor(Date.now() / 1_000) - 120 },
        ...{ category: 'marketing_messages', value: 'stop' },
      };
      await line.take(
        how === 'a STOP'
          ? messageBody(line.externalId, { from, bsuid }, text('STOP'))
          : whatsappBody(line.externalId, { user_preferences: [preference] }, 'user_preferences'),
      );
      expect(await consents()).toEqual(['opted_out', 'opted_out']);
      await line.take(messageBody(line.externalId, { from, bsuid }, text('START')));
      expect(await consents()).toEqual(['opted_in', 'opted_out']);
      expect(await line.failures()).toEqual([]);
    },
  );

  test('a new number keeps the conversation, and the old number is free', async () => {
    const line = await createLine(server);
    const [before, after] = [aPhone(), aPhone()];
    await line.take(messageBody(line.externalId, { from: before }, text('old number')));
    const body = `changed from ${before} to ${after}`;
    const system = { type: 'user_changed_number', wa_id: after, body };
    const change = messageBody(line.externalId, { from: before }, { type: 'system', system });
    await line.take(change, change);
    await line.take(messageBody(line.externalId, { from: after }, text('new number')));
    await line.take(messageBody(line.externalId, { from: before }, text('somebody else')));
    const messages = await line.messages();
    expect(messages.map(({ type, text }) => [type, text])).toEqual([
      ['text', 'old number'],
      ['system', body],
      ['text', 'new number'],
      ['text', 'somebody else'],
    ]);
    const [first, , third, fourth] = messages;
    expect(third?.conversationId).toBe(first?.conversationId);
    expect(fourth?.contactId).not.toBe(first?.contactId);
    const { json } = await line.call<Contact>(`GET /contacts/${first?.contactId}`);
    expect(json).toMatchObject({ phone: `+${after}`, identities: [{ address: after }] });
    expect((await eventsOf(line, 'contact.updated')).map(({ data }) => data)).toMatchObject([
      { changes: ['identities'], previous: { identities: [{ address: before }] } },
      { changes: ['phone'], previous: { phone: `+${before}` } },
    ]);
  });

  test('a new number that already wrote as another contact suggests one merge', async () => {
    const line = await createLine(server);
    const [before, after] = [aPhone(), aPhone()];
    await line.take(messageBody(line.externalId, { from: before }, text('old number')));
    await line.take(messageBody(line.externalId, { from: after }, text('new number')));
    const system = { type: 'user_changed_number', wa_id: after, body: 'changed' };
    const moved = () => messageBody(line.externalId, { from: before }, { type: 'system', system });
    await line.take(moved(), moved());
    const [first, second] = await line.messages();
    const object = { id: second?.contactId, mergeIntoId: first?.contactId };
    expect(await eventsOf(line, 'contact.merge_suggested')).toMatchObject([{ data: { object } }]);
    const merge = { primaryId: object.mergeIntoId, duplicateId: object.id };
    expect((await line.call('POST /contacts/merge', merge)).status).toBe(200);
    await line.take(moved());
    expect(await eventsOf(line, 'contact.merge_suggested')).toHaveLength(1);
    expect(await line.failures()).toEqual([]);
  });

  test.each(['a further address', 'a new number'])(
    'a contact that gets a suppressed address refuses messages: %s',
    async (way) => {
      const line = await createLine(server);
      const [before, after] = [aPhone(), aPhone()];
      const sender = way === 'a new number' ? { from: before } : { bsuid: `BR.${before}` };
      await line.take(messageBody(line.externalId, sender, text('before')));
      const suppression = { channelType: 'whatsapp', address: after, scope: 'marketing' };
      expect((await line.call('POST /suppressions', suppression)).status).toBe(201);
      const system = { type: 'user_changed_number', wa_id: after, body: 'changed' };
      await line.take(
        way === 'a new number'
          ? messageBody(line.externalId, sender, { type: 'system', system })
          : messageBody(line.externalId, { ...sender, from: after }, text('after')),
      );
      const [first] = await line.messages();
      const { json } = await line.call<Contact>(`GET /contacts/${first?.contactId}`);
      expect(json.identities.map(({ address }) => address)).toContain(after);
      const [change] = await eventsOf(line, 'contact.updated');
      const added = expect.objectContaining({ address: after });
      expect(change?.data.object).toMatchObject({ identities: expect.arrayContaining([added]) });
      expect(json.consent.marketing).toMatchObject({ status: 'opted_out', source: 'import' });
    },
  );

  test('a new business-scoped ID belongs to the same contact', async () => {
    const line = await createLine(server);
    const digits = aPhone();
    const [before, after] = [`CO.${digits}`, `MX.${digits}`];
    await line.take(messageBody(line.externalId, { bsuid: before }, text('before')));
    const system = {
      type: 'user_changed_user_id',
      body: 'changed',
      user_id: after,
      previous_user_id: before,
    };
    const message = { id: wamid(), timestamp: '1753851315', type: 'system', system };
    await line.take(whatsappBody(line.externalId, { messages: [message] }));
    await line.take(messageBody(line.externalId, { bsuid: after }, text('after')));
    const messages = await line.messages();
    expect(messages).toHaveLength(3);
    expect(new Set(messages.map(({ contactId }) => contactId)).size).toBe(1);
    expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
  });

  test('keeps items that no record is made of, and an item that fails does not hold up the others', async () => {
    const line = await createLine(server);
    const from = aPhone();
    const preference = { wa_id: from, category: 'a_new_one', value: 'stop' };
    const preferences = { user_preferences: [preference] };
    const calls = whatsappBody(line.externalId, { calls: [{ id: 'wacid.1' }] }, 'calls');
    const wrongSender = messageBody(line.externalId, { from: '1' }, text('from nobody'));
    const right = messageBody(line.externalId, { from }, text('right'));
    await line.take(
      whatsappBody(line.externalId, preferences, 'user_preferences'),
      calls,
      wrongSender,
      right,
    );
    expect(await line.messages()).toMatchObject([{ text: 'right' }]);
    expect(await line.failures()).toMatchObject([
      { kind: 'kept', status: 'kept', reason: 'user_preferences' },
      { kind: 'kept', status: 'kept', reason: 'calls' },
      {
        kind: 'message',
        status: 'retrying',
        reason: expect.stringContaining('must be a phone number'),
      },
    ]);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await makeDue(server);
      await drain(server);
    }
    expect((await line.failures()).map(({ status }) => status)).toEqual(['kept', 'kept', 'failed']);
  });
});
