import type { Message } from '@parley/contract/schemas';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { demandsFor } from '../../test/contexts.ts';
import { freshDatabase, freshPlace, openAt, targets } from '../../test/databases.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { SystemDb } from '../db/system-db.ts';
import { drawFirst } from '../jobs/priorities.ts';
import { blockJobs } from '../jobs/statements/block-jobs.ts';
import { claimJobs, nextJobIn } from '../jobs/statements/claim-jobs.ts';
import { settleJob } from '../jobs/statements/settle-jobs.ts';
import { jobsTable } from '../jobs/table.ts';

const kind = 'deliver-message';
const leaseToken = 'token';

describe.each(targets)('messages that wait on a channel, on %s', (target) => {
  test('a reply is claimed next, after the older messages of its conversation, while 12,000 others wait', async () => {
    const server = await startQuiet(target);
    onTestFinished(() => server.close());
    const { config, database, system: one } = server.deps;
    const { dataDir, databaseUrl } = config;
    const two = new SystemDb(openAt({ dataDir, ...(databaseUrl && { databaseUrl }) }));
    const scene = await createScene(server);
    const { conversationId: first, from: to } = (await scene.receive()).message;
    const { conversationId: second } = (await scene.receive()).message;
    const of = { tenantId: scene.ctx.db.tenantId, lane: scene.channel.id };
    await waitIn(database, of, { count: 2_000, prefix: 'bulk', priority: 2 });
    await waitIn(database, of, { count: 10_000, prefix: 'single', priority: 1 });
    const ids = {
      older: await send(scene, '/messages', { channelId: scene.channel.id, to }),
      old: await send(scene, '/messages', { channelId: scene.channel.id, to }),
      reply: await send(scene, `/conversations/${first}/messages`),
      newer: await send(scene, '/messages', { channelId: scene.channel.id, to }),
      other: await send(scene, `/conversations/${second}/messages`),
    };
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const claimNext = async (worker: SystemDb, first?: number) => {
      const [job, ...others] = await claim(worker, 1, first);
      expect(others).toEqual([]);
      const id = job?.payload.match(/"messageId":"(.*)"/)?.[1] ?? '';
      return { name: names.get(id) ?? id, job };
    };
    const nextOf = async (worker: SystemDb, first?: number) =>
      (await claimNext(worker, first)).name;

    expect(await nextOf(one)).toBe('other');
    expect(await nextOf(two)).toBe('single 1');
    expect(await nextOf(one, 2)).toBe('bulk 1');
    expect(await nextOf(two, 1)).toBe('single 2');

    expect(await one.run(blockJobs, [kind])).toBe(1);
    for (const name of ['older', 'old', 'reply']) {
      const claimed = await claimNext(two);
      expect(claimed.name).toBe(name);
      expect(await nextOf(one)).toMatch(/^single /);
      const position = claimed.job?.position ?? 0;
      const lease = { tenantId: of.tenantId, position, leaseToken, orderKey: first };
      const done = { outcome: 'done', delayMs: 0, error: null } as const;
      expect(await two.run(settleJob, { ...lease, ...done })).toBe(true);
    }
    const left = await scene.ctx.db.select(jobsTable).where({ order_key: first });
    expect(left).toMatchObject([{ priority: 1, status: 'ready' }]);
  });

  test('messages of every priority are sent, also while replies never end', async () => {
    const { database, place } = await freshDatabase(target);
    const workers = [new SystemDb(database), new SystemDb(openAt(place))] as const;
    const of = { tenantId: 'ten_a', lane: 'chn_1' };
    for (const priority of [0, 1, 2]) {
      await waitIn(database, of, { count: 50, prefix: `${priority}`, priority });
    }
    const claimed: (string | undefined)[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const worker = workers[turn % 2 === 0 ? 0 : 1];
      const [job] = await claim(
        worker,
        1,
        drawFirst(() => turn / 50),
      );
      claimed.push(job?.order_key?.slice(0, 1));
    }
    const counts = ['0', '1', '2'].map((one) => claimed.filter((other) => other === one).length);
    expect(counts).toEqual([40, 5, 5]);
  });

  test('messages that wait during the upgrade are sent as single ones', async () => {
    const place = await freshPlace(target);
    const database = openAt(place);
    const until = migrations.findIndex(({ name }) => name === '0064-priorities-of-jobs');
    await migrate(database, place, migrations.slice(0, until));
    const jobs = ['receive-batch', kind].map((name) => ({
      ...{ tenant_id: 'ten_a', name, payload: '{}', status: 'ready', attempts: 0 },
      ...{ due_at: 0, created_at: '2026-11-20T06:30:00.000Z' },
    }));
    await database.writer('jobs').insert(jobs);
    await migrate(database, place, migrations);
    expect(await database.writer('jobs').orderBy('position').pluck('priority')).toEqual([0, 1]);
  });
});

test('on SQLite, claims find jobs of each priority by the index, without a sort', async () => {
  const { database } = await freshDatabase('SQLite');
  const system = new SystemDb(database);
  const of = { tenantId: 'ten_a', lane: 'chn_1' };
  for (const priority of [1, 2]) {
    await waitIn(database, of, { count: 200, prefix: 'any', priority });
  }
  const asked = await askedPlans(async () => {
    expect(await claim(system, 3)).toHaveLength(3);
    await system.run(blockJobs, [kind]);
    expect(await system.run(nextJobIn, [kind])).toMatchObject({ isDue: true });
  });
  const plans = asked.map(({ plan }) => plan).join('; ');
  const ofLane = 'jobs_ready (name=? AND tenant_id=? AND lane=? AND priority=? AND due_at';
  expect(plans).toContain(ofLane);
  const nextLane = 'jobs_ready (name=? AND tenant_id=? AND lane>?)';
  expect(plans).toContain(nextLane);
  expect(plans).not.toContain('jobs_ready (name=? AND tenant_id=? AND due_at');
  expect(plans).not.toMatch(/SCAN job\b/);
  for (const { text, plan } of asked) {
    // Lanes are taken in random order.
    if (!text.includes('order by random()')) expect(plan).not.toContain('TEMP B-TREE');
  }
});

async function claim(system: SystemDb, room: number, first?: number) {
  const demands = demandsFor(room, kind);
  const drawn = first === undefined ? {} : { first };
  return await system.run(claimJobs, { demands, leaseToken, leaseMs: 60_000, ...drawn });
}

async function send(scene: Scene, path: string, to: object = {}): Promise<string> {
  const body = { type: 'text', text: 'Hello', ...to };
  const { status, json } = await scene.call<Message>(`POST ${path}`, body);
  expect(status).toBe(202);
  return json.id;
}

interface Waiting {
  readonly count: number;
  /** The beginning of the messages' names. */
  readonly prefix: string;
  readonly priority: number;
}

/** Adds messages that have waited longer than all others, each in its own conversation. */
async function waitIn(
  { writer }: Database,
  { tenantId, lane }: { readonly tenantId: string; readonly lane: string },
  { count, prefix, priority }: Waiting,
): Promise<void> {
  await writer.raw(
    `insert into jobs
       (tenant_id, name, payload, status, order_key, lane, priority, attempts, due_at, created_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
     select '${tenantId}', '${kind}', '{"messageId":"${prefix} ' || n || '"}', 'ready', '${prefix} ' || n,
       '${lane}', ${priority}, 0, n, '2026-11-20T06:30:00.000Z'
     from numbers`,
  );
}
