import type { Channel } from '@parley/contract/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { findSuppressions } from '../suppressions/service.ts';
import { inTransaction } from '../tenancy/context.ts';

// A tenant may have any number of these records. Requests must read a page or a row of them by an index.

// A list asks other indexes after 3,000 rows.
const count = 4_000;
const most = 110;
let server: TestServer;
let scene: Scene;
let ids: Record<'contact' | 'conversation' | 'message', string>;

beforeAll(async () => {
  server = await startQuiet('SQLite');
  scene = await createScene(server);
  const { message } = await scene.receive();
  const { contactId, conversationId } = message;
  ids = { contact: contactId, conversation: conversationId, message: message.id };
  const made = async (request: string, body: object) =>
    (await scene.call<{ id: string }>(request, body)).json.id;
  const suppressed = { channelType: 'whatsapp', address: '4915550001', scope: 'all' };
  await scene.call(`POST /contacts/${contactId}/opt-out`, { scope: 'all' });
  const { writer } = server.deps.database;
  const [consent] = await writer('consents').select('id');
  const rows = {
    notes: await made(`POST /contacts/${contactId}/notes`, { body: 'Called' }),
    tickets: await made('POST /tickets', { subject: 'Help' }),
    suppressions: await made('POST /suppressions', suppressed),
    consents: consent.id,
    messages: message.id,
  };
  const cells: Record<string, Record<string, string>> = {
    tickets: { number: 'n + 10000' },
    suppressions: { hash: "'hash ' || n" },
    messages: { external_id: "'later ' || n", direction: "'outbound'", created_at: "'2099'" },
  };
  for (const [table, id] of Object.entries(rows)) {
    const prefix = id.slice(0, -6);
    await copyRow(server, { table, id }, { count, prefix, cells: cells[table] ?? {} });
  }
});
afterAll(() => server.close());

test.each([
  ['the notes of a contact', 'notes', () => ask(`GET /contacts/${ids.contact}/notes?limit=100`)],
  [
    'the notes of a contact that changed since a time',
    'notes',
    () => ask(`GET /contacts/${ids.contact}/notes?updatedAfter=2098-01-01T00:00:00Z`),
  ],
  [
    'the decisions of a contact',
    'consents',
    () => ask(`GET /contacts/${ids.contact}/consents?limit=100`),
  ],
  ['suppressions', 'suppressions', () => ask('GET /suppressions?limit=100')],
  [
    'the suppressions of one address',
    'suppressions',
    async () => {
      const address = { channelType: 'whatsapp', key: '4915550001' } as const;
      await inTransaction(scene.ctx, (ctx) => findSuppressions(ctx, [address]));
    },
  ],
  [
    'the suppressions of a new contact',
    'suppressions',
    () => ask('POST /contacts', { phone: '+4915550009' }),
  ],
  [
    'tickets with the number of a new ticket',
    'tickets',
    () => ask('POST /tickets', { subject: 'Help' }),
  ],
  [
    'the message that a typing indicator is about',
    'messages',
    () => ask(`POST /conversations/${ids.conversation}/typing`),
  ],
])('on SQLite, %s are read by an index, and not all of them', async (_what, table, work) => {
  const asked = (await askedPlans(work)).filter(({ plan }) => plan.includes(` ${table} `));
  expect(asked.length).toBeGreaterThan(table === 'tickets' ? -1 : 0);
  for (const { plan, text, rows } of asked) {
    expect(plan, text).not.toMatch(new RegExp(`SCAN ${table}|TEMP B-TREE`));
    expect(rows, text).toBeLessThanOrEqual(most);
  }
});

async function ask(request: string, body?: object): Promise<void> {
  const { status, json } = await scene.call<Channel>(request, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
}
