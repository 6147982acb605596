import type { Message } from '@parley/contract/schemas';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { messageBody, whatsappBody } from '../../test/whatsapp-bodies.ts';
import {
  openWhatsAppShop,
  startWithWhatsApp,
  type WhatsAppShop,
} from '../../test/whatsapp-shop.ts';
import { addStatedAddresses } from './aliases.ts';
import { contacts } from './records.ts';
import { identitiesTable } from './table.ts';

const text = (body: string) => ({ type: 'text', text: { body } });

describe.each(targets)('addresses that WhatsApp states for a recipient, on %s', (target) => {
  const server = serverOfTests(() => startWithWhatsApp(target));
  afterEach(() => {
    vi.restoreAllMocks();
    server.simulator.faults.clear();
  });

  /** Opens a shop whose WhatsApp has another number and a user ID for a recipient. */
  async function withRecipient() {
    const shop = await openWhatsAppShop(server);
    const [to, waId] = [aPhone(), aPhone()];
    const userId = `DE.${to}`;
    shop.account.recipients.set(to, { waId, userId });
    shop.account.lastInboundMs.set(waId, Date.now());
    return { shop, to, waId, userId };
  }

  async function sent({ scene, send, work }: WhatsAppShop, to: string): Promise<Message> {
    const { status, json } = await send(to);
    expect([status, json]).toMatchObject([202, {}]);
    await work();
    return await scene.message(json.id);
  }

  const addressesOf = async (shop: WhatsAppShop, message: Message | undefined) =>
    (await shop.contactOf(message)).identities.map(({ address }) => address).sort();

  test('adds the number and the user ID of the response to the contact of the message', async () => {
    const { shop, to, waId, userId } = await withRecipient();
    // Without a URL for webhooks, no report of the message arrives.
    shop.account.app.callbackUrl = undefined;
    const message = await sent(shop, to);
    expect(message.status).toBe('sent');
    expect(await addressesOf(shop, message)).toEqual([to, waId, userId].sort());
    expect((await shop.scene.events()).filter((type) => type === 'contact.updated')).toEqual([
      'contact.updated',
    ]);
  });

  test('keeps a reply from the other number in the conversation, and its opt-out applies to both numbers', async () => {
    const { shop, to, waId } = await withRecipient();
    const message = await sent(shop, to);
    server.simulator.write(shop.account, { address: waId }, text('STOP'));
    await shop.work();
    const [reply] = await shop.scene.messages('&direction=inbound');
    expect(reply).toMatchObject({ from: waId, conversationId: message.conversationId });
    expect(await shop.contacts()).toHaveLength(1);
    const refused = { status: 409, json: { error: { code: 'SVC-RECIPIENT-OPTED-OUT' } } };
    for (const address of [to, waId])
      expect((await shop.send(address)).json).toMatchObject(refused.json);
  });

  test('places messages to and from both numbers in one conversation', async () => {
    const { shop, to, waId, userId } = await withRecipient();
    await sent(shop, to);
    server.simulator.write(shop.account, { address: waId }, text('Hello'));
    await shop.work();
    await shop.take(messageBody(shop.account.id, { bsuid: userId }, text('From nowhere')));
    await sent(shop, waId);
    await sent(shop, userId);
    expect(await shop.conversations()).toHaveLength(1);
    expect(await shop.scene.messages()).toHaveLength(5);
  });

  test('adds addresses of a status report when the response was lost', async () => {
    const { shop, to, waId, userId } = await withRecipient();
    server.simulator.fail({ fault: { kind: 'lost_answer' }, path: 'messages', times: 1 });
    const message = await sent(shop, to);
    expect(message.status).toBe('read');
    expect(await addressesOf(shop, message)).toEqual([to, waId, userId].sort());
  });

  test('does not add the group to which a report belongs', async () => {
    const { shop, to } = await withRecipient();
    shop.account.recipients.clear();
    const { externalId: id, ...message } = await sent(shop, to);
    const report = { id, status: 'played', timestamp: '1753851315', recipient_type: 'group' };
    await shop.take(
      whatsappBody(shop.account.id, { statuses: [{ ...report, recipient_id: aPhone() }] }),
    );
    expect(await addressesOf(shop, { ...message, externalId: id })).toEqual([to]);
  });

  test('leaves an address of another contact there, and suggests one merge', async () => {
    const { shop, to, waId, userId } = await withRecipient();
    server.simulator.write(shop.account, { address: waId }, text('Hello'));
    await shop.work();
    const [before] = await shop.contacts();
    const message = await sent(shop, to);
    await sent(shop, to);
    expect(await addressesOf(shop, message)).toEqual([to, userId].sort());
    expect((await shop.contactOf({ contactId: before?.id ?? '' })).identities).toHaveLength(1);
    const { json } = await shop.scene.call<{ data: { data: object }[] }>(
      'GET /events?type=contact.merge_suggested',
    );
    expect(json.data.map(({ data }) => data)).toMatchObject([
      { object: { id: before?.id, mergeIntoId: message.contactId } },
    ]);
  });

  test('an opt-out applies to the contacts of both numbers', async () => {
    const { shop, to, waId } = await withRecipient();
    server.simulator.write(shop.account, { address: waId }, text('Hello'));
    await shop.work();
    const message = await sent(shop, to);
    server.simulator.write(shop.account, { address: waId }, text('STOP'));
    await shop.work();
    const found = await shop.contacts();
    expect(found.map(({ consent }) => consent.all.status)).toEqual(['opted_out', 'opted_out']);
    expect(found.map(({ id }) => id)).toContain(message.contactId);
  });

  test('suggests to merge into the contact of the user ID, as for a message', async () => {
    const { shop, to, userId } = await withRecipient();
    await shop.take(messageBody(shop.account.id, { bsuid: userId }, text('Hello')));
    const [owner] = await shop.contacts();
    const message = await sent(shop, to);
    const { json } = await shop.scene.call<{ data: { data: object }[] }>(
      'GET /events?type=contact.merge_suggested',
    );
    expect(json.data.map(({ data }) => data)).toMatchObject([
      { object: { id: message.contactId, mergeIntoId: owner?.id } },
    ]);
  });

  test('a contact whose other number is suppressed is opted out', async () => {
    const { shop, to, waId } = await withRecipient();
    const suppression = { channelType: 'whatsapp', address: waId, scope: 'marketing' };
    expect((await shop.scene.call('POST /suppressions', suppression)).status).toBe(201);
    const message = await sent(shop, to);
    expect((await shop.contactOf(message)).consent.marketing.status).toBe('opted_out');
  });

  test('a changed number replaces both numbers, and the conversation continues', async () => {
    const { shop, to, waId, userId } = await withRecipient();
    const message = await sent(shop, to);
    const after = aPhone();
    const system = { type: 'user_changed_number', wa_id: after, body: 'changed' };
    const change = {
      from: waId,
      id: 'wamid.changed',
      timestamp: '1753851315',
      type: 'system',
      system,
    };
    // The description of the customer already has the new number.
    const described = { profile: { name: 'Ana' }, wa_id: after };
    await shop.take(whatsappBody(shop.account.id, { contacts: [described], messages: [change] }));
    expect(await addressesOf(shop, message)).toEqual([after, userId].sort());
    await shop.take(messageBody(shop.account.id, { from: waId }, text('Somebody else')));
    await shop.take(messageBody(shop.account.id, { from: after }, text('Me')));
    const messages = await shop.scene.messages('&direction=inbound');
    const other = messages.find(({ text }) => text === 'Somebody else');
    const own = messages.find(({ text }) => text === 'Me');
    expect(other?.contactId).not.toBe(message.contactId);
    expect(own).toMatchObject({
      contactId: message.contactId,
      conversationId: message.conversationId,
    });
    expect((await shop.contactOf(message)).phone).toBe(`+${after}`);
    // The number with which the user ID was stated has a new owner, whom an opt-out of the customer does not concern.
    await shop.take(messageBody(shop.account.id, { from: to }, text('A third person')));
    await shop.take(messageBody(shop.account.id, { bsuid: userId }, text('STOP')));
    const statuses = (await shop.contacts()).map(({ id, consent }) => [id, consent.all.status]);
    expect(statuses.filter(([, status]) => status === 'opted_out')).toEqual([
      [message.contactId, 'opted_out'],
    ]);
    expect(statuses).toHaveLength(3);
  });

  test('joins two numbers that the contact already has', async () => {
    const { shop, to, waId } = await withRecipient();
    const { json } = await shop.scene.call<{ id: string }>('POST /contacts', { phone: `+${to}` });
    const identity = { channelType: 'whatsapp', address: waId };
    await shop.scene.call(`POST /contacts/${json.id}/identities`, identity);
    const message = await sent(shop, to);
    await shop.take(messageBody(shop.account.id, { from: waId }, text('Hello')));
    const [reply] = await shop.scene.messages('&direction=inbound');
    expect(reply).toMatchObject({ contactId: json.id, conversationId: message.conversationId });
  });

  test('an erased contact leaves none of its addresses with another one', async () => {
    const { shop, to, waId } = await withRecipient();
    server.simulator.write(shop.account, { address: waId }, text('Hello'));
    await shop.work();
    const message = await sent(shop, to);
    const [other] = (await shop.contacts()).filter(({ id }) => id !== message.contactId);
    const addresses = async () => {
      const rows = await shop.scene.ctx.db.select(identitiesTable);
      return rows.flatMap(({ address, other_address }) => [address, other_address]);
    };
    expect((await addresses()).filter((address) => address === waId)).toHaveLength(2);
    await shop.scene.call(`DELETE /contacts/${other?.id}`);
    expect(await addresses()).not.toContain(waId);
  });

  test('reads nothing when WhatsApp states only the address of the message', async () => {
    const { shop, to } = await withRecipient();
    shop.account.recipients.clear();
    const message = await sent(shop, to);
    const read = vi.spyOn(shop.scene.ctx.db, 'select');
    const channel = { id: shop.channelId, type: 'whatsapp' } as const;
    await addStatedAddresses(shop.scene.ctx, { message, channel, stated: [to] });
    expect(read).not.toHaveBeenCalled();
    const stated = [to, aPhone()];
    for (let times = 0; times < 3; times += 1)
      await addStatedAddresses(shop.scene.ctx, { message, channel, stated });
    // The first call adds the address, the second one finds it, and the third one knows it.
    expect(read).toHaveBeenCalledTimes(2);
    // Reports also state the user ID.
    for (const further of [[...stated, `DE.${to}`], stated, [...stated, `DE.${to}`], stated])
      await addStatedAddresses(shop.scene.ctx, { message, channel, stated: further });
    const reads = read.mock.calls.length;
    for (const further of [[...stated, `DE.${to}`], stated])
      await addStatedAddresses(shop.scene.ctx, { message, channel, stated: further });
    expect(read).toHaveBeenCalledTimes(reads);
  });

  test('adds nothing to an erased contact', async () => {
    const { shop, to, waId } = await withRecipient();
    shop.account.recipients.clear();
    const message = await sent(shop, to);
    await shop.scene.call(`DELETE /contacts/${message.contactId}`);
    const channel = { id: shop.channelId, type: 'whatsapp' } as const;
    await addStatedAddresses(shop.scene.ctx, { message, channel, stated: [to, waId] });
    expect(await shop.scene.ctx.db.select(identitiesTable)).toEqual([]);
  });

  test('records a message as sent when its addresses cannot be stored', async () => {
    const { shop, to } = await withRecipient();
    await sent(shop, aPhone());
    const lock = vi.spyOn(contacts, 'lock').mockRejectedValue(new Error('a fault of this test'));
    const { json } = await shop.send(to);
    await shop.work();
    lock.mockRestore();
    expect(['sent', 'delivered', 'read']).toContain((await shop.scene.message(json.id)).status);
  });

  test('adds the addresses of many recipients while their reports arrive', async () => {
    const shop = await openWhatsAppShop(server);
    const recipients = Array.from({ length: 30 }, () => ({ to: aPhone(), waId: aPhone() }));
    for (const { to, waId } of recipients) {
      shop.account.recipients.set(to, { waId, userId: `DE.${to}` });
      shop.account.lastInboundMs.set(waId, Date.now());
    }
    server.simulator.deliver({ batch: 20, duplicates: 0.5, outOfOrder: true });
    await Promise.all(recipients.map(({ to }) => shop.send(to)));
    await shop.work();
    server.simulator.deliver({ batch: 1, duplicates: 0, outOfOrder: false });
    const rows = await shop.scene.ctx.db.select(identitiesTable);
    expect(rows).toHaveLength(90);
    for (const { to, waId } of recipients) {
      const owners = rows.filter(({ address }) => [to, waId, `DE.${to}`].includes(address));
      expect(new Set(owners.map(({ contact_id }) => contact_id)).size).toBe(1);
    }
    const messages = await shop.scene.messages();
    expect(messages.map(({ status }) => status)).toEqual(recipients.map(() => 'read'));
  });
});
