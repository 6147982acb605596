import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createRandom } from '@parley/search/noise';
import { listen } from '../listen.ts';
import { createDeps, createLog, migrate, migrations, readConfig } from '../server.ts';
import { drain } from './drain.ts';
import { type Killed, killAround } from './killer.ts';
import { compare, type Ledger } from './ledger.ts';
import { LogReader } from './log-reader.ts';
import { type Options, readOptions } from './options.ts';
import { makePlace, type Place } from './place.ts';
import { Producers } from './producers.ts';
import { Sink } from './sink.ts';
import { Slot } from './slot.ts';
import { type ChaosTenant, makeTenant } from './tenants.ts';

// One run: clients write, workers deliver, and the killer kills processes of every kind. At the end, no acknowledged
// write may be missing. This code knows only the interfaces of the server, not its implementation.

const folder = dirname(process.argv[1] ?? '');
const tenantCount = 3;
const producersPerTenant = 6;
const workerCount = 2;
/** Only one server can use a SQLite database. */
const serverCounts = { sqlite: 1, postgres: 2 } as const;

const settings = {
  PARLEY_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
  PARLEY_LOG_LEVEL: 'error',
  PARLEY_SANDBOX_DELAY_MS: '20',
  PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
  PARLEY_WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
};

const options = readOptions(process.argv.slice(2));
const place = await makePlace(options.database, folder);
const random = createRandom(options.seed);
const sink = new Sink(random);
const slots: Slot[] = [];
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
  sink.close();
  await place.remove();
}

async function run({ database, kills, seconds, seed }: Options, place: Place): Promise<boolean> {
  const startedAt = Date.now();
  const port = await sink.listen();
  const env = { ...settings, ...place.env };
  const { config } = readConfig(env);
  const deps = createDeps(config, { log: createLog('silent') });
  await migrate(deps.database, config, migrations);
  const urls = await startProcesses(serverCounts[database], env);

  const tenants: ChaosTenant[] = [];
  for (let n = 0; n < tenantCount; n += 1) {
    tenants.push(await makeTenant(deps, urls[0] ?? '', { sink, port }));
  }
  const producers = new Producers(urls, random);
  const readers = tenants.map((tenant) => new LogReader(tenant, urls, random));
  producers.start(tenants, producersPerTenant);
  for (const reader of readers) reader.start();
  const untilMs = startedAt + seconds * 1_000;
  const killed = await killAround(slots, place, { kills, untilMs, random });
  await producers.stop();
  await drain(deps);
  await Promise.all(readers.map((reader) => reader.finish()));
  const ledger = await compare(deps, tenants, { producers, sink, readers });
  await deps.database.close();
  ledger.problems.push(...endedThemselves());
  if (killed.kills * producers.acknowledged.length * ledger.wanted === 0) {
    ledger.problems.push('a run without kills or events shows nothing');
  }

  console.log(
    lineOf({ killed, ledger, producers, seconds: (Date.now() - startedAt) / 1_000, seed }),
  );
  for (const problem of ledger.problems) console.log(`  ${problem}`);
  if (ledger.problems.length > 0) printOutput();
  return ledger.problems.length === 0;
}

async function startProcesses(servers: number, env: Record<string, string>): Promise<string[]> {
  const urls: string[] = [];
  for (let n = 0; n < servers; n += 1) {
    const port = await freePort();
    urls.push(`http://127.0.0.1:${port}`);
    const script = join(folder, 'parley.mjs');
    const own = { ...env, PARLEY_PORT: String(port), PARLEY_WORKER: 'off' };
    slots.push(new Slot({ name: `server ${n + 1}`, script, args: ['serve'], env: own }));
  }
  for (let n = 0; n < workerCount; n += 1) {
    const script = join(folder, 'worker.mjs');
    slots.push(new Slot({ name: `worker ${n + 1}`, script, args: [], env }));
  }
  await Promise.all(slots.map((slot) => slot.start()));
  return urls;
}

function endedThemselves(): string[] {
  return slots
    .filter(({ failures }) => failures > 0)
    .map(({ name, failures }) => `${name} ended ${failures} times by itself`);
}

function printOutput(): void {
  for (const { name, output } of slots) if (output) console.log(`\n${name}:\n${output}`);
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

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
