// The CPU cost of accepting a message, in this process and Postgres together: the service behind POST /messages against
// one hand-written statement per message. Commits are durable on both sides.

import { createHash } from 'node:crypto';
import { examples } from '@parley/contract/schemas';
import pg from 'pg';
import { contextFor, hashKey, newId, SystemDb, sendMessage, sqliteFile } from '../../server.ts';
import { acceptOnPostgres, acceptOnSqlite, type NewMessage } from './floors/accept-message.ts';
import { measureLanes, type Task } from './harness/lanes.ts';
import { openDatabase } from './harness/open-database.ts';
import { eachPlace, type Place } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { type SeededTenant, seedOne } from './harness/seed.ts';

const text = 'Your order is on its way.';
const rows: Row[] = [];
let sent = 0;

await eachPlace(async (place) => {
  const database = await openDatabase(place);
  const tenant = await seedOne(database, { keysPerTenant: 1, conversationsPerTenant: 1_000 });
  const byHand = openByHand(place);
  const ours = service(new SystemDb(database), tenant);
  for (const lanes of [1, 10, 50]) {
    const tasks: Task[] = [
      { name: 'ours', run: ours },
      { name: 'by hand', run: async () => byHand.accept(newMessage(tenant)) },
    ];
    const options = { lanes, rounds: 3, durationMs: 700, cpu: place.cpu };
    const [mine, floor] = await measureLanes(tasks, options);
    if (!mine || !floor) throw new Error('nothing was measured');
    rows.push({
      database: place.name,
      'at once': String(lanes),
      'CPU µs': mine.cpuMicros,
      'of it Postgres': mine.databaseMicros,
      'by hand CPU µs': floor.cpuMicros,
      'ours ÷ by hand': mine.cpuMicros / floor.cpuMicros,
      'messages/s': mine.perSecond,
      'by hand messages/s': floor.perSecond,
    });
  }
  await byHand.close();
  await database.close();
});
printTable(rows);

function service(system: SystemDb, tenant: SeededTenant): () => Promise<unknown> {
  const actor = { type: 'api_key', id: null, grantId: null } as const;
  const ctx = { ...contextFor(system, tenant.tenantId), actor };
  return async () => {
    const to = nextAddress(tenant);
    const idempotency = {
      scope: 'POST /messages',
      key: `ours ${sent}`,
      fingerprint: fingerprintOf(to),
      expiresAtMs: Date.now() + 86_400_000,
    };
    return await sendMessage(
      { ...ctx, idempotency },
      { channelId: tenant.channelId, to, type: 'text', text },
    );
  };
}

function openByHand(place: Place) {
  if (!place.databaseUrl) {
    return { accept: acceptOnSqlite(sqliteFile(place.dataDir)), close: async () => {} };
  }
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 10 });
  return { accept: acceptOnPostgres(pool), close: () => pool.end() };
}

function newMessage(tenant: SeededTenant): NewMessage {
  const to = nextAddress(tenant);
  const id = newId('msg');
  return {
    hash: hashKey(tenant.keys[0] ?? ''),
    id,
    channelId: tenant.channelId,
    to,
    text,
    idempotencyKey: `by hand ${sent}`,
    fingerprint: fingerprintOf(to),
    body: JSON.stringify({ ...examples.message, id, to, text }),
    at: new Date().toISOString(),
  };
}

function nextAddress({ addresses }: SeededTenant): string {
  sent += 1;
  return addresses[sent % addresses.length] ?? '';
}

function fingerprintOf(to: string): string {
  return createHash('sha256').update(JSON.stringify({ to, text })).digest('base64url');
}
