// The cost of checking a key: lookup, revocation, expiry and quota, in CPU of this process and Postgres together; with
// 50 keys in turn, and with one key.

import pg from 'pg';
import { hashKey, KeyAdmission, SystemDb } from '../../server.ts';
import { handWrittenKeyCheck } from './floors/check-key.ts';
import { type Cost, measureLanes, type Task } from './harness/lanes.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { seedOne } from './harness/seed.ts';

const rows: Row[] = [];
await eachPlace(async (place) => {
  const database = await openDatabase(place);
  const tenant = await seedOne(database, { keysPerTenant: 50, conversationsPerTenant: 1_000 });
  const hashes = tenant.keys.map(hashKey);
  const admission = new KeyAdmission(new SystemDb(database));
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 10 });
  const byHand = handWrittenKeyCheck(pool);
  const check = async (hash: string) => {
    const admitted = await admission.admit(hash, new Date());
    if (!admitted?.quota?.admitted) throw new Error('a good key was refused');
  };
  for (const lanes of [1, 10, 50]) {
    const both = (name: string, keyOf: (lane: number) => string): Task[] => [
      { name, run: (lane) => check(keyOf(lane)) },
      ...(place.databaseUrl
        ? [{ name: `${name}, by hand`, run: (lane: number) => byHand(keyOf(lane)) }]
        : []),
    ];
    const tasks = [
      ...both('50 keys', (lane) => hashes[lane % hashes.length] ?? ''),
      ...both('one key', () => hashes[0] ?? ''),
    ];
    const costs = await measureLanes(tasks, {
      lanes,
      rounds: 3,
      durationMs: 400,
      cpu: place.cpu,
    });
    rows.push(...costs.map((cost) => toRow(place.name, lanes, cost)));
  }
  await pool.end();
  await database.close();
});
printTable(rows);

function toRow(database: string, lanes: number, cost: Cost): Row {
  return {
    database,
    'at once': String(lanes),
    keys: cost.name,
    'checks/s': cost.perSecond,
    'CPU µs': cost.cpuMicros,
    'of it Postgres': cost.databaseMicros,
  };
}
