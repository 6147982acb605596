import type { SimulatedInbound } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

// Filters whose index does not have the order of the page. The records with a rare value come last in that order.

const count = 12_000;
const due = { dueAt: '2020-01-01T00:00:00Z' };
const at = "'2099-01-01T' || substr(cast(10000000 + n as text), 2)";
/** Half of the times are before a range, and half of them after it. */
const around = "case when n % 2 = 0 then '2019-01-01' else '2030-01-01' end";

type Case = [
  table: string,
  filter: string,
  frequent: object,
  change: [method: string, path: string, body: object],
  timesAround: string[],
];

describe.each(targets)('on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test.each<Case>([
    ['tickets', 'type=incident', { subject: 'Help' }, ['PATCH', '', { type: 'incident' }], []],
    ['tickets', 'status=pending', { subject: 'Help' }, ['PATCH', '', { status: 'pending' }], []],
    ['tickets', 'priority=urgent', { subject: 'Help' }, ['PATCH', '', { priority: 'urgent' }], []],
    ['deals', 'valueMin=500', { title: 'Cups' }, ['PATCH', '', { value: 500 }], []],
    ['deals', 'valueMax=500', { title: 'Cups' }, ['PATCH', '', { value: 500 }], []],
    ['tickets', 'overdue=true', { subject: 'Help' }, ['PATCH', '', due], []],
    ['contacts', 'blocked=true', { name: 'Ana' }, ['POST', '/block', {}], []],
    [
      'tickets',
      'dueAfter=2020-01-01T00:00:00Z&dueBefore=2020-01-02T00:00:00Z',
      { subject: 'Help' },
      ['PATCH', '', due],
      ['due_asc', 'due_desc'],
    ],
    [
      'deals',
      'expectedCloseAfter=2020-01-01&expectedCloseBefore=2020-01-02',
      { title: 'Cups' },
      ['PATCH', '', { expectedCloseDate: '2020-01-01' }],
      ['expected_close_date', 'expected_close_desc'],
    ],
  ])(
    'few %s are found by the index of their value or range in any order: %s',
    async (table, filter, frequent, [method, path, change], timesAround) => {
      const scene = await createScene(server);
      const create = async () =>
        (await scene.call<{ id: string }>(`POST /${table}`, frequent)).json.id;
      const wanted = await create();
      await scene.call(`${method} /${table}/${wanted}${path}`, change);
      const id = await create();
      const number = table === 'tickets' ? { number: 'n + 1000' } : {};
      const times = Object.fromEntries(timesAround.map((column) => [column, around]));
      const cells = { created_at: at, updated_at: at, ...number, ...times };
      await copyRow(server, { table, id }, { count, prefix: id.slice(0, -6), cells });
      if (target === 'Postgres') await server.deps.database.writer.raw(`analyze ${table}`);
      const sort = table === 'contacts' ? '-updatedAt' : '-createdAt';
      const asked = await askedPlans(async () => {
        const { json } = await scene.call(`GET /${table}?sort=${sort}&${filter}`);
        expect(json).toMatchObject({ data: [{ id: wanted }], nextCursor: null });
      });
      const ofList = asked.filter(({ text }) => text.includes(` from ${table}`));
      const [found, ...more] = ofList.filter(({ text }) => text.startsWith('select id as line'));
      expect([found?.rows, more]).toEqual([1, []]);
      if (target === 'Postgres') {
        const looked = ofList.reduce((sum, one) => sum + one.looked, 0);
        expect(looked).toBeLessThan(count / 2);
      } else {
        expect(found?.plan).toMatch(
          /INDEX (\w+ \(.*(type|status|priority_rank|blocked)=\?|.*value_(asc|desc)[<>]\?|tickets_overdue|(tickets_by_due|deals_by_close).*>\? AND \w+<\?)/,
        );
        expect(ofList.length).toBeLessThan(8);
      }
    },
  );

  test.each([
    ['deals', 'pipelineId', 'pipelines', { name: 'Wholesale' }],
    [
      'conversations',
      'channelId',
      'channels',
      { name: 'Second', type: 'whatsapp', provider: 'sandbox' },
    ],
  ] as const)(
    'few %s of a record are found by its index in any order: %s',
    async (table, filter, of, body) => {
      const scene = await createScene(server);
      const { id: owner } = (await scene.call<{ id: string }>(`POST /${of}`, body)).json;
      const create = async (channel = scene.channel.id, more = {}) => {
        if (table === 'deals')
          return (await scene.call<{ id: string }>('POST /deals', { title: 'Cups', ...more })).json
            .id;
        const inbound = { type: 'text', from: aPhone(), text: 'Hi' };
        const path = `POST /channels/${channel}/simulate/inbound`;
        return (await scene.call<SimulatedInbound>(path, inbound)).json.message.conversationId;
      };
      const [wanted, id] = [await create(owner, { pipelineId: owner }), await create()];
      const thread = table === 'conversations' ? { thread: 'n + 1000' } : {};
      const cells = { created_at: at, updated_at: at, ...thread };
      await copyRow(server, { table, id }, { count, prefix: id.slice(0, -6), cells });
      if (target === 'Postgres') await server.deps.database.writer.raw(`analyze ${table}`);
      const asked = await askedPlans(async () => {
        const { json } = await scene.call(`GET /${table}?sort=-createdAt&${filter}=${owner}`);
        expect(json).toMatchObject({ data: [{ id: wanted }], nextCursor: null });
      });
      const [found] = asked.filter(({ text }) => text.startsWith('select id as line'));
      expect(found?.rows).toBe(1);
      if (target === 'SQLite') expect(found?.plan).toMatch(/deals_summary|conversations_thread/);
      else expect(found?.looked).toBeLessThan(10);
    },
  );

  test('failed messages are found in any order by a literal, without which Postgres uses no partial index', async () => {
    const scene = await createScene(server);
    const body = { channelId: scene.channel.id, to: '5511987654321', type: 'text', text: 'Hi' };
    const send = async () => (await scene.call<{ id: string }>('POST /messages', body)).json.id;
    const [wanted, id] = [await send(), await send()];
    const cells = { created_at: at, updated_at: at };
    const table = 'messages';
    await copyRow(server, { table, id }, { count, prefix: id.slice(0, -6), cells });
    await server.deps.database.writer(table).where({ id: wanted }).update({ status: 'failed' });
    const asked = await askedPlans(async () => {
      const { json } = await scene.call('GET /messages?sort=-updatedAt&status=failed');
      expect(json).toMatchObject({ data: [{ id: wanted }], nextCursor: null });
    });
    const [found] = asked.filter(({ text }) => text.startsWith('select id as line'));
    expect(found?.rows).toBe(1);
    expect(found?.text).toContain("status = 'failed'");
  });
});
