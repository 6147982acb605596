import type { Channel, Contact, Message, Page } from '@parley/contract/schemas';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectBelow, expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { longestHold } from '../../../../scripts/test/longest-hold.ts';
import { askedPlans } from '../../test/asked-plans.ts';
import { aContactWithRecords } from '../../test/contact-with-records.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { createScene, drain, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { eventsTable } from '../events/table.ts';
import { eraseContact, eraseInSteps } from './erase.ts';
import { readAddresses } from './statements/read-addresses.ts';

// A tenant may have any number of jobs, stored responses and deals. An erasure must not block other requests while it
// searches them.

const others = 20_000;
const ownMessages = 30;
/** When the jobs and responses of `fill` are due or expire. */
const farMs = 9_000_000_000_000;

describe.each(targets)('an erasure among very many records on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('holds the process up only for a moment, and removes no others', async () => {
    const scene = await createScene(server);
    await fill(server, scene);
    const { writer } = server.deps.database;
    const erased: string[] = [];
    const reply = async ({ conversationId, id }: Message, n: number) => {
      const path = `/conversations/${conversationId}/messages`;
      const body = { type: 'text', text: 'Hi', ...(n % 2 ? {} : { scheduledAt: inAnHour() }) };
      const key = { 'idempotency-key': `${id}-${n}` };
      expect((await scene.call(`POST ${path}`, body, key)).status).toBe(202);
    };
    const prepare = async () => {
      const { message } = await scene.receive();
      for (let n = 0; n < ownMessages; n += 1) await reply(message, n);
      erased.push(message.contactId, message.conversationId);
      return message;
    };
    const erase = async (message: Message) => {
      await eraseInSteps(scene.ctx, message.contactId);
      const meanwhile = await scene.send({ to: message.from }, { 'idempotency-key': message.id });
      erased.push(meanwhile.conversationId);
      await eraseContact(scene.ctx, message.contactId);
    };
    await expectBelow(50, 3, async () => {
      const message = await prepare();
      return await longestHold(() => erase(message));
    });
    await drain(server);
    // All rows that are left are those of `fill`.
    for (const [table, ofFill] of [
      ['jobs', { due_at: farMs }],
      ['idempotency_records', { expires_at: farMs }],
    ] as const) {
      expect(await writer(table).whereNot(ofFill), table).toEqual([]);
      expect(await writer(table).count({ n: '*' })).toEqual([{ n: others }]);
    }
    for (const table of ['messages', 'message_events']) {
      const rows = JSON.stringify(await writer(table));
      for (const id of erased) expect(rows, table).not.toContain(id);
    }
  });

  test('finds the tickets and deals of the contact by indexes', async () => {
    const scene = await createScene(server);
    const { conversationId, contactId } = (await scene.receive()).message;
    const { contactId: other } = (await scene.receive()).message;
    const make = async (path: string, fields: object) =>
      (await scene.call<{ id: string }>(`POST ${path}`, fields)).json.id;
    const own: [table: string, id: string][] = [];
    for (const place of [{ contactId }, { conversationId }]) {
      own.push(['tickets', await make('/tickets', { subject: 'Late', ...place })]);
      own.push(['deals', await make('/deals', { title: 'Order', ...place })]);
    }
    const foreign = {
      tickets: await make('/tickets', { subject: 'Late', contactId: other }),
      deals: await make('/deals', { title: 'Order', contactId: other }),
    };
    for (const [table, id] of Object.entries(foreign)) {
      const cells = table === 'tickets' ? { number: 'n + 100' } : {};
      await copyRow(server, { table, id }, { count: 500, prefix: `${id.slice(0, -7)}9`, cells });
    }
    const { writer } = server.deps.database;
    if (target === 'Postgres') await writer.raw('analyze tickets, deals');
    const asked = await askedPlans(async () => {
      expect((await scene.call(`DELETE /contacts/${contactId}`)).status).toBe(204);
    });
    const searches = asked.filter(({ text }) => /^select id from (tickets|deals) /.test(text));
    expect(searches.length).toBeGreaterThanOrEqual(4);
    for (const { plan, looked, text } of searches) {
      expect(plan, text).not.toMatch(/\(tenant_id=\?\)/);
      expect(looked, text).toBeLessThan(10);
    }
    for (const [table, id] of own) {
      const row = await writer(table).where({ id }).first();
      expect([row.subject ?? row.title, row.contact_id]).toEqual(['[erased]', null]);
    }
  });

  test('of a contact with very many events removes a limited number of them at a time', async () => {
    const scene = await createScene(server);
    const count = target === 'SQLite' ? 10_000 : 500;
    const urls = ['a', 'b', 'c'].map((name) => ({
      url: `https://${name}.example.com`,
      events: ['contact.deleted'],
    }));
    for (const body of urls) {
      const { status } = await scene.call('POST /webhook-endpoints', body);
      expect(status).toBe(201);
    }
    const erased: string[] = [];
    const holdOfErasure = async () => {
      const { id } = (await scene.call<Contact>('POST /contacts', { name: 'Ana' })).json;
      const event = await scene.ctx.db.select(eventsTable).where({ subject_id: id }).first();
      const copied = { table: 'events', id: event?.id ?? '' };
      erased.push(id);
      const cells = { sequence: `-${erased.length} * 1000000 - n` };
      const prefix = `${copied.id.slice(0, -7)}${erased.length}`;
      await copyRow(server, copied, { count, prefix, cells });
      return await longestHold(async () => {
        expect((await scene.call(`DELETE /contacts/${id}`)).status).toBe(204);
      });
    };
    if (target === 'SQLite') await expectBelow(50, 2, holdOfErasure);
    else await holdOfErasure();
    const events = await scene.ctx.db.select(eventsTable).whereIn('subject_id', erased);
    expect(events.map(({ type }) => type)).toEqual(erased.map(() => 'contact.deleted'));
  });

  test('of a contact with very many records takes a limited number of them at a time', async () => {
    const scene = await createScene(server);
    // More messages than one transaction removes. On SQLite, one transaction with all of them would take too long.
    const count = target === 'SQLite' ? 1_500 : 150;
    const aContact = () => aContactWithRecords(server, scene, count);
    const left = [await aContact(), await aContact()];
    const list = async () => {
      const path = `/messages?contactId=${left.join()}&sort=createdAt`;
      const { status, json } = await scene.call<Page<Message>>(`GET ${path}`);
      expect([status, json.data.length]).toEqual([200, 2]);
    };
    if (target === 'SQLite') await expectShortHold(list, { tries: 2, mostMs: 50 });
    else await list();
    const erase = async () => {
      const { status } = await scene.call(`DELETE /contacts/${left.pop()}`);
      expect(status).toBe(204);
    };
    if (target === 'SQLite') await expectShortHold(erase, { tries: 2, mostMs: 50 });
    while (left.length > 0) await erase();
    const { writer } = server.deps.database;
    const ofTenant = async (table: string) =>
      await writer(table).where({ tenant_id: scene.ctx.db.tenantId });
    for (const table of ['contacts', 'conversations', 'notes', 'messages']) {
      expect(await ofTenant(table), table).toEqual([]);
    }
    const texts = { deals: 'title', tickets: 'subject', ticket_comments: 'body' };
    for (const [table, column] of Object.entries(texts)) {
      const rows = await ofTenant(table);
      expect(rows).toHaveLength(2 * count);
      expect(new Set(rows.map((row) => row[column])), table).toEqual(new Set(['[erased]']));
      expect(JSON.stringify(rows)).not.toContain('con_');
    }
  });
});

