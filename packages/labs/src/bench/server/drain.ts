// A backlog of messages on 15 channels that drains in the process that serves the API. `backlog`: through the sandbox,
// until they are read, while clients send 100 messages a second more. `provider`: through a provider that takes 300 ms
// to answer. Words narrow it down: `drain Postgres provider`; a number is the size of the backlog. With `one` there is
// one channel, which sends at its limit, and no client sends more messages. With `short` it takes a few seconds on three
// channels, and fails when a channel exceeds its limit, or when sending costs far more than accepting.

import { setTimeout as wait } from 'node:timers/promises';
import { channelCapabilities } from '@parley/contract/schemas';
import { percentile } from '../../median.ts';
import { type Database, SystemDb } from '../../server.ts';
import { countRead, countSent, queueMessages } from './drain/queue.ts';
import { postText } from './harness/http-text.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import {
  type BenchServer,
  entryFolder,
  startLoad,
  startServer,
  stopAll,
} from './harness/processes.ts';
import { type SeededTenant, seed } from './harness/seed.ts';
import { isWanted } from './harness/words.ts';

const acceptsPerSecond = 100;
const connections = 32;
/** The messages per second of each channel. */
const perSecond = channelCapabilities.whatsapp.throttlePerSecond;
const isShort = process.argv.includes('short');
const hasOneChannel = process.argv.includes('one');
/** In a short run, as few channels as a busy machine serves at the limit of each. */
const usual = isShort ? { channels: 3, messages: 600 } : { channels: 15, messages: 50_000 };
const { channels, messages } = hasOneChannel ? { channels: 1, messages: 2_000 } : usual;
const backlog = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? messages);
/**
 * The goal: sending a message until it is read may take this many times the CPU of accepting it. Usual runs need
 * several times less.
 */
const mostOfAccepting = 60;
let isMissed = false;
const parts = ['backlog', 'provider'];

const load = await startLoad();
const drained: Row[] = [];
const sends: Row[] = [];

await eachPlace(async (place) => {
  if (isWanted('backlog', parts)) drained.push(await measureBacklog(place));
  if (isWanted('provider', parts)) sends.push(await measureProvider(await place.another()));
});
await stopAll();
if (drained.length > 0) printTable(drained);
if (sends.length > 0) printTable(sends);
if (isShort && isMissed) {
  console.error('a channel exceeds its limit, or sending a message costs too much');
  process.exitCode = 1;
}

interface Scene {
  readonly database: Database;
  readonly tenants: readonly SeededTenant[];
  readonly queued: number;
  /** The CPU time to accept a message, including that of the database. */
  readonly acceptMicros: number;
}

async function prepare(place: Place, messages: number): Promise<Scene> {
  const database = await openDatabase(place);
  const conversationsPerTenant = Math.ceil(messages / channels);
  const size = { tenants: channels, keysPerTenant: 1, conversationsPerTenant };
  const tenants = await seed(database, size);
  const databaseBefore = place.cpu();
  const before = process.cpuUsage();
  const queued = await queueMessages(new SystemDb(database), tenants);
  const { user, system } = process.cpuUsage(before);
  const acceptMicros = (user + system + place.cpu() - databaseBefore) / queued;
  return { database, tenants, queued, acceptMicros };
}

async function start(kind: string, { dataDir, databaseUrl = '' }: Place): Promise<BenchServer> {
  const script = new URL('./drain/server.mjs', entryFolder);
  return await startServer(kind, script, [kind, dataDir, databaseUrl]);
}

async function measureBacklog(place: Place): Promise<Row> {
  const { database, tenants, queued, acceptMicros } = await prepare(place, backlog);
  const server = await start('sandbox', place);
  const cpu = await startCpu(server, place);
  const startedAt = performance.now();
  const latencies: number[] = [];
  const worst: number[] = [];
  for (;;) {
    if ((await countSent(database)) >= queued) break;
    // Its limit is below the rate at which the clients would send.
    if (hasOneChannel) {
      await wait(500);
      continue;
    }
    const order = {
      port: server.port,
      connections,
      perSecond: acceptsPerSecond,
      durationMs: isShort ? 500 : 5_000,
    };
    const result = await load.run({ ...order, requests: requestsOf(tenants) });
    if (result.firstFailure) throw new Error(result.firstFailure);
    latencies.push(...result.latencies);
    worst.push(result.p99Ms);
  }
  const all = queued + latencies.length;
  while ((await countRead(database)) < all) await wait(500);
  const seconds = (performance.now() - startedAt) / 1000;
  const used = await cpu();
  await server.stop();
  await database.close();
  const ofAccepting = (used.server + used.database) / all / acceptMicros;
  isMissed ||= ofAccepting > mostOfAccepting;
  return {
    database: place.name,
    messages: all,
    'read/s': all / seconds,
    ...(!hasOneChannel && {
      'accept p50 ms': percentile(latencies, 0.5),
      'accept p99 ms': percentile(latencies, 0.99),
      'p99 of the worst 5 s': Math.max(...worst),
    }),
    'CPU µs a message': used.server / all,
    'Postgres µs': used.database / all,
    '÷ accepting': ofAccepting,
  };
}

/**
 * Starts a measurement. Returns a function that returns the CPU time of server and database since the start, in
 * microseconds.
 */
async function startCpu(server: BenchServer, place: Place) {
  const before = await server.cpu();
  const databaseBefore = place.cpu();
  return async () => {
    const { user, system } = await server.cpu();
    return {
      server: user + system - before.user - before.system,
      database: place.cpu() - databaseBefore,
    };
  };
}

function requestsOf(tenants: readonly SeededTenant[]): string[] {
  return tenants.flatMap(({ keys, channelId, addresses }) =>
    addresses
      .slice(0, 500)
      .map((to) =>
        postText(keys[0] ?? '', 'messages', { channelId, to, type: 'text', text: 'One more.' }),
      ),
  );
}

async function measureProvider(place: Place): Promise<Row> {
  const { database, queued } = await prepare(place, Math.min(backlog, 15_000));
  const server = await start('provider', place);
  const cpu = await startCpu(server, place);
  while ((await countSent(database)) < queued) await wait(500);
  const byChannel = await server.ask<number[][]>({ ask: 'sent' });
  const used = await cpu();
  await server.stop();
  await database.close();
  const times = byChannel.flat().sort((a, b) => a - b);
  const most = Math.max(...byChannel.map(mostInASecond));
  isMissed ||= most > perSecond;
  const lastedMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    database: place.name,
    sends: times.length,
    'sends/s': (times.length * 1000) / lastedMs,
    'most of a channel in 1 s': most,
    goal: most <= perSecond ? `met (${perSecond})` : `MISSED (${perSecond})`,
    'CPU µs a message': used.server / queued,
    'Postgres µs': used.database / queued,
  };
}

/** Returns the most messages within any second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length),
  );
}
