import { describe, expect, test } from 'vitest';
import { freshDatabase, openAt, targets } from '../../test/databases.ts';
import { SystemDb } from '../db/system-db.ts';
import { tendTables } from '../db/tend-tables.ts';
import { type ClaimedJob, claimJobs, type HeldJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';

const kind = 'anything';

describe.each(targets)('a claim on %s', (target) => {
  test('gives every channel its share, however long the backlog of one', async () => {
    const { system } = await setUp({ 'ten_a chn_1': 50, 'ten_a chn_2': 3, 'ten_b chn_3': 3 });
    const claimed = await claim(system, { room: 9 });
    expect(countsOf(claimed)).toEqual({ 'ten_a chn_1': 3, 'ten_a chn_2': 3, 'ten_b chn_3': 3 });
  });

  test('claims for a channel at most its limit, less its running jobs', async () => {
    const { system } = await setUp({ 'ten_a chn_1': 50, 'ten_a chn_2': 50 });
    const held = [{ tenantId: 'ten_a', lane: 'chn_1', running: 4, room: 1 }];
    const claimed = await claim(system, { room: 40, inLane: 5, held });
    expect(countsOf(claimed)).toEqual({ 'ten_a chn_1': 1, 'ten_a chn_2': 5 });
  });

  test('claims for a tenant at most its limit, over all of its channels', async () => {
    const { system } = await setUp({
      'ten_a chn_1': 50,
      'ten_a chn_2': 50,
      'ten_a chn_3': 50,
      'ten_b chn_4': 1,
    });
    const held = [
      { tenantId: 'ten_a', lane: 'chn_1', running: 2, room: 40 },
      { tenantId: 'ten_a', lane: 'chn_9', running: 3, room: 40 },
    ];
    const claimed = await claim(system, { room: 40, ofTenant: 12, held });
    const ofTenant = claimed.filter((job) => job.tenant_id === 'ten_a');
    expect(ofTenant).toHaveLength(12 - 5);
    expect(claimed).toHaveLength(12 - 5 + 1);
  });

  async function setUp(jobs: Readonly<Record<string, number>>) {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database);
    for (const [key, count] of Object.entries(jobs)) {
      const [tenantId = '', lane = ''] = key.split(' ');
      const job = { name: kind, payload: '{}', orderKey: null, lane, delayMs: 0, createdAt: '' };
      await system.forTenant(tenantId).transaction(async (db) => {
        for (let n = 0; n < count; n += 1) db.write(enqueueJob, job);
      });
    }
    return { system };
  }
});

test('a claim on Postgres reads no more of a backlog than it takes, whatever the statistics of the table say', async () => {
  const { database, place } = await freshDatabase('Postgres');
  // One connection for statements, because each counts what it reads.
  const claiming = openAt(place, { poolSize: 2 });
  const system = new SystemDb(claiming);
  const addJobs = (status: string, count: number) =>
    database.writer.raw(
      `insert into jobs (tenant_id, name, payload, status, lane, priority, attempts, due_at, created_at)
       select 'ten_a', ?, '{}', ?, 'chn_' || n % 3, n % 2, 0, 0, '' from generate_series(1, ?) as n`,
      [kind, status, count],
    );
  await addJobs('dead', 3_000);
  await addJobs('ready', 3);
  await database.writer.raw('analyze jobs');
  await addJobs('ready', 6_000);
  for (const first of [0, 1, 2]) {
    const claimed = await claim(system, { room: 3, first });
    expect(countsOf(claimed)).toEqual({ 'ten_a chn_0': 1, 'ten_a chn_1': 1, 'ten_a chn_2': 1 });
  }
  // Postgres publishes the counts of a connection at its end. Those of an idle connection wait 10 s.
  await claiming.close();
  const rowsRead = async () => {
    const { rows } = await database.writer.raw(
      `select idx_tup_read::int as n from pg_stat_user_indexes where indexrelname = 'jobs_ready'`,
    );
    return rows[0].n as number;
  };
  await expect.poll(rowsRead, { interval: 200 }).toBeGreaterThan(0);
  expect(await rowsRead()).toBeLessThan(100);
});

test('a claim on Postgres passes the index entries of ended jobs once, and none after the vacuum of a worker', async () => {
  const { database, place } = await freshDatabase('Postgres');
  const { writer } = database;
  const addJobs = (first: number, last: number) =>
    writer.raw(
      `insert into jobs (tenant_id, name, payload, status, lane, priority, attempts, due_at, created_at)
       select 'ten_a', ?, '{}', 'ready', 'chn_1', 1, 0, n, '' from generate_series(?::int, ?::int) as n`,
      [kind, first, last],
    );
  const numberOf = async (sql: string) => Number((await writer.raw(sql)).rows[0].n);
  const blocksRead = () =>
    numberOf(
      `select idx_blks_hit + idx_blks_read as n from pg_statio_user_indexes where indexrelname = 'jobs_ready'`,
    );
  /** Returns the number of blocks of the index that a claim of one job reads. */
  const claimOne = async () => {
    const claiming = openAt(place, { poolSize: 2 });
    // Otherwise, Postgres publishes the counts of this connection during the claim.
    await numberOf('select 1 as n, pg_stat_force_next_flush()');
    const before = await blocksRead();
    expect(await claim(new SystemDb(claiming), { room: 1 })).toHaveLength(1);
    // Postgres publishes the counts of a connection at its end.
    await claiming.close();
    await expect.poll(blocksRead, { interval: 100 }).toBeGreaterThan(before);
    return (await blocksRead()) - before;
  };
  await writer.raw('alter table jobs set (autovacuum_enabled = off)');
  await addJobs(1, 20_000);
  await writer.raw('analyze jobs');
  const blocks = await numberOf(`select pg_relation_size('jobs_ready') / 8192 as n`);
  expect(blocks).toBeGreaterThan(20);
  await writer.raw('delete from jobs');
  await addJobs(20_001, 20_010);
  const passed = await claimOne();
  expect(passed).toBeGreaterThan(blocks / 2);
  expect(passed).toBeLessThan(1.5 * blocks);
  const dead = `select pg_stat_get_dead_tuples('jobs'::regclass) as n`;
  await expect.poll(() => numberOf(dead), { interval: 100 }).toBeGreaterThan(19_999);
  await tendTables(new SystemDb(database));
  expect(await numberOf(dead)).toBe(0);
  expect(await claimOne()).toBeLessThan(20);
});

interface Limits {
  room: number;
  ofTenant?: number;
  inLane?: number;
  held?: readonly HeldJobs[];
  first?: number;
}

async function claim(
  system: SystemDb,
  { room, ofTenant = room, inLane = room, held = [], first = 0 }: Limits,
) {
  const demands = [{ name: kind, room, ofTenant, inLane, held }];
  return await system.run(claimJobs, { demands, leaseToken: 'a', leaseMs: 60_000, first });
}

function countsOf(claimed: readonly ClaimedJob[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { tenant_id, lane } of claimed) {
    counts[`${tenant_id} ${lane}`] = (counts[`${tenant_id} ${lane}`] ?? 0) + 1;
  }
  return counts;
}