test('on SQLite, the windows of a contact are read from the newest conversation with each address', async () => {
  const server = await startQuiet('SQLite');
  const scene = await createScene(server);
  const { json: second } = await scene.call<Channel>('POST /channels', {
    name: 'Second',
    type: 'whatsapp',
    provider: 'sandbox',
  });
  const { conversationId: id, contactId } = (await scene.receive()).message;
  const copies = [
    { address: "'1555001'", channel_id: `'${scene.channel.id}'` },
    { address: "'1555001'", channel_id: `'${second.id}'` },
    { address: "'1555002'", channel_id: `'${second.id}'` },
  ];
  for (const [place, cells] of copies.entries()) {
    const prefix = `${id.slice(0, -7)}${place}`;
    const thread = { thread: 'n', sent_since_inbound: 'n' };
    const all = { count: 300, prefix, cells: { ...cells, ...thread } };
    await copyRow(server, { table: 'conversations', id }, all);
  }
  const asked = await askedPlans(async () => {
    const { exchanges } = await scene.ctx.db.run(readAddresses, [contactId, 'con_other']);
    const newest = exchanges.map((one) => [one.channelId, one.address, one.sentSinceInbound]);
    expect(new Set(newest.map(String))).toEqual(
      new Set([
        `${scene.channel.id},${(await scene.conversation(id)).contact.phone?.slice(1)},0`,
        `${scene.channel.id},1555001,300`,
        `${second.id},1555001,300`,
        `${second.id},1555002,300`,
      ]),
    );
  });
  const plan = asked.map((one) => one.plan).join('; ');
  const index = 'COVERING INDEX conversations_of_contact_by_address (tenant_id=? AND contact_id=?';
  expect(plan).toContain(`${index} AND channel_id=? AND address<?)`);
  expect(plan).toContain(`${index} AND channel_id<?)`);
  expect(plan).not.toMatch(/SCAN conversations/);
  await server.close();
});

