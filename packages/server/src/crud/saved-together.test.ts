import type { Pipeline } from '@parley/contract/schemas';
import { erasedText } from '@parley/domain';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordSent, tripsOf } from '../../test/asked-of-postgres.ts';
import { aContactWithRecords } from '../../test/contact-with-records.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { dealPeriodsTable, dealsTable } from '../deals/table.ts';
import { eventsTable } from '../events/table.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketsTable } from '../tickets/table.ts';

const count = 40;

const recorded = recordSent();
afterAll(() => recorded.restore());
const server = serverOfTests(() => startQuiet('Postgres'));

let scene: Scene;
beforeEach(async () => {
  scene = await createScene(server);
});

const calling = async (request: string, body?: object) => {
  const { status, json } = await scene.call<{ id: string }>(request, body);
  expect(status).toBeLessThan(300);
  return json;
};

/** Creates deals that differ only in their IDs and positions. Returns their pipeline. */
async function someDeals(fields: object): Promise<Pipeline> {
  const { id } = await calling('POST /deals', { title: 'Renewal', ...fields });
  const cells = { position: 'position + n' };
  await copyRow(
    server,
    { table: 'deals', id },
    { count: count - 1, prefix: id.slice(0, -6), cells },
  );
  const { json } = await scene.call<{ data: Pipeline[] }>('GET /pipelines');
  return json.data[0] as Pipeline;
}

/** Returns the highest number of statements in one transaction of the request. */
async function mostStatements(request: string, body?: object): Promise<number> {
  recorded.sent.length = 0;
  await calling(request, body);
  return Math.max(...tripsOf(recorded.sent).map((trips) => trips.flat().length));
}

const eventsOf = async (type: string) =>
  Number(await scene.ctx.db.select(eventsTable).where({ type }).count());

test('a deletion of a stage moves many deals with few statements', async () => {
  const pipeline = await someDeals({});
  const [first, second] = pipeline.stages.map(({ id }) => id);
  const path = `DELETE /pipelines/${pipeline.id}/stages/${first}?moveDealsTo=${second}`;
  expect(await mostStatements(path)).toBeLessThan(20);
  const deals = await scene.ctx.db.select(dealsTable).where({ stage_id: second ?? '' });
  expect(deals).toHaveLength(count);
  const periods = await scene.ctx.db.select(dealPeriodsTable);
  const ended = periods.filter(({ left_at: leftAt }) => leftAt !== null);
  // Only the deal that was not copied had a period.
  expect(ended).toMatchObject([{ stage_id: first }]);
  const open = periods.filter((period) => !ended.includes(period));
  expect(new Set(open.map((period) => period.deal_id))).toEqual(new Set(deals.map(({ id }) => id)));
  expect(new Set(open.map((period) => period.stage_id))).toEqual(new Set([second]));
  expect(open[0]?.entered_at).toBe(ended[0]?.left_at);
});

test('a deletion of a custom field clears many deals with few statements', async () => {
  const field = { entity: 'deal', key: 'plan', label: 'Plan', type: 'text' };
  const { id } = await calling('POST /custom-fields', field);
  await someDeals({ customFields: { plan: 'gold' } });
  expect(await mostStatements(`DELETE /custom-fields/${id}?force=true`)).toBeLessThan(20);
  const deals = await scene.ctx.db.select(dealsTable).where({ custom_fields: '{}' });
  expect(deals).toHaveLength(count);
  expect(await eventsOf('deal.updated')).toBe(count);
});

test('an erasure clears many tickets and deals with few statements', async () => {
  const contactId = await aContactWithRecords(server, scene, count);
  expect(await mostStatements(`DELETE /contacts/${contactId}`)).toBeLessThan(25);
  const { db } = scene.ctx;
  const titles = (await db.select(dealsTable)).map(({ title }) => title);
  const subjects = (await db.select(ticketsTable)).map(({ subject }) => subject);
  const comments = (await db.select(ticketCommentsTable)).map(({ body }) => body);
  const texts = [titles, subjects, comments];
  expect(texts.map(({ length }) => length)).toEqual([count, count, count]);
  expect(new Set(texts.flat())).toEqual(new Set([erasedText]));
});
