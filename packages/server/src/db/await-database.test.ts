import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { log } from '../../test/contexts.ts';
import { ignoringPooler } from '../../test/pooler.ts';
import { closedPort } from '../../test/receivers.ts';
import {
  refusingPostgres,
  startingPostgres,
  untrustedPostgres,
} from '../../test/starting-postgres.ts';
import { awaitConnections, awaitDatabase, NoDatabaseError } from './await-database.ts';

test('retries until a starting database accepts connections', async () => {
  const pauses = await pausesFor(await startingPostgres(inject('postgresUrl'), 7), 60_000);
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

test('fails within the time limit, and names the database without its password', async () => {
  const url = await nobodyThere();
  let waited = 0;
  const error = await awaitDatabase(url, {
    log,
    waitMs: 60_000,
    now: () => waited,
    sleep: async (ms) => {
      waited += ms;
    },
  }).catch((error: unknown) => error);
  expect(waited).toBeGreaterThan(50_000);
  expect(waited).toBeLessThanOrEqual(60_000);
  expect(error).toBeInstanceOf(NoDatabaseError);
  const { message } = error as Error;
  expect(message).toContain(`The database at ${new URL(url).host} does not accept connections`);
  expect(message).toContain('ECONNREFUSED');
  expect(message).not.toContain('hush');
});

test.each([
  ['postgres://a:hush@db.example.com/p?host=127.0.0.1&port=1', '127.0.0.1:1', 'ECONNREFUSED'],
  ['postgres:///p?host=/proc/none&user=a', '/proc/none', 'ENOENT'],
])('waits for the place that %s leads to, and names it', async (url, place, code) => {
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  const now = () => pauses.reduce((sum, ms) => sum + ms, 0);
  await expect(awaitDatabase(url, { log, waitMs: 1_000, now, sleep })).rejects.toThrow(
    `The database at ${place} does not accept connections: connect ${code}`,
  );
  expect(pauses).toEqual([250, 500]);
});

test('fails at once when the database refuses the credentials', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/no_such_database';
  await expect(pausesFor(url.href, 60_000)).rejects.toThrow(
    'The database refuses the connection: database "no_such_database" does not exist.',
  );
});

test.each([
  ['does not exist', '/proc/none.pem', 'ENOENT: no such file or directory'],
  ['is in no folder', '/proc/version/a.pem', 'ENOTDIR: not a directory'],
])(
  'fails at once with the reason when the URL names a file that %s',
  async (_what, file, reason) => {
    const url = `${await nobodyThere()}?sslmode=verify-full&sslrootcert=${file}`;
    await expect(pausesFor(url, 60_000)).rejects.toThrow(
      `failed: ${reason}, open '${file}'. Check PARLEY_DATABASE_URL`,
    );
  },
);

test('fails at once with advice when the certificate of the database is not trusted', async () => {
  const url = await untrustedPostgres();
  const { host } = new URL(url);
  await expect(pausesFor(url, 60_000)).rejects.toThrow(
    `The connection to the database at ${host} failed: self-signed certificate. Check PARLEY_DATABASE_URL, also its sslmode and certificates.`,
  );
});

test('fails at once with advice when a pooler ignores or refuses the settings of a connection', async () => {
  const ignoring = await ignoringPooler(inject('postgresUrl'));
  const advice = 'Set PARLEY_DATABASE_URL to Postgres itself, not to a pooler such as PgBouncer.';
  await expect(pausesFor(ignoring, 60_000)).rejects.toThrow(
    `The server at ${new URL(ignoring).host} ignores the settings of a connection, such as its time limits. ${advice}`,
  );
  const refusal = 'unsupported startup parameter: statement_timeout';
  const refusing = await refusingPostgres(inject('postgresUrl'), { code: '08P01', text: refusal });
  await expect(pausesFor(refusing, 60_000)).rejects.toThrow(
    `refuses the settings of a connection (${refusal}). ${advice}`,
  );
});

test('advises to free connections when Postgres has no free one', async () => {
  const refusal = { code: '53300', text: 'sorry, too many clients already' };
  const full = await refusingPostgres(inject('postgresUrl'), refusal);
  await expect(pausesFor(full, 0)).rejects.toThrow(
    'sorry, too many clients already. Close other connections, raise max_connections, or lower PARLEY_DATABASE_POOL',
  );
});

test('tries once when the command does not wait', async () => {
  await expect(pausesFor(await nobodyThere(), 0)).rejects.toThrow(NoDatabaseError);
});

test('SQLite is available at once', async () => {
  expect(await pausesFor(undefined, 0)).toEqual([]);
});

test('work that finds no free connection is repeated for a time that begins with its first failure', async () => {
  let waited = 0;
  const sleep = async (ms: number) => {
    waited += ms;
  };
  const full = Object.assign(new pg.DatabaseError('sorry, too many clients already', 0, 'error'), {
    code: '53300',
  });
  let failures = 3;
  const work = async () => {
    // The migrations, before they need a further connection.
    if (failures === 3) waited += 61_000;
    failures -= 1;
    if (failures >= 0) throw full;
  };
  const patience = { log, waitMs: 60_000, now: () => waited, sleep };
  await awaitConnections(work, patience);
  expect(waited).toBe(61_000 + 250 + 500 + 1_000);
  failures = Infinity;
  waited = 0;
  await expect(awaitConnections(work, patience)).rejects.toBe(full);
  expect(waited).toBeGreaterThan(50_000);
  expect(waited).toBeLessThanOrEqual(60_000);
  const other = new Error('other');
  await expect(awaitConnections(() => Promise.reject(other), patience)).rejects.toBe(other);
});

async function nobodyThere(): Promise<string> {
  const { host } = new URL(await closedPort());
  return `postgres://parley:hush@${host}/parley`;
}

async function pausesFor(url: string | undefined, waitMs: number): Promise<number[]> {
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  await awaitDatabase(url, { log, waitMs, sleep });
  return pauses;
}