test.each(targets)(
  'on %s, a new name of a contact is written to few conversations at a time',
  async (target) => {
    const server = await startQuiet(target);
    onTestFinished(() => server.close());
    const scene = await createScene(server);
    const { conversationId: id, contactId } = (await scene.receive()).message;
    const { conversationId: foreign } = (await scene.receive()).message;
    const prefix = `${id.slice(0, -7)}9`;
    await copyRow(
      server,
      { table: 'conversations', id },
      { count: 4_500, prefix, cells: { thread: 'n + 1' } },
    );
    const { writer } = server.deps.database;
    // Without statistics, Postgres compares each conversation of a step with all others.
    if (target === 'Postgres') await writer.raw('analyze conversations');
    const rename = async (name: string) => {
      expect((await scene.call(`PATCH /contacts/${contactId}`, { name })).status).toBe(200);
    };
    const named = async (contact_name: string) =>
      await writer('conversations').where({ contact_name }).orderBy('thread').pluck('thread');
    await rename('Ana');
    const most = target === 'SQLite' ? 500 : 2_000;
    const newest = Array.from({ length: most }, (_, n) => 4_501 - most + 1 + n);
    expect((await named('Ana')).map(Number)).toEqual(newest);
    await rename('Ada');
    const asked = await askedPlans(() => drain(server));
    expect(await named('Ana')).toEqual([]);
    expect(await named('Ada')).toHaveLength(4_501);
    expect((await scene.conversation(foreign)).contact.name).not.toBe('Ada');
    expect((await writer('conversations').where({ id }).first()).updated_at).toBe(
      (await writer('conversations').where({ contact_name: 'Ada' }).max({ at: 'updated_at' }))[0]
        ?.at,
    );
    expect(await writer('jobs').where({ name: 'show-contact' })).toEqual([]);
    const steps = asked.filter(({ text }) => /^update conversations/.test(text));
    if (target === 'Postgres') return;
    expect(steps.length).toBeGreaterThan(8);
    for (const { plan } of steps) expect(plan).toContain('(tenant_id=? AND contact_id=?');
    expect(steps[1]?.plan).toContain('(channel_id,address,thread)<(?,?,?)');
  },
);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function fill({ deps }: TestServer, { ctx }: Scene): Promise<void> {
  const tenant = `'${ctx.db.tenantId}'`;
  const { writer } = deps.database;
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${others})`;
  await writer.raw(`insert into jobs (tenant_id, name, payload, status, order_key, lane, attempts, due_at, created_at)
    ${numbers} select ${tenant}, 'deliver-message', '{"messageId":"msg_' || n || '"}', 'ready',
      'cnv_' || n, '', 0, ${farMs}, '2026-01-01T00:00:00.000Z' from numbers`);
  const padding = 'x'.repeat(1_000);
  await writer.raw(`insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, expires_at)
    ${numbers} select ${tenant}, 'POST /messages', 'key ' || n, '', 202, '{"id":"msg_' || n || '","text":"${padding}"}',
      ${farMs} from numbers`);
}
