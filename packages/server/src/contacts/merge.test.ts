import type { Contact, Message, Page, UpsertContactBody } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectBelow } from '../../../../scripts/test/expect-short-hold.ts';
import { longestHold } from '../../../../scripts/test/longest-hold.ts';
import { aContactWithRecords } from '../../test/contact-with-records.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, drain, makeDue, type Scene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { linkIdentity } from '../identities/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { moveAddress } from './addresses.ts';
import { finishMerge, getContact, mergeContacts, moveInSteps, prepareMerge } from './merge.ts';
import { contacts } from './records.ts';
import { readAddresses } from './statements/read-addresses.ts';
import { upsertContact } from './upsert.ts';

describe.each(targets)('a merge of contacts on %s', (target) => {
  let server: TestServer;
  // Reading them all would hold a process up. Postgres itself is another process.
  const manyMessages = target === 'SQLite' ? 20_000 : 5_000;
  // More records than one statement moves. On SQLite, one statement for all of them would take too long.
  const manyRecords = target === 'SQLite' ? 4_000 : 2_100;
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterAll(() => server.close());

  test('with very many messages holds the process up only for a moment, and is complete when it is answered', async () => {
    const scene = await createScene(server);
    const merged: { primaryId: string; lastId: string }[] = [];
    const prepare = async () => {
      const { message } = await scene.receive();
      const prefix = `${message.id.slice(0, -7)}${merged.length}`;
      const copies = { count: manyMessages, prefix, cells: { external_id: 'null' } };
      await copyRow(server, { table: 'messages', id: message.id }, copies);
      const { json } = await scene.call<Contact>('POST /contacts', { name: 'Primary' });
      const lastId = `${prefix}${String(manyMessages).padStart(6, '0')}`;
      merged.push({ primaryId: json.id, lastId });
      return { primaryId: json.id, duplicateId: message.contactId };
    };
    await expectBelow(50, 2, async () => {
      const body = await prepare();
      return await longestHold(async () => {
        expect((await scene.call('POST /contacts/merge', body)).status).toBe(200);
      });
    });
    for (const { primaryId, lastId } of merged) {
      expect((await scene.message(lastId)).contactId).toBe(primaryId);
      const path = `GET /messages?contactId=${primaryId}&limit=100`;
      const { data } = (await scene.call<Page<Message>>(path)).json;
      expect(data.map(({ contactId }) => contactId)).toEqual(data.map(() => primaryId));
      expect(data).toHaveLength(100);
    }
  });

  test('between the two reads of a contact refuses it, instead of showing it without identities', async () => {
    const scene = await createScene(server);
    const [{ contactId: duplicateId }, { contactId: primaryId }] = [
      (await scene.receive()).message,
      (await scene.receive()).message,
    ];
    const { ctx } = scene;
    const run = ctx.db.run.bind(ctx.db);
    vi.spyOn(ctx.db, 'run').mockImplementation(async (...given) => {
      const [statement] = given;
      if (statement === readAddresses) await mergeContacts(ctx, { primaryId, duplicateId });
      return await run(...given);
    });
    await expect(getContact(ctx, duplicateId)).rejects.toMatchObject({
      code: 'SVC-NOT-FOUND',
      details: { mergedIntoId: primaryId },
    });
  });

  test('between the search of an upsert and its change lets it update the primary contact', async () => {
    const scene = await createScene(server);
    const create = async (body: object) => (await scene.call<Contact>('POST /contacts', body)).json;
    const phone = '+14155550111';
    const [{ id: duplicateId }, { id: primaryId }] = [await create({ phone }), await create({})];
    const { holderOf } = contacts;
    vi.spyOn(contacts, 'holderOf').mockImplementationOnce(async (...given) => {
      const holder = await holderOf(...given);
      await mergeContacts(scene.ctx, { primaryId, duplicateId });
      return holder;
    });
    const body: UpsertContactBody = { match: ['phone'], phone, name: 'Ana' };
    expect(await upsertContact(scene.ctx, body)).toMatchObject({
      status: 'updated',
      contact: { id: primaryId, phone, name: 'Ana' },
    });
  });

  test('with very many records holds the process up only for a moment, and moves each of them', async () => {
    const scene = await createScene(server);
    const primary = (await scene.call<Contact>('POST /contacts', { name: 'Primary' })).json;
    let merged = 0;
    const holdOfMerge = async () => {
      const duplicateId = await aContactWithRecords(server, scene, manyRecords);
      const body = { primaryId: primary.id, duplicateId };
      merged += 1;
      return await longestHold(async () => {
        expect((await scene.call('POST /contacts/merge', body)).status).toBe(200);
      });
    };
    if (target === 'SQLite') await expectBelow(50, 2, holdOfMerge);
    else await holdOfMerge();
    const { writer } = server.deps.database;
    for (const table of ['notes', 'deals', 'tickets', 'conversations']) {
      const [row] = await writer(table).where({ contact_id: primary.id }).count({ n: '*' });
      expect(Number(row?.n), table).toBe(merged * manyRecords);
    }
  });

  test('of very many records that is interrupted is finished by a job, and keeps refusals meanwhile', async () => {
    const scene = await createScene(server);
    const duplicateId = await aContactWithRecords(server, scene, 600);
    const { contactId: primaryId } = (await scene.receive()).message;
    await scene.call(`POST /contacts/${duplicateId}/opt-out`, { scope: 'all' });
    const body = { primaryId, duplicateId };
    await moveInSteps(scene.ctx, body);
    const of = (contact_id: string) => server.deps.database.writer('deals').where({ contact_id });
    expect([await of(primaryId), await of(duplicateId)]).toMatchObject({
      length: 2,
      0: { length: 600 },
    });
    const { consent } = (await scene.call<Contact>(`GET /contacts/${primaryId}`)).json;
    expect(consent.all.status).toBe('opted_out');
    expect((await scene.call(`GET /contacts/${duplicateId}`)).status).toBe(200);
    await makeDue(server);
    await drain(server);
    const { status, json } = await scene.call<{ error: { details: object } }>(
      `GET /contacts/${duplicateId}`,
    );
    expect([status, json.error.details]).toMatchObject([404, { mergedIntoId: primaryId }]);
    await scene.call(`DELETE /contacts/${primaryId}`);
    await finishMerge.run(scene.ctx, { payload: body } as Parameters<typeof finishMerge.run>[1]);
    expect((await scene.call(`GET /contacts/${primaryId}`)).status).toBe(404);
  });

  test('does not lose a message whose attempt begins before the merge is committed', async () => {
    const scene = await createScene(server);
    const { id, contactId: duplicateId } = await scene.send();
    const { json: primary } = await scene.call<Contact>('POST /contacts', { name: 'Primary' });
    let delivering: Promise<void> | undefined;
    await inTransaction(scene.ctx, async (ctx) => {
      await mergeContacts(ctx, { primaryId: primary.id, duplicateId });
      delivering = drain(server);
      if (target === 'Postgres') await someoneWaits(server.deps.database);
    });
    await delivering;
    await drain(server);
    const { status, contactId } = await scene.message(id);
    expect([status, contactId]).toEqual(['read', primary.id]);
    const { json } = await scene.call<Contact>(`GET /contacts/${primary.id}`);
    expect(json.lastOutboundAt).not.toBeNull();
  });

  test('does not lose a change of number that comes before the merge is committed', async () => {
    const scene = await createScene(server);
    const [previous, current] = [aPhone(), aPhone()];
    const [duplicateId, primaryId] = [await aContact(scene, previous), await aContact(scene)];
    let moving: Promise<void> | undefined;
    await inTransaction(scene.ctx, async (ctx) => {
      await mergeContacts(ctx, { primaryId, duplicateId });
      moving = inTransaction(scene.ctx, (ctx) =>
        moveAddress(ctx, 'whatsapp', { previous, current }),
      );
      if (target === 'Postgres') await someoneWaits(server.deps.database);
    });
    await moving;
    expect(await aContact(scene, current)).toBe(primaryId);
    expect(await aContact(scene, previous)).not.toBe(primaryId);
  });

  test('that another merge precedes is refused when the contact would get more than 100 identities', async () => {
    const { ctx } = await createScene(server);
    const ids: string[] = [];
    for (let contact = 0; contact < 3; contact += 1) {
      const { id } = await contacts.create(ctx, {});
      for (let n = 0; n < 40; n += 1)
        await linkIdentity(ctx, id, { channelType: 'whatsapp', address: aPhone() });
      ids.push(id);
    }
    const [primaryId = '', ...duplicates] = ids;
    const bodies = duplicates.map((duplicateId) => ({ primaryId, duplicateId }));
    for (const body of bodies) expect(await prepareMerge(ctx, body)).toBe(false);
    const merged = await Promise.allSettled(bodies.map((body) => mergeContacts(ctx, body)));
    expect(merged.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await contacts.get(ctx, primaryId)).identities).toHaveLength(80);
  });

  test('beside other merges, messages and sends leaves one contact, and all messages with it', async () => {
    const scene = await createScene(server);
    for (let round = 0; round < 4; round += 1) {
      const phone = aPhone();
      const [first, second, third] = [
        await aContact(scene, phone),
        await aContact(scene),
        await aContact(scene),
      ];
      const merge = (primaryId: string, duplicateId: string) =>
        scene.call('POST /contacts/merge', { primaryId, duplicateId });
      const [once, , sent, received, twice] = await Promise.all([
        merge(second, first),
        merge(second, first),
        scene.send({ to: phone }),
        scene.receive({ from: phone }),
        merge(third, second),
      ]);
      await drain(server);
      expect(twice.status).toBe(200);
      if (once.status !== 200) expect(once.status).toBe(404);
      const { contactId } = await scene.conversation(sent.conversationId);
      const messages = [await scene.message(sent.id), await scene.message(received.message.id)];
      expect(messages.map((message) => message.contactId)).toEqual([contactId, contactId]);
      expect(messages[0]?.status).toBe('read');
      expect((await scene.call(`GET /contacts/${contactId}`)).status).toBe(200);
    }
  });
});

async function aContact(scene: Scene, from = aPhone()): Promise<string> {
  return (await scene.receive({ from })).message.contactId;
}
