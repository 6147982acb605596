import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Simulator } from '@parley/provider-simulator';
import { createRandom } from '@parley/search/noise';
import { call } from '../chaos/api.ts';
import { killAround } from '../chaos/killer.ts';
import { makePlace, type Place } from '../chaos/place.ts';
import { Slot } from '../chaos/slot.ts';
import { listen } from '../listen.ts';
import { createDeps, createLog, type Deps, migrate, migrations, readConfig } from '../server.ts';
import { addFaults } from './faults.ts';
import { judge } from './judge.ts';
import { Load } from './load.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { appSecret, openShops, replaceToken, type Shop, untilDone, verifyToken } from './shops.ts';
import { hasten, untilIdle } from './waits.ts';

// Messages out and in through simulated providers that fail, lose answers, repeat and shuffle webhooks and end tokens, while
// processes are killed. At the end every message must be in the right state, and none sent twice.

const folder = dirname(process.argv[1] ?? '');
const serverCounts = { sqlite: 1, postgres: 2 } as const;
const workerCount = 2;
/** As many as fit: a run may take long on a busy machine. */
const killSeconds = 3_600;

const options = readOptions(process.argv.slice(2));
const place = await makePlace(options.database, folder);
const slots: Slot[] = [];
const random = createRandom(options.seed);
const simulator = new Simulator({ seed: options.seed });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  process.exitCode = (await run(options, place)) ? 0 : 1;
} finally {
  await cleanUp();
}
// The remains of a connection to a killed process must not block this run.
process.exit();

async function cleanUp(): Promise<void> {
  await Promise.all(slots.map((slot) => slot.close()));
  await simulator.close();
  await place.remove();
}

async function run({ messages, kills, seed }: SoakOptions, place: Place): Promise<boolean> {
  const startedAt = Date.now();
  await simulator.start();
  const env = { ...settings(), ...place.env };
  const { config } = readConfig(env);
  const deps = createDeps(config, { log: createLog('silent') });
  await migrate(deps.database, config, migrations);
  const urls = await startProcesses(serverCounts[options.database], env);
  const shops = await openShops(deps, simulator, urls);
  const known = Math.ceil(messages / 2);
  const load = new Load(simulator, { urls, shops, random, known });
  simulator.deliver({ batch: 5, duplicates: 0.05, outOfOrder: true, lateMs: 100, retries: 12 });

  // The first message of a customer opens the window.
  await load.write(known);
  await untilIdle(deps, simulator);
  addFaults(simulator, shops);
  const hastened = hasten(deps);
  const tokens: Promise<void>[] = [];
  const sending = load.send(messages, (n) => {
    if (n !== Math.floor(messages / 2)) return;
    for (const shop of shops.slice(0, 3)) tokens.push(replaceToken(simulator, urls, shop));
  });
  const untilMs = Date.now() + killSeconds * 1_000;
  const killing = killAround(slots, place, { kills, untilMs, random });
  await load.write(messages - known);
  await sending;
  const killed = await killing;
  await Promise.all(tokens);
  await untilIdle(deps, simulator);
  const retried = await retryStopped(deps, urls, shops);
  await untilIdle(deps, simulator);
  await hastened.stop();

  const { problems, states } = await judge(deps, shops, load);
  await deps.database.close();
  const { counts } = simulator.outbox;
  if (counts.givenUp > 0) problems.push(`${counts.givenUp} webhooks were never accepted`);
  if (killed.kills < kills || counts.repeated === 0) problems.push('too few kills or repeats');
  for (const { name, failures } of slots) {
    if (failures > 0) problems.push(`${name} ended ${failures} times by itself`);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    [
      place.description,
      `${load.sent.length} accepted`,
      `${[...load.written.values()].flat().length} written by customers`,
      `${counts.delivered} webhooks, ${counts.repeated} twice, ${counts.refused} refused`,
      `${killed.kills} kills`,
      `${retried} retried after a token ended`,
      `${seconds} s`,
      `seed ${seed}`,
      problems.length === 0 ? 'every message is in its right state' : 'FAILED',
    ].join(', '),
  );
  for (const [state, count] of Object.entries(states).sort()) console.log(`  ${count} ${state}`);
  for (const { account } of shops) {
    const { mostPerSecond, leastPairMs } = account.meter.measured;
    console.log(
      `  ${account.network} ${account.id}: at most ${mostPerSecond} in a second, pairs ${leastPairMs} ms apart at least`,
    );
  }
  for (const problem of problems) console.log(`  PROBLEM ${problem}`);
  if (problems.length > 0) {
    for (const { name, output } of slots) if (output) console.log(`\n${name}:\n${output}`);
  }
  return problems.length === 0;
}

/** What failed because the token had ended is sent again by a person. */
async function retryStopped(
  { database }: Deps,
  urls: readonly string[],
  shops: readonly Shop[],
): Promise<number> {
  let count = 0;
  for (const { channelId, apiKey } of shops) {
    const failed = await database
      .reader('messages')
      .where({ channel_id: channelId, status: 'failed' })
      .where('error', 'like', '%SVC-CHANNEL-UNAVAILABLE%')
      .select('id');
    for (const { id } of failed) {
      const path = `/messages/${id}/retry`;
      await untilDone(urls, (url) => call(url, apiKey, 'POST', path, { body: {} }), path);
      count += 1;
    }
  }
  return count;
}

function settings(): Record<string, string> {
  return {
    PARLEY_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
    PARLEY_INSTAGRAM_API_URL: simulator.urls.instagram,
    PARLEY_TIKTOK_API_URL: simulator.urls.tiktok.replace(/\/open_api$/, ''),
    PARLEY_WHATSAPP_APP_SECRET: appSecret,
    PARLEY_WHATSAPP_VERIFY_TOKEN: verifyToken,
    PARLEY_INSTAGRAM_APP_SECRET: appSecret,
    PARLEY_INSTAGRAM_VERIFY_TOKEN: verifyToken,
    PARLEY_TIKTOK_APP_SECRET: appSecret,
  };
}

async function startProcesses(servers: number, env: Record<string, string>): Promise<string[]> {
  const urls: string[] = [];
  for (let n = 0; n < servers; n += 1) {
    const port = await freePort();
    urls.push(`http://127.0.0.1:${port}`);
    const own = { ...env, PARLEY_PORT: String(port), PARLEY_WORKER: 'off' };
    const script = join(folder, 'parley.mjs');
    slots.push(new Slot({ name: `server ${n + 1}`, script, args: ['serve'], env: own }));
  }
  for (let n = 0; n < workerCount; n += 1) {
    const script = join(folder, 'worker.mjs');
    slots.push(new Slot({ name: `worker ${n + 1}`, script, args: [], env }));
  }
  await Promise.all(slots.map((slot) => slot.start()));
  return urls;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
