// The cost of receiving. How soon is a webhook acknowledged at a steady rate? How many are acknowledged per second at
// most? How many stored messages or status reports does a worker handle per second afterwards, and how long do other
// requests to its process take meanwhile? Beside it, the same bodies are inserted in the same ways by hand into a bare
// table. Commits are durable on all sides. Words narrow it down: `inbound Postgres messages beside`.

import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { percentile } from '../../median.ts';
import { createWorker, type Deps, prepareDatabase, serve, sqliteFile } from '../../server.ts';
import { depsOf } from './harness/deps.ts';
import { getText, postText } from './harness/http-text.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { startLoad, stopAll } from './harness/processes.ts';
import { type SeededTenant, seedOne } from './harness/seed.ts';
import { isWanted } from './harness/words.ts';
import {
  bodyOf,
  closeConnections,
  lineId,
  post,
  secret,
  statusBodyOf,
} from './inbound/webhooks.ts';

/**
 * Loads of webhooks. A phone number sends 80 messages per second by default, and its webhooks then have up to 250 items
 * per second.
 */
const loads = [
  { itemsEach: 1, steadyPerSecond: 100, atMost: 9_000, of: 'messages' },
  { itemsEach: 10, steadyPerSecond: 25, atMost: 1_500, of: 'messages' },
  { itemsEach: 1, steadyPerSecond: 100, atMost: 9_000, of: 'statuses' },
] as const;
/** The requests per second while the worker handles items; half of them are lists of contacts, half new contacts. */
const besides = [0, 50] as const;
const kinds = loads.map(({ of }) => of);
const parts = ['alone', 'beside'];
const steadySeconds = 5;
const atOnce = 20;
const handledSeconds = 20;
const settings = {
  PARLEY_LOG_LEVEL: 'silent',
  PARLEY_WHATSAPP_APP_SECRET: secret,
  PARLEY_WORKER: 'off',
  PARLEY_DRAIN_SECONDS: '0',
};
const rows: Row[] = [];
const clients = await startLoad();
/** Replaced by a number in each request. */
const unique = '#'.repeat(16);

await eachPlace(async (place) => {
  let here = place;
  for (const load of loads) {
    for (const beside of besides) {
      const part = beside > 0 ? 'beside' : 'alone';
      if (!isWanted(load.of, kinds) || !isWanted(part, parts)) continue;
      here = await here.another();
      rows.push(await measure(here, { ...load, beside }));
    }
  }
});
await stopAll();
printTable(rows);

type Load = (typeof loads)[number] & { readonly beside: (typeof besides)[number] };

async function measure(
  place: Place,
  { itemsEach, steadyPerSecond, atMost, of, beside }: Load,
): Promise<Row> {
  const database = await openDatabase(place);
  const tenant = await seedOne(database, { keysPerTenant: 1, conversationsPerTenant: 400 });
  await database.close();
  const deps = depsOf(place, settings);
  await prepareDatabase(deps);
  const running = await serve(deps);
  const all = atMost + steadyPerSecond * steadySeconds;
  const known = of === 'statuses' ? await sendAll(deps, running.port, tenant, all) : undefined;
  const bodies = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) =>
      known ? statusBodyOf(known.pop() ?? '') : bodyOf(`${name}${n}`, n, itemsEach),
    );
  const steady = {
    perSecond: steadyPerSecond,
    bodies: bodies(steadyPerSecond * steadySeconds, 'steady'),
  };
  const many = bodies(atMost, 'many');
  await deps.database
    .writer('channels')
    .where({ id: tenant.channelId })
    .update({ provider: 'whatsapp_cloud', external_id: lineId });
  const send = async (body: string) => await post(running.port, body);
  const acknowledged = await atSteadyRate(steady, send);
  const webhooksPerSecond = await asFastAsPossible(many, send);
  const requests = startRequests(running.port, tenant.keys[0] ?? '', beside);
  const handled = await handle(deps, place, of, all * itemsEach);
  const { p50, p99 } = await requests.stop();
  closeConnections();
  await running.stop();
  const bare = await insertBare(place, { steady, many });
  return {
    database: place.name,
    of,
    'items each': String(itemsEach),
    'steady webhooks/s': String(steadyPerSecond),
    'ack p50 ms': acknowledged.p50,
    'ack p95 ms': acknowledged.p95,
    'bare insert p50 ms': bare.p50,
    'bare insert p95 ms': bare.p95,
    'webhooks/s': webhooksPerSecond,
    'bare inserts/s': bare.perSecond,
    'items/s taken in': handled.perSecond,
    'CPU µs an item': handled.cpu,
    'Postgres µs': handled.postgres,
    'requests/s beside': String(beside),
    'request p50 ms': beside > 0 ? p50 : '',
    'request p99 ms': beside > 0 ? p99 : '',
  };
}

interface Steady {
  readonly bodies: readonly string[];
  readonly perSecond: number;
}

/**
 * Starts works at a steady rate, even if earlier ones have not ended. Returns their times, measured from the planned
 * starts.
 */
