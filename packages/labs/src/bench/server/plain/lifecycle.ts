import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../../../median.ts';
import { postText } from '../harness/http-text.ts';
import { openDatabase } from '../harness/open-database.ts';
import type { Place } from '../harness/place.ts';
import type { Row } from '../harness/print.ts';
import { entryFolder, type LoadProcess, startServer } from '../harness/processes.ts';
import { seed } from '../harness/seed.ts';

const tenants = 8;
const warmUpMs = 15_000;
const acceptMs = 10_000;
const names = ['deliver-message', 'sandbox-receipt'];
const few = { perSecond: 5, durationMs: 8_000 };

/**
 * Accepts messages for some seconds and waits until the sandbox has read them. The worker runs in the server's process.
 * The first round is not measured: V8 compiles the code of the server meanwhile. Then accepts a few messages per second,
 * and measures how soon the worker begins to send each.
 */
export async function measureLifecycle(place: Place, load: LoadProcess): Promise<Row> {
  const own = await place.another();
  const database = await openDatabase(own);
  const size = { tenants, keysPerTenant: 1, conversationsPerTenant: 500 };
  const seeded = await seed(database, size);
  const script = new URL('./plain/server.mjs', entryFolder);
  const server = await startServer('worker', script, [
    'worker',
    own.dataDir,
    own.databaseUrl ?? '',
  ]);
  const requests = seeded.flatMap(({ keys, channelId, addresses }) =>
    addresses.map((to) =>
      postText(keys[0] ?? '', 'messages', { channelId, to, type: 'text', text: 'On its way.' }),
    ),
  );
  const { port } = server;
  const accept = (durationMs: number) => load.run({ port, connections: 32, durationMs, requests });
  // A message has a job until it has been read. To ask for its status would read all messages, many times.
  const untilRead = async () => {
    const jobs = () => database.writer('jobs').whereIn('name', names).first('name');
    while (await jobs()) await wait(200);
  };
  await accept(warmUpMs);
  await untilRead();
  const since = new Date().toISOString();
  const before = await server.cpu();
  const databaseBefore = own.cpu();
  const startedAt = performance.now();
  const { seconds, ...accepted } = await accept(acceptMs);
  await untilRead();
  const lastedMs = performance.now() - startedAt;
  const [row] = await database
    .writer('messages')
    .where({ direction: 'outbound' })
    .where('created_at', '>=', since)
    .select({
      n: database.writer.raw('count(*)'),
      unread: database.writer.raw(`sum(case when status = 'read' then 0 else 1 end)`),
    });
  const messages = Number(row?.['n']);
  if (Number(row?.['unread']) !== 0) throw new Error('not all messages were read');
  const after = await server.cpu();
  const cpu = after.user + after.system - before.user - before.system;
  const databaseAfter = own.cpu();
  const fewSince = new Date().toISOString();
  await load.run({ port, connections: 1, requests, ...few });
  await untilRead();
  const begun: { queued: string; begun: string }[] = await database
    .writer('messages')
    .join('message_events', 'message_events.message_id', 'messages.id')
    .where('messages.created_at', '>=', fewSince)
    .where('message_events.type', 'sending')
    .select({ queued: 'messages.created_at', begun: 'message_events.at' });
  const waits = begun.map((one) => Date.parse(one.begun) - Date.parse(one.queued));
  await server.stop();
  await database.close();
  return {
    database: place.name,
    messages,
    'accepted/s': accepted.requests / seconds,
    'accept p99 ms': accepted.p99Ms,
    'read/s': (messages * 1000) / lastedMs,
    'CPU µs a message': cpu / messages,
    'Postgres µs': (databaseAfter - databaseBefore) / messages,
    [`begun after ms, p50, ${few.perSecond}/s`]: percentile(waits, 0.5),
    'the same, p95': percentile(waits, 0.95),
  };
}
