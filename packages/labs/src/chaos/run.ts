import { dirname } from 'node:path';
import { createRandom } from '@parley/search/noise';
import { readOptions } from '../options.ts';
import { createDeps, createLog, prepareDatabase, readConfig } from '../server.ts';
import { readAtRest } from './drain.ts';
import { type Killed, killAround } from './killer.ts';
import { compare, type Ledger } from './ledger.ts';
import { LogReader } from './log-reader.ts';
import { makePlace, type Place } from './place.ts';
import { Processes, runAndExit } from './processes.ts';
import { Producers } from './producers.ts';
import { Sink } from './sink.ts';
import { type ChaosTenant, makeTenant } from './tenants.ts';

// One run: clients write, workers deliver, and the killer kills processes of every kind. At the end, no acknowledged
// write may be missing. This code knows only the interfaces of the server, not its implementation.

const folder = dirname(process.argv[1] ?? '');
const tenantCount = 3;
const producersPerTenant = 6;

const settings = {
  PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 5').toString('base64'),
  PARLEY_LOG_LEVEL: 'error',
  PARLEY_SANDBOX_DELAY_MS: '20',
  PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
  PARLEY_WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
};

// Each run kills `kills` processes, unless its time ends before. Of 100 kills, `crashes` also crash Postgres.
const options = readOptions(process.argv.slice(2), { kills: 500, crashes: 4, seconds: 900 });
const place = await makePlace(options.database, folder);
const random = createRandom(options.seed);
const sink = new Sink(random);
const processes = new Processes();
await runAndExit(
  () => run(options, place),
  async () => {
    await processes.close();
    sink.close();
    await place.remove();
  },
);

async function run(
  { database, kills, crashes, seconds, seed }: typeof options,
  place: Place,
): Promise<boolean> {
  const startedAt = Date.now();
  const port = await sink.listen();
  const env = { ...settings, ...place.env };
  const { config } = readConfig(env);
  const deps = createDeps(config, { log: createLog('silent') });
  await prepareDatabase(deps);
  const urls = await processes.start(database, env);

  const tenants: ChaosTenant[] = [];
  for (let n = 0; n < tenantCount; n += 1) {
    tenants.push(await makeTenant(deps, urls[0] ?? '', { sink, port }));
  }
  const producers = new Producers(urls, random);
  const readers = tenants.map((tenant) => new LogReader(tenant, urls, random));
  producers.start(tenants, producersPerTenant);
  for (const reader of readers) reader.start();
  const untilMs = Date.now() + seconds * 1_000;
  const killed = await killAround(processes.slots, place, { kills, crashes, untilMs, random });
  await producers.stop();
  const snapshot = await readAtRest(deps, sink);
  await Promise.all(readers.map((reader) => reader.finish()));
  const ledger = compare(snapshot, tenants, { producers, sink, readers });
  await deps.database.close();
  ledger.problems.push(...processes.endedThemselves());
  if (killed.kills * producers.acknowledged.length * ledger.wanted === 0) {
    ledger.problems.push('a run without kills or events shows nothing');
  }

  console.log(
    lineOf({ killed, ledger, producers, seconds: (Date.now() - startedAt) / 1_000, seed }),
  );
  for (const problem of ledger.problems) console.log(`  ${problem}`);
  if (ledger.problems.length > 0) processes.printOutput();
  return ledger.problems.length === 0;
}

interface Told {
  killed: Killed;
  ledger: Ledger;
  producers: Producers;
  seconds: number;
  seed: number;
}

function lineOf({ killed, ledger, producers, seconds, seed }: Told): string {
  const perKill = (ledger.duplicates / Math.max(1, killed.kills)).toFixed(2);
  return [
    place.description,
    `${killed.kills} kills`,
    ...(killed.crashes > 0 ? [`${killed.crashes} crashes of the database`] : []),
    `${producers.acknowledged.length} acknowledged`,
    `${ledger.events} events`,
    `${ledger.wanted} deliveries`,
    `${ledger.duplicates} duplicates (${perKill} per kill)`,
    `at most ${sink.mostInFlight} at a time`,
    `${seconds.toFixed(0)} s`,
    `seed ${seed}`,
    ledger.problems.length === 0 ? 'nothing lost' : 'FAILED',
  ].join(', ');
}