async function atSteadyRate(
  { bodies, perSecond }: Steady,
  work: (body: string) => Promise<unknown>,
) {
  const startedAt = performance.now() + 100;
  const times = await Promise.all(
    bodies.map(async (body, n) => {
      const plannedAt = startedAt + (n * 1_000) / perSecond;
      await sleep(plannedAt - performance.now());
      // A timer can be early by part of a millisecond.
      const beganAt = Math.min(plannedAt, performance.now());
      await work(body);
      return performance.now() - beganAt;
    }),
  );
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Runs `atOnce` works at a time. Returns the number per second. */
async function asFastAsPossible(
  bodies: readonly string[],
  work: (body: string) => Promise<unknown>,
): Promise<number> {
  const queue = [...bodies];
  const startedAt = performance.now();
  const lane = async () => {
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) await work(body);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return bodies.length / ((performance.now() - startedAt) / 1_000);
}

/** Sends requests of clients at a steady rate, until `stop`, which returns their times. */
function startRequests(port: number, key: string, perSecond: number) {
  const requests = [
    getText(key, 'contacts'),
    postText(key, 'contacts', { name: 'Ana', externalId: unique }),
  ];
  const latencies: number[] = [];
  let isOver = perSecond === 0;
  const sendAll = async () => {
    while (!isOver) {
      const order = { port, connections: 8, perSecond, durationMs: 1_000, requests, unique };
      const result = await clients.run(order);
      if (result.firstFailure) throw new Error(result.firstFailure);
      latencies.push(...result.latencies);
    }
  };
  const sent = sendAll();
  return {
    async stop() {
      isOver = true;
      await sent;
      return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
    },
  };
}

/** Returns how many of the stored items a worker handles per second, and their CPU. */
async function handle(deps: Deps, place: Place, of: 'messages' | 'statuses', stored: number) {
  const taken = of === 'messages' ? { direction: 'inbound' } : { status: 'delivered' };
  const countTaken = async () => {
    const messages = deps.database.writer('messages').whereLike('external_id', 'wamid.bench.%');
    const [counted] = await messages.where(taken).count({ taken: '*' });
    return Number(counted?.taken ?? 0);
  };
  const worker = createWorker(deps);
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > handledSeconds * 1_000;
  const before = process.cpuUsage();
  const databaseBefore = place.cpu();
  worker.start();
  while (!isOver() && (await countTaken()) < stored) await sleep(100);
  await worker.stop(60_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const postgres = place.cpu() - databaseBefore;
  const items = await countTaken();
  return { perSecond: items / seconds, cpu: (user + system) / items, postgres: postgres / items };
}

/** Sends a message for each webhook with a status report, as if the network had taken it. Returns its IDs. */
async function sendAll(deps: Deps, port: number, tenant: SeededTenant, count: number) {
  const { keys, channelId, addresses } = tenant;
  for (let n = 0; n < count; n += atOnce) {
    const some = Array.from(
      { length: atOnce },
      (_, place) => addresses[(n + place) % addresses.length],
    );
    await Promise.all(
      some.map(async (to) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
          body: JSON.stringify({ channelId, to, type: 'text', text: 'On its way.' }),
        });
        if (response.status !== 202) throw new Error(await response.text());
      }),
    );
  }
  const { writer } = deps.database;
  await writer('jobs').delete();
  await writer('messages')
    .where({ direction: 'outbound' })
    .update({
      status: 'sent',
      attempts: 1,
      sending_at: Date.now(),
      external_id: writer.raw("'wamid.bench.' || id"),
    });
  const sent: { id: string }[] = await writer('messages')
    .where({ direction: 'outbound' })
    .select('id');
  return sent.map(({ id }) => `wamid.bench.${id}`);
}

/** Measures the minimal cost: each body is one row of a table with a primary key, with its own commit. */
async function insertBare(
  place: Place,
  { steady, many }: { steady: Steady; many: readonly string[] },
) {
  const create = 'create table bare (id integer primary key, body text not null)';
  let id = 0;
  if (place.databaseUrl === undefined) {
    const client = new BetterSqlite3(`${sqliteFile(place.dataDir)}.bare`);
    client.pragma('journal_mode = wal');
    client.pragma('synchronous = full');
    client.exec(create);
    const insert = client.prepare('insert into bare (id, body) values (?, ?)');
    const run = async (body: string) => insert.run(++id, body);
    const { p50, p95 } = await atSteadyRate(steady, run);
    const perSecond = await asFastAsPossible(many, run);
    client.close();
    return { p50, p95, perSecond };
  }
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 10 });
  await pool.query(create);
  const insert = (body: string) =>
    pool.query({
      name: 'bare',
      text: 'insert into bare (id, body) values ($1, $2)',
      values: [++id, body],
    });
  const { p50, p95 } = await atSteadyRate(steady, insert);
  const perSecond = await asFastAsPossible(many, insert);
  await pool.end();
  return { p50, p95, perSecond };
}
