// Requests per second of one server process with durable commits, with a load generator on the same machine. It sends
// POST /messages and GET /conversations, with 50 keys and with one key, also to a minimal hand-written server. Words
// select parts: `requests Postgres GET`.

import { getText, postText } from './harness/http-text.ts';
import { openDatabase } from './harness/open-database.ts';
import { readPages } from './harness/pages.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { entryFolder, startLoad, startServer, stopAll, stopServers } from './harness/processes.ts';
import { measureInTurns, type Sample } from './harness/rounds.ts';
import { type SeededTenant, seedOne } from './harness/seed.ts';
import { isWanted } from './harness/words.ts';

const bars = {
  'GET /conversations': 10_000,
  'GET /conversations, any page': 10_000,
  'POST /messages': 5_000,
};
type What = keyof typeof bars;
const connections = 50;
const firstPage = 'conversations?limit=25';
/** A placeholder for a number that the load generator never uses twice. */
const unique = '{uniquenumber}00';
const load = await startLoad();
const rows: Row[] = [];

await eachPlace(async (place) => {
  const database = await openDatabase(place);
  const tenant = await seedOne(database, { keysPerTenant: 50, conversationsPerTenant: 1_000 });
  await database.close();
  await measurePlace(place, tenant);
  await stopServers();
});
await stopAll();
printTable(rows);

async function measurePlace(place: Place, tenant: SeededTenant): Promise<void> {
  const script = new URL('./requests/server.mjs', entryFolder);
  const ours = await startServer('ours', script, ['ours', place.dataDir, place.databaseUrl ?? '']);
  const byHand = await startServer('by hand', script, [
    'by hand',
    place.dataDir,
    place.databaseUrl ?? '',
  ]);
  for (const [keys, title] of [
    [tenant.keys, '50 keys'],
    [tenant.keys.slice(0, 1), 'one key'],
  ] as const) {
    const { paths } = await readPages(ours.port, keys[0] ?? '', firstPage);
    const requestsOf: Record<What, () => string[]> = {
      'GET /conversations': () => keys.map((key) => getText(key, firstPage)),
      'GET /conversations, any page': () =>
        paths.slice(1).map((path, index) => getText(keys[index % keys.length] ?? '', path)),
      'POST /messages': () => sendRequests(tenant, keys),
    };
    for (const what of Object.keys(bars) as What[]) {
      if (!isWanted(what.split(' ')[0] ?? '', ['GET', 'POST'])) continue;
      const requests = requestsOf[what]();
      const order = { connections, requests, unique };
      const samples = await measureInTurns(
        load,
        [ours, byHand].map((server) => ({ server, order, databaseCpuMicros: place.cpu })),
        { rounds: 5, durationMs: 500 },
      );
      const [mine, floor] = [samples.get('ours'), samples.get('by hand')];
      if (mine && floor) rows.push(toRow(place.name, what, title, mine, floor));
    }
  }
}

/** Returns requests that use every conversation and every key in turn. */
function sendRequests({ channelId, addresses }: SeededTenant, keys: readonly string[]): string[] {
  return addresses.map((to, index) => {
    const text = `Your order ${index} is on its way.`;
    const body = { channelId, to, type: 'text', text, metadata: { order: String(index) } };
    const key = keys[index % keys.length] ?? '';
    return postText(key, 'messages', body, [`Idempotency-Key: ${unique}`]);
  });
}

function toRow(database: string, what: What, keys: string, mine: Sample, floor: Sample): Row {
  const isMet = mine.perSecond >= bars[what];
  return {
    database,
    request: what,
    keys,
    'req/s': mine.perSecond,
    'p50 ms': mine.p50Ms,
    'p99 ms': mine.p99Ms,
    'CPU µs': mine.cpuMicros,
    'load µs': mine.loadMicros,
    'by hand req/s': floor.perSecond,
    'by hand CPU µs': floor.cpuMicros,
    'ours ÷ by hand': mine.perSecond / floor.perSecond,
    bar: isMet
      ? 'met'
      : mine.perSecond >= 0.7 * floor.perSecond
        ? 'met (≥ 70 % of by hand)'
        : 'MISSED',
  };
}
