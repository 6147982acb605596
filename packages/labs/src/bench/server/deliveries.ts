// Signed deliveries per second of one worker process, with the attempt log and durable commits, with two local
// receivers on the same machine, against a minimal hand-written sender. Then the delay of small tenants during a large
// backlog. Words select parts: `deliveries Postgres`.

import { setTimeout as wait } from 'node:timers/promises';
import { mediansOf } from '../../median.ts';
import type { Database } from '../../server.ts';
import { addBacklog, addEndpoints, secret } from './deliveries/backlog.ts';
import { fillByHand, tablesByHand } from './floors/deliver.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { type BenchServer, entryFolder, startServer, stopAll } from './harness/processes.ts';
import { isWanted } from './harness/words.ts';

const bars = { SQLite: 4_000, Postgres: 5_000 };
const endpoints = 200;
const rounds = 3;
const warmUpMs = 1_500;
const measuredMs = 4_000;
const perRound = 60_000;
const bigBacklog = 300_000;

const rates: Row[] = [];
const waits: Row[] = [];

await eachPlace(async (place) => {
  const sinks = await Promise.all([0, 1].map((n) => startSink(`sink ${n}`)));
  const database = await openDatabase(place);
  if (isWanted('rate', ['rate', 'backlog'])) await measureRates(place, database, sinks);
  if (isWanted('backlog', ['rate', 'backlog'])) await measureWaits(place, database, sinks);
  await database.close();
  await Promise.all(sinks.map((sink) => sink.stop()));
});
await stopAll();
if (rates.length > 0) printTable(rates);
if (waits.length > 0) printTable(waits);

interface Taken {
  perSecond: number;
  worker: number;
  database: number;
  sinks: number;
}

async function measureRates(
  place: Place,
  database: Database,
  sinks: readonly BenchServer[],
): Promise<void> {
  const urls = Array.from({ length: endpoints }, (_, n) => urlOf(sinks, n));
  const tenants = await addEndpoints(database, urls);
  for (const table of tablesByHand) await database.writer.raw(table);
  const taken: Record<'ours' | 'by hand', Taken[]> = { ours: [], 'by hand': [] };
  for (let round = 0; round < rounds; round += 1) {
    const kinds = ['ours', 'by hand'] as const;
    for (const kind of round % 2 === 0 ? kinds : [...kinds].reverse()) {
      await forget(database);
      await addBacklog(database, tenants, perRound / endpoints);
      if (kind === 'by hand') {
        await database.writer('by_hand').delete();
        await database.writer.raw(fillByHand);
      }
      if (database.dialect === 'postgres') await database.writer.raw('analyze');
      const worker = await startWorker(kind, place);
      taken[kind].push(await measure(place, worker, sinks));
      await worker.stop();
    }
  }
  const [mine, floor] = [mediansOf(taken.ours), mediansOf(taken['by hand'])];
  const cpu = ({ worker, database }: Taken) => worker + database;
  rates.push({
    database: place.name,
    'deliveries/s': mine.perSecond,
    'CPU µs': cpu(mine),
    'of it Postgres': mine.database,
    'sinks µs': mine.sinks,
    'by hand/s': floor.perSecond,
    'by hand CPU µs': cpu(floor),
    'of that Postgres': floor.database,
    'ours ÷ by hand, CPU': cpu(mine) / cpu(floor),
    bar: mine.perSecond >= bars[place.name] ? 'met' : 'MISSED',
  });
}

async function measure(
  place: Place,
  worker: BenchServer,
  sinks: readonly BenchServer[],
): Promise<Taken> {
  await wait(warmUpMs);
  const look = async () => {
    const counts = await Promise.all(
      sinks.map((sink) => sink.ask<{ count: number; forged: number }>({ ask: 'count' })),
    );
    if (counts.some(({ forged }) => forged > 0)) throw new Error('a signature was not genuine');
    const [own, ...others] = await Promise.all([worker, ...sinks].map((one) => one.cpu()));
    const micros = (usage: typeof own) => (usage ? usage.user + usage.system : 0);
    return {
      at: performance.now(),
      count: counts.reduce((sum, { count }) => sum + count, 0),
      worker: micros(own),
      database: place.cpu(),
      sinks: others.reduce((sum, usage) => sum + micros(usage), 0),
    };
  };
  const before = await look();
  await wait(measuredMs);
  const after = await look();
  const count = after.count - before.count;
  return {
    perSecond: (count * 1_000) / (after.at - before.at),
    worker: (after.worker - before.worker) / count,
    database: (after.database - before.database) / count,
    sinks: (after.sinks - before.sinks) / count,
  };
}

/** Measures how long deliveries wait when one tenant has a large backlog and 99 others record ten events each. */
async function measureWaits(
  place: Place,
  database: Database,
  sinks: readonly BenchServer[],
): Promise<void> {
  const big = await addEndpoints(database, [`${urlOf(sinks, 0)}/big`]);
  const urls = Array.from({ length: 99 }, (_, n) => `${urlOf(sinks, n)}/small`);
  const small = await addEndpoints(database, urls);
  await forget(database);
  await addBacklog(database, big, bigBacklog);
  const worker = await startWorker('ours', place);
  await wait(warmUpMs);
  const addedAt = Date.now();
  await addBacklog(database, small, 10);
  const writtenAt = Date.now();
  await wait(5_000);
  const firsts = await Promise.all(
    sinks.map((sink) => sink.ask<{ firsts: [string, number][] }>({ ask: 'firsts' })),
  );
  const times = firsts
    .flatMap((answer) => answer.firsts)
    .filter(([path]) => path.endsWith('/small'))
    .map(([, at]) => at - writtenAt)
    .sort((a, b) => a - b);
  await worker.stop();
  waits.push({
    database: place.name,
    backlog: bigBacklog,
    'small tenants served': `${times.length} of 99`,
    'first of each, median ms': times[49] ?? Number.NaN,
    'slowest ms': times.at(-1) ?? Number.NaN,
    'their commit ms': writtenAt - addedAt,
    bar: times.length === 99 && (times.at(-1) ?? Infinity) <= 1_000 ? 'met' : 'MISSED',
  });
}

/** Removes what the previous round left. */
async function forget({ writer }: Database): Promise<void> {
  await writer('deliveries').where({ status: 'ready' }).delete();
  await writer('webhook_lanes').update({ in_flight: 0, leases: '', next_due: null });
}

async function startSink(name: string): Promise<BenchServer> {
  return await startServer(name, new URL('./deliveries/sink.mjs', entryFolder), [secret]);
}

async function startWorker(kind: 'ours' | 'by hand', place: Place): Promise<BenchServer> {
  const script = new URL('./deliveries/worker.mjs', entryFolder);
  return await startServer(kind, script, [kind, place.dataDir, place.databaseUrl ?? '', secret]);
}

function urlOf(sinks: readonly BenchServer[], n: number): string {
  return `http://127.0.0.1:${sinks[n % sinks.length]?.port}/e/${n}`;
}
