import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { query, startPostgres } from '../../../../scripts/postgres/start-postgres.ts';
import { cursorSecrets, defaultQuota } from '../../test/databases.ts';
import { startServer } from '../../test/start-server.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';

const answerTimeoutMs = 1_500;
/** How long the database is frozen, in milliseconds. A variable makes manual runs longer. */
const frozenMs = Number(process.env['FROZEN_SECONDS'] ?? 6) * 1_000;
/**
 * The limit for a response, in milliseconds: the limit for an answer of the database, and the waits for a connection
 * and for a batch before it.
 */
const deadlineMs = answerTimeoutMs + 5_000 + 5_000 + 1_500;
const recoveryMs = 10_000;
/**
 * The wait between two requests of a client, in milliseconds. It is longer after the freeze, because other tests need
 * the machine.
 */
const thinkMs = { frozen: 20, recovering: 250 };

test.runIf(process.platform === 'linux')(
  'while Postgres is frozen every request ends in time, and all succeed 10 s after it resumes',
  { timeout: frozenMs + 120_000 },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const server = await startServer('Postgres', {
      answerTimeoutMs,
      link: async () => await migratedAt(postgres.url),
    });
    onTestFinished(() => server.close());
    const { apiKey } = await server.createTenant();
    const seen: { status: number; ms: number; at: number }[] = [];
    let isLoaded = true;
    let pauseMs = thinkMs.frozen;
    let count = 0;
    const client = async () => {
      while (isLoaded) {
        const at = performance.now();
        count += 1;
        const answer = await fetch(`${server.baseUrl}/api/v1/contacts`, {
          method: count % 2 === 0 ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(count % 2 === 0 && { body: JSON.stringify({ name: `Contact ${count}` }) }),
        });
        await answer.arrayBuffer();
        seen.push({ status: answer.status, ms: performance.now() - at, at });
        await sleep(pauseMs);
      }
    };
    const load = Promise.all(Array.from({ length: 16 }, client));
    await sleep(500);
    const signal = await signalTo(postgres.url);
    onTestFinished(() => signal('SIGCONT'));
    signal('SIGSTOP');
    await sleep(frozenMs);
    signal('SIGCONT');
    pauseMs = thinkMs.recovering;
    await sleep(recoveryMs);
    const recoveredAt = performance.now();
    await sleep(2_000);
    isLoaded = false;
    await load;
    expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(seen.some(({ status }) => status === 503)).toBe(true);
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(deadlineMs);
    const late = seen.filter(({ at }) => at >= recoveredAt);
    expect(late.length).toBeGreaterThan(16);
    expect(late.filter(({ status }) => status === 503)).toEqual([]);
    expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(2_000);
  },
);

async function migratedAt(adminUrl: string): Promise<string> {
  await query(adminUrl, 'create database frozen');
  const url = new URL(adminUrl);
  url.pathname = '/frozen';
  const place = { dataDir: '', databaseUrl: url.href };
  const database = new Database({ ...place, cursorSecrets, defaultQuota });
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
