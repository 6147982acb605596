import type { Deal, Page, Pipeline, PipelineSummary } from '@parley/contract/schemas';
import { targetForStage } from '@parley/domain';
import { describe, expect, test, vi } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { askedPlans } from '../../test/asked-plans.ts';
import { targets } from '../../test/databases.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { lockRows, readRows } from '../db/row-statements.ts';
import type { Sqlite } from '../db/statement.ts';
import { deletePipeline, moveMostOfPipeline } from '../pipelines/service.ts';
import { deleteStage, moveMostOfStage } from '../stages/service.ts';
import { moveDeals } from './removal.ts';
import { sumDeals, summedAtOnce } from './statements/sum-deals.ts';
import { dealsTable } from './table.ts';

// A tenant may have any number of deals: no statement may read or write all of them.

const step = 2 ** 24;

describe.each(targets)('very many deals on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('are summed in parts', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [first, second] = pipeline.stages.map(({ id }) => id);
    const count = summedAtOnce + 700;
    await add(count, (n) => ({ stageId: n % 2 === 0 ? first : second, value: 1 + n / 10_000 }));
    const ofStages = [Math.ceil(count / 2), Math.floor(count / 2)];
    const run = target === 'SQLite' ? vi.spyOn(sumDeals, 'sqlite') : vi.spyOn(sumDeals, 'postgres');
    const path = `GET /pipelines/${pipeline.id}/summary`;
    const { stages } = (await scene.call<PipelineSummary>(path)).json;
    expect(run).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    expect(stages.slice(0, 2).map((stage) => stage.count)).toEqual(ofStages);
    const whole = count + ((count - 1) * count) / 2 / 10_000;
    const total = stages.reduce((sum, { values }) => sum + Number(values[0]?.total ?? 0), 0);
    expect(total).toBeCloseTo(whole, 4);
  });

  test('keep their order, and few of them move, when no number is left between two', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [stageId = ''] = pipeline.stages.map(({ id }) => id);
    await add(1_500, () => ({ stageId }));
    const column = async () =>
      await scene.ctx.db.select(dealsTable).where({ stage_id: stageId }).orderBy('position');
    const before = await column();
    // Each new deal is placed directly after the first deal.
    const made: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const [, next] = await scene.ctx.db
        .select(dealsTable)
        .where({ stage_id: stageId })
        .orderBy('position')
        .limit(2);
      const body = { title: `${n}`, stageId, position: Number(next?.position) };
      const { status, json } = await scene.call<Deal>('POST /deals', body);
      expect(status).toBe(201);
      made.unshift(json.id);
    }
    const after = await column();
    const [head = '', ...tail] = before.map(({ id }) => id);
    expect(after.map(({ id }) => id)).toEqual([head, ...made, ...tail]);
    const positions = after.map(({ position }) => Number(position));
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    const old = new Map(before.map(({ id, position }) => [id, Number(position)]));
    const moved = after.filter(
      ({ id, position }) => (old.get(id) ?? position) !== Number(position),
    );
    expect(moved.length).toBeGreaterThan(200);
    expect(moved.length).toBeLessThan(300);
  });

  test.each(['-createdAt', 'updatedAt'])(
    'of several stages are listed in the order of their indexes, by %s',
    async (sort) => {
      const { scene, pipeline, add } = await aBoard(server);
      const stages = pipeline.stages.slice(0, 3).map(({ id }) => id);
      await add(1_500, (n) => ({ stageId: stages[n % 3] ?? '' }));
      if (target === 'Postgres') await server.deps.database.writer.raw('analyze deals');
      const path = (query: string) => `GET /deals?sort=${sort}&limit=10${query}`;
      const all = (await scene.call<Page<Deal>>(path(''))).json.data;
      const asked = await askedPlans(async () => {
        const query = `&stageId=${stages.join()},${stages[0]}`;
        const first = (await scene.call<Page<Deal>>(path(query))).json;
        expect(first.data).toEqual(all);
        const next = `${query}&cursor=${encodeURIComponent(first.nextCursor ?? '')}`;
        const { data } = (await scene.call<Page<Deal>>(path(next))).json;
        expect(new Set([...first.data, ...data].map(({ id }) => id)).size).toBe(20);
      });
      const pages = asked.filter(({ text }) => /from deals\b/.test(text));
      expect(pages).toHaveLength(6);
      for (const { plan, looked, text } of pages) {
        expect(plan, text).not.toContain('TEMP B-TREE');
        expect(looked, text).toBeLessThan(100);
      }
    },
  );

  test('move to another pipeline by the index of their stage', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [first, second] = pipeline.stages.map(({ id }) => id);
    await add(230, (n) => ({ stageId: n % 2 === 0 ? first : second }));
    const other = await scene.call<Pipeline>('POST /pipelines', { name: 'Other' });
    const plans: string[] = [];
    for (const statement of target === 'SQLite' ? [readRows, lockRows] : []) {
      const read = statement.sqlite;
      vi.spyOn(statement, 'sqlite').mockImplementation((db: Sqlite, call) => {
        const { text, values } = call.input;
        const steps = db.prepare(`explain query plan ${text}`).all(call.tenantId, ...values);
        const details = (steps as { detail: string }[]).map(({ detail }) => detail);
        plans.push(...details.filter((detail) => / deals\b/.test(detail)));
        return read(db, call);
      });
    }
    const path = `DELETE /pipelines/${pipeline.id}?moveDealsTo=${other.json.stages[0]?.id}`;
    expect((await scene.call(path)).status).toBe(204);
    vi.restoreAllMocks();
    for (const plan of plans) expect(plan).toMatch(/\(tenant_id=\? AND (stage_id|id)=\?/);
    const rows = await scene.ctx.db
      .select(dealsTable)
      .where({ pipeline_id: other.json.id })
      .orderBy('position');
    // The deals of the first stage come first, in their order.
    const numbers = rows.map(({ title }) => Number(title));
    const all = Array.from({ length: 230 }, (_, n) => n);
    const even = (n: number) => n % 2 === 0;
    expect(numbers).toEqual([...all.filter(even), ...all.filter((n) => !even(n))]);
  });

  test('move with their stage or pipeline when they are few, so a refused deletion moves none', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const { id } = pipeline;
    const [first = '', second = '', third = ''] = pipeline.stages.map((stage) => stage.id);
    for (const stageId of [first, third]) await add(30, () => ({ stageId }));
    const left = async () => {
      const counts = [first, second, third].map(async (stage_id) =>
        Number(await scene.ctx.db.select(dealsTable).where({ stage_id }).count()),
      );
      return await Promise.all(counts);
    };
    const path = { id, stageId: first };
    await moveMostOfStage(scene.ctx, path, { moveDealsTo: second });
    expect(await left()).toEqual([30, 0, 30]);
    const { json: other } = await scene.call<Pipeline>('POST /pipelines', { name: 'Other' });
    const query = { moveDealsTo: other.stages[0]?.id ?? '' };
    await moveMostOfPipeline(scene.ctx, id, query);
    expect(await left()).toEqual([0, 0, 10]);
    // The target stages are deleted during the move.
    await deletePipeline(scene.ctx, other.id, { moveDealsTo: third });
    expect(await left()).toEqual([0, 0, 60]);
    await expect(deletePipeline(scene.ctx, id, query)).rejects.toMatchObject({
      code: 'SVC-NOT-FOUND',
    });
    await deleteStage(scene.ctx, { id, stageId: second }, { moveDealsTo: third });
    const deletion = deleteStage(scene.ctx, { id, stageId: third }, { moveDealsTo: second });
    await expect(deletion).rejects.toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect(await left()).toEqual([0, 0, 60]);
  });

  test('move with their pipeline, also those that come while others move', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [first = '', second = ''] = pipeline.stages.map((stage) => stage.id);
    for (const stageId of [first, second]) await add(60, () => ({ stageId }));
    const { json: other } = await scene.call<Pipeline>('POST /pipelines', { name: 'Other' });
    const moveDealsTo = other.stages[0]?.id ?? '';
    const { db } = scene.ctx;
    const run = db.transaction.bind(db);
    let turns = 0;
    vi.spyOn(db, 'transaction').mockImplementation(async (work) => {
      const result = await run(work);
      turns += 1;
      if (turns === 2) await add(60, () => ({ stageId: first }));
      return result;
    });
    await moveMostOfPipeline(scene.ctx, pipeline.id, { moveDealsTo });
    vi.restoreAllMocks();
    const moved = db.select(dealsTable).where({ stage_id: moveDealsTo });
    expect(Number(await moved.count())).toBe(150);
  });

  test('stay when others come as fast as they move, and the deletion is refused', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [first = ''] = pipeline.stages.map((stage) => stage.id);
    await add(60, () => ({ stageId: first }));
    const { json: other } = await scene.call<Pipeline>('POST /pipelines', { name: 'Other' });
    const { db } = scene.ctx;
    const run = db.transaction.bind(db);
    vi.spyOn(db, 'transaction').mockImplementation(async (work) => {
      const result = await run(work);
      await add(60, () => ({ stageId: first }));
      return result;
    });
    const moved = moveMostOfPipeline(scene.ctx, pipeline.id, {
      moveDealsTo: other.stages[0]?.id ?? '',
    });
    const details = { resource: 'pipeline', id: pipeline.id, references: { deals: 90 } };
    await expect(moved).rejects.toMatchObject({ code: 'SVC-IN-USE', details });
    vi.restoreAllMocks();
    const all = db.select(dealsTable).whereIn('pipeline_id', [pipeline.id, other.id]);
    expect(Number(await all.count())).toBe(240);
  });

  test('of two pipelines that are deleted with each other as the target move a limited number of times', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const count = 240;
    await add(count, () => ({ stageId: pipeline.stages[0]?.id }));
    const { json: other } = await scene.call<Pipeline>('POST /pipelines', { name: 'Other' });
    const { db } = scene.ctx;
    const run = db.transaction.bind(db);
    let turns = 0;
    vi.spyOn(db, 'transaction').mockImplementation((work) => {
      turns += 1;
      return run(work);
    });
    const outcomes = await Promise.allSettled(
      [[pipeline, other] as const, [other, pipeline] as const].map(([from, to]) =>
        moveMostOfPipeline(scene.ctx, from.id, { moveDealsTo: to.stages[0]?.id }),
      ),
    );
    vi.restoreAllMocks();
    expect(turns).toBeLessThan(6 * Math.ceil(count / 50));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'SVC-IN-USE' });
    }
    // A repeat of one of the deletions succeeds.
    const path = `DELETE /pipelines/${pipeline.id}?moveDealsTo=${other.stages[0]?.id}`;
    expect((await scene.call(path)).status).toBe(204);
    const moved = db.select(dealsTable).where({ pipeline_id: other.id });
    expect(Number(await moved.count())).toBe(count);
  });

  test('move out of a deleted stage in short transactions, and all of them after a repeat', async () => {
    const { scene, pipeline, add } = await aBoard(server);
    const [first = '', second = '', third = ''] = pipeline.stages.map(({ id }) => id);
    const count = 600;
    for (const stageId of [first, second]) await add(count, () => ({ stageId }));
    const left = async (stageId: string) =>
      Number(await scene.ctx.db.select(dealsTable).where({ stage_id: stageId }).count());
    // Simulates that the process is killed between two transactions.
    let turns = 0;
    const choose = (all: readonly Pipeline[]) => {
      turns += 1;
      if (turns > 6) throw new Error('killed');
      return targetForStage({ id: pipeline.id, stageId: first }, third, all);
    };
    const deleted = { resource: 'stage', id: first } as const;
    const moving = moveDeals(scene.ctx, { deleted, stageIds: [first], choose });
    await expect(moving).rejects.toThrow('killed');
    const part = await left(third);
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(count);
    expect(await left(first)).toBe(count - part);
    const stages = [first, second];
    const remove = async () => {
      const path = `DELETE /pipelines/${pipeline.id}/stages/${stages.pop()}?moveDealsTo=${third}`;
      expect((await scene.call(path)).status).toBe(204);
    };
    if (target === 'SQLite') await expectShortHold(remove, { tries: 2, mostMs: 50 });
    while (stages.length > 0) await remove();
    const rows = await scene.ctx.db
      .select(dealsTable)
      .where({ stage_id: third })
      .orderBy('position');
    expect(new Set(rows.map(({ position }) => position)).size).toBe(2 * count);
    // Some deals of the first stage moved first, then those of the second, then the rest of the first, each in its
    // order.
    const inOrder = Array.from({ length: count }, (_, n) => n);
    const titles = rows.map(({ title }) => Number(title));
    expect(titles).toEqual([...inOrder.slice(0, part), ...inOrder, ...inOrder.slice(part)]);
  });
});

interface Fields {
  readonly stageId: string | undefined;
  readonly value?: number;
}

/** Returns a tenant with a second pipeline. */
async function aBoard(server: TestServer) {
  const scene: Scene = await createScene(server);
  const { json: pipeline } = await scene.call<Pipeline>('POST /pipelines', { name: 'Many' });
  const add = async (count: number, fieldsOf: (n: number) => Fields) => {
    const stageId = fieldsOf(0).stageId;
    const { json } = await scene.call<Deal>('POST /deals', { title: '0', stageId });
    const row = await scene.ctx.db.select(dealsTable).where({ id: json.id }).first();
    if (!row) throw new Error('the deal has no row');
    const deal = dealsTable.toRecord(row);
    await scene.call(`DELETE /deals/${json.id}`);
    const rows = Array.from({ length: count }, (_, n) => {
      const { stageId = '', value = null } = fieldsOf(n);
      const at = new Date(1.7e12 + n).toISOString();
      const own = { id: scene.ctx.newId('deal'), title: `${n}`, position: (n + 1) * step };
      return dealsTable.toRow({ ...deal, ...own, stageId, value, createdAt: at });
    });
    await scene.ctx.db.insertTogether(dealsTable, rows);
  };
  return { scene, pipeline, add };
}
