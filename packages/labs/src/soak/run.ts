import { dirname } from 'node:path';
import { Simulator } from '@parley/provider-simulator';
import { createRandom } from '@parley/search/noise';
import { call } from '../chaos/api.ts';
import { killAround } from '../chaos/killer.ts';
import { makePlace, type Place } from '../chaos/place.ts';
import { Processes, runAndExit } from '../chaos/processes.ts';
import { readOptions } from '../options.ts';
import { createDeps, createLog, type Deps, prepareDatabase, readConfig } from '../server.ts';
import { addFaults } from './faults.ts';
import { type FileHost, startFileHost } from './file-host.ts';
import { judge } from './judge.ts';
import { Load } from './load.ts';
import { appSecret, openShops, replaceToken, type Shop, untilDone, verifyToken } from './shops.ts';
import { hasten, untilIdle } from './waits.ts';

// Messages out and in through simulated providers that fail, lose answers, repeat and shuffle webhooks and end tokens, while
// processes are killed. At the end every message must be in the right state, and none sent twice.

const folder = dirname(process.argv[1] ?? '');
/** The time limit for the kills. It is long because a run may take long on a busy machine. */
const killSeconds = 3_600;

// As many messages go out as come in. Of 100 kills, `crashes` also crash Postgres.
const options = readOptions(process.argv.slice(2), { messages: 10_000, kills: 20, crashes: 4 });
const place = await makePlace(options.database, folder);
const processes = new Processes();
const random = createRandom(options.seed);
const simulator = new Simulator({ seed: options.seed });
let fileHost: FileHost | undefined;
await runAndExit(
  () => run(options, place),
  async () => {
    await processes.close();
    await simulator.close();
    fileHost?.close();
    await place.remove();
  },
);

async function run(
  { messages, kills, crashes, seed }: typeof options,
  place: Place,
): Promise<boolean> {
  const startedAt = Date.now();
  await simulator.start();
  fileHost = await startFileHost(place.env['PARLEY_DATA_DIR'] ?? folder);
  const env = { ...settings(), ...place.env, ...fileHost.env };
  const { config } = readConfig(env);
  const deps = createDeps(config, { log: createLog('silent') });
  await prepareDatabase(deps);
  const urls = await processes.start(options.database, env);
  const shops = await openShops(deps, simulator, urls);
  const load = new Load(simulator, {
    urls,
    shops,
    fileHost: fileHost.url,
    random,
    known: messages / 2,
  });
  simulator.deliver({ batch: 5, duplicates: 0.05, outOfOrder: true, lateMs: 100, retries: 12 });

  // A message of the customer opens the window.
  load.writeBeforeBurst();
  await load.write(load.known);
  const hastened = hasten(deps);
  await untilIdle(deps, simulator);
  await load.learn(deps);
  await load.sendBurst();
  addFaults(simulator, shops);
  const tokens: Promise<void>[] = [];
  const sending = load.send(messages, (n) => {
    if (n !== Math.floor(messages / 2)) return;
    for (const shop of shops.slice(0, 3)) tokens.push(replaceToken(simulator, urls, shop));
  });
  const untilMs = Date.now() + killSeconds * 1_000;
  const killing = killAround(processes.slots, place, { kills, crashes, untilMs, random });
  await Promise.all([
    load.write(messages - load.known),
    load.writeInApp(Math.ceil(messages / 50)),
    sending,
  ]);
  const killed = await killing;
  await Promise.all(tokens);
  await untilIdle(deps, simulator);
  const retried = await retryStopped(deps, urls, shops);
  await untilIdle(deps, simulator);
  await hastened.stop();

  const { problems, states } = await judge(deps, shops, { simulator, load, retried });
  await deps.database.close();
  const { counts } = simulator.outbox;
  if (counts.givenUp > 0) problems.push(`${counts.givenUp} webhooks were never accepted`);
  if (killed.kills < kills || counts.repeated === 0) problems.push('too few kills or repeats');
  problems.push(...processes.endedThemselves());
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    [
      place.description,
      `${load.sent.length} accepted`,
      `${countOf(load)} by customers and in apps`,
      `${counts.delivered} webhooks, ${counts.repeated} twice, ${counts.refused} refused`,
      `${killed.kills} kills`,
      ...(killed.crashes > 0 ? [`${killed.crashes} crashes of the database`] : []),
      `${retried.size} retried after a token ended`,
      `${seconds} s`,
      `seed ${seed}`,
      problems.length === 0 ? 'every message is in its right state' : 'FAILED',
    ].join(', '),
  );
  for (const [state, count] of Object.entries(states).sort()) console.log(`  ${count} ${state}`);
  for (const { account } of shops) {
    const { mostPerSecond, mostBorrowed } = account.meter.measured;
    console.log(
      `  ${account.network} ${account.id}: at most ${mostPerSecond} in a second, at most ${mostBorrowed.toFixed(1)} of the burst of a customer`,
    );
  }
  for (const problem of problems) console.log(`  PROBLEM ${problem}`);
  if (problems.length > 0) processes.printOutput();
  return problems.length === 0;
}

function countOf({ told }: Load): number {
  return [...told.values()].reduce(
    (sum, { messages, changes, inApp }) => sum + messages.length + changes.length + inApp.length,
    0,
  );
}

/** Retries the messages that failed because a token had expired, as a person would. */
async function retryStopped(
  { database }: Deps,
  urls: readonly string[],
  shops: readonly Shop[],
): Promise<ReadonlySet<string>> {
  const retried = new Set<string>();
  for (const { channelId, apiKey } of shops) {
    const failed = await database
      .reader('messages')
      .where({ channel_id: channelId, status: 'failed' })
      .where('error', 'like', '%SVC-CHANNEL-UNAVAILABLE%')
      .select('id');
    for (const { id } of failed) {
      const path = `/messages/${id}/retry`;
      await untilDone(urls, (url) => call(url, apiKey, 'POST', path, { body: {} }), path);
      retried.add(id);
    }
  }
  return retried;
}

function settings(): Record<string, string> {
  return {
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 5').toString('base64'),
    PARLEY_LOG_LEVEL: 'error',
    // Instagram gets links to files.
    PARLEY_PUBLIC_URL: 'https://parley.example.com',
    PARLEY_FETCH_ALLOWED_CIDRS: '127.0.0.1',
    PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
    PARLEY_INSTAGRAM_API_URL: simulator.urls.instagram,
    PARLEY_TIKTOK_API_URL: simulator.urls.tiktok,
    PARLEY_WHATSAPP_APP_SECRET: appSecret,
    PARLEY_WHATSAPP_VERIFY_TOKEN: verifyToken,
    PARLEY_INSTAGRAM_APP_SECRET: appSecret,
    PARLEY_INSTAGRAM_VERIFY_TOKEN: verifyToken,
    PARLEY_TIKTOK_APP_SECRET: appSecret,
  };
}
