// The cost of receiving: the time until a webhook is acknowledged, and the messages per second that a worker takes in
// afterwards. Beside it, the same bodies are inserted by hand into a bare table. Commits are durable on all sides.

import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import {
  createDeps,
  createWorker,
  type Deps,
  readConfig,
  serve,
  sqliteFile,
} from '../../server.ts';
import { openDatabase } from './harness/open-database.ts';
import { type Place, withPlaces } from './harness/place.ts';
import { printTable, type Row } from './harness/print.ts';
import { seed } from './harness/seed.ts';

const secret = 'bench';
const lineId = '106540352242922';
const webhooks = 2_000;
const atOnce = 20;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const rows: Row[] = [];

await withPlaces(async (places) => {
  for (const place of places) {
    let here = place;
    for (const messagesEach of [1, 10]) {
      here = await here.another();
      rows.push(await measure(here, messagesEach));
    }
  }
});
printTable(rows);

async function measure(place: Place, messagesEach: number): Promise<Row> {
  const database = await openDatabase(place);
  const [tenant] = await seed(database, {
    tenants: 1,
    keysPerTenant: 1,
    conversationsPerTenant: 10,
  });
  await database.close();
  const deps = depsOf(place);
  const count = webhooks / messagesEach;
  const bodies = Array.from({ length: count }, (_, n) => bodyOf(n, messagesEach));
  await deps.database
    .writer('channels')
    .where({ id: tenant?.channelId ?? '' })
    .update({ provider: 'whatsapp_cloud', external_id: lineId });
  const running = await serve(deps);
  const acknowledged = await timed(bodies, (body) => post(running.port, body));
  const handledPerSecond = await handle(deps);
  agent.destroy();
  await running.stop();
  const bare = await insertBare(place, bodies);
  return {
    database: place.name,
    'messages each': String(messagesEach),
    'ack p50 ms': acknowledged.p50,
    'ack p95 ms': acknowledged.p95,
    'webhooks/s': acknowledged.perSecond,
    'bare insert p95 ms': bare.p95,
    'bare inserts/s': bare.perSecond,
    'messages/s taken in': handledPerSecond,
  };
}

function depsOf({ dataDir, databaseUrl = '' }: Place): Deps {
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PARLEY_WHATSAPP_APP_SECRET: secret,
    PARLEY_WORKER: 'off',
    PARLEY_DRAIN_SECONDS: '0',
  });
  return createDeps(config);
}

/** A webhook of WhatsApp with messages of 200 people. */
function bodyOf(number: number, messagesEach: number): string {
  const messages = Array.from({ length: messagesEach }, (_, n) => {
    const from = `49151${String((number * messagesEach + n) % 200).padStart(8, '0')}`;
    const id = `wamid.bench.${number}.${n}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return { from, id, timestamp, type: 'text', text: { body: 'Where is my order?' } };
  });
  const metadata = { display_phone_number: '15550783881', phone_number_id: lineId };
  const contacts = messages.map(({ from }) => ({ profile: { name: 'Ana' }, wa_id: from }));
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages };
  const entry = [{ id: '102290129340398', changes: [{ field: 'messages', value }] }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

function post(port: number, body: string): Promise<void> {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-hub-signature-256': `sha256=${hex}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', path: '/hooks/whatsapp', method: 'POST', headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`a webhook was answered with ${answer.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function timed(bodies: readonly string[], work: (body: string) => Promise<unknown>) {
  const times: number[] = [];
  const queue = [...bodies];
  const startedAt = performance.now();
  const lane = async () => {
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
      const from = performance.now();
      await work(body);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), perSecond: bodies.length / seconds };
}

async function handle(deps: Deps): Promise<number> {
  const worker = createWorker(deps);
  const startedAt = performance.now();
  await worker.runUntilIdle();
  const seconds = (performance.now() - startedAt) / 1_000;
  const [counted] = await deps.database
    .writer('messages')
    .where({ direction: 'inbound' })
    .count({ taken: '*' });
  const taken = Number(counted?.taken ?? 0);
  if (taken < webhooks) throw new Error(`${taken} of ${webhooks} messages were taken in`);
  return webhooks / seconds;
}

/** Each body as one row of a table with a primary key, in a commit of its own. */
async function insertBare(place: Place, bodies: readonly string[]) {
  const create = 'create table bare (id integer primary key, body text not null)';
  let id = 0;
  if (place.databaseUrl === undefined) {
    const client = new BetterSqlite3(`${sqliteFile(place.dataDir)}.bare`);
    client.pragma('journal_mode = wal');
    client.pragma('synchronous = full');
    client.exec(create);
    const insert = client.prepare('insert into bare (id, body) values (?, ?)');
    const figures = await timed(bodies, async (body) => insert.run(++id, body));
    client.close();
    return figures;
  }
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 10 });
  await pool.query(create);
  const insert = (body: string) =>
    pool.query({
      name: 'bare',
      text: 'insert into bare (id, body) values ($1, $2)',
      values: [++id, body],
    });
  const figures = await timed(bodies, insert);
  await pool.end();
  return figures;
}
