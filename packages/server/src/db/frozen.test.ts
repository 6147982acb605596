import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { query, startPostgres } from '../../../../scripts/postgres/start-postgres.ts';
import { databaseAt } from '../../test/databases.ts';
import { startLoad } from '../../test/load.ts';
import { startServer } from '../../test/start-server.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';

const answerTimeoutMs = 3_000;
/** How long the database is frozen, in milliseconds. A variable makes manual runs longer. */
const frozenMs = Number(process.env['FROZEN_SECONDS'] ?? 6) * 1_000;
/**
 * The limit for a response, in milliseconds: the limit for an answer of the database, and the waits for a connection
 * and for a batch before it.
 */
const deadlineMs = answerTimeoutMs + 5_000 + 5_000 + 1_500;

test.runIf(process.platform === 'linux')(
  'while Postgres is frozen every request ends in time, and none fails later than 10 s after it resumes',
  { timeout: frozenMs + 120_000 },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const server = await startServer('Postgres', {
      answerTimeoutMs,
      link: async () => await migratedAt(postgres.url),
    });
    onTestFinished(() => server.close());
    const load = await startLoad(server);
    await load.begun();
    const signal = await signalTo(postgres.url);
    onTestFinished(() => signal('SIGCONT'));
    signal('SIGSTOP');
    await sleep(frozenMs);
    signal('SIGCONT');
    await load.recovered();
    const { seen } = load;
    expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(seen.some(({ status }) => status === 503)).toBe(true);
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(deadlineMs);
  },
);

async function migratedAt(adminUrl: string): Promise<string> {
  await query(adminUrl, 'create database frozen');
  const url = new URL(adminUrl);
  url.pathname = '/frozen';
  const place = { dataDir: '', databaseUrl: url.href };
  const database = databaseAt(place);
  await migrate(database, place, migrations);
  await database.close();
  return url.href;
}

// The checkpointer lives as long as its server, so its process ID leads to the server.
const checkpointer = "select pid from pg_stat_activity where backend_type = 'checkpointer'";

/** Returns a function that sends a signal to all processes of the Postgres server. */
async function signalTo(url: string): Promise<(signal: NodeJS.Signals) => void> {
  const { rows } = await query(url, checkpointer);
  const parent = parentOf(rows[0].pid);
  if (!parent) throw new Error('the process of Postgres is not known');
  return (signal) => {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === parent)
      .map(Number);
    for (const pid of [Number(parent), ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended in the meantime.
      }
    }
  };
}

function parentOf(pid: number): string | undefined {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
