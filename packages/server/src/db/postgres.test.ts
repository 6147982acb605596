import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshPlace } from '../../test/databases.ts';
import { faultyLink } from '../../test/faulty-link.ts';
import { postgresDriver } from './driver.ts';
import {
  answerLimits,
  connectAlone,
  connectionSettings,
  endAlone,
  openPostgres,
} from './postgres.ts';
import type { WriteStatement } from './statement.ts';
import { maxWaitMs } from './turn-batch.ts';

test('Knex knows the version of Postgres, so that it does not wait for it without a limit', async () => {
  const connectionString = 'postgres://nobody@localhost/none';
  const pools = openPostgres({ connectionString, poolSize: 2, acquireTimeoutMs: 1 });
  for (const pool of [pools.queries, pools.statements]) {
    // Without a version, Knex asks each first connection for it, before `afterCreate`.
    expect(pool.client.version).toBe('14');
    await pool.destroy();
  }
});

test('an answer that arrived while the process stood still is read, not given up', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const client = await connectAlone(String(databaseUrl), 1_000);
  onTestFinished(() => endAlone(client));
  const answer = client.query('select 7 as seven');
  // After this turn, Node runs the timers that are due before it reads from connections.
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  expect((await answer).rows).toEqual([{ seven: 7 }]);
});

const waitsForSecond = `
  select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and objid = 2 and not granted`;

test('the limit for an answer is for each statement of a pipeline, not for all of them', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const limitMs = 60_000;
  const [client, holder] = await Promise.all([
    connectAlone(String(databaseUrl), limitMs),
    connectAlone(String(databaseUrl)),
  ]);
  onTestFinished(async () => {
    await Promise.all([endAlone(client), endAlone(holder)]);
  });
  await client.query('set lock_timeout = 0');
  await holder.query('select pg_advisory_lock(1), pg_advisory_lock(2)');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lock: WriteStatement<number, null> = {
    name: 'lock',
    access: 'write',
    sqlite: () => null,
    async postgres(db, calls) {
      await db.rows('lock', 'select pg_advisory_lock($1)', [calls[0]?.input]);
      return [null];
    },
  };
  const waits = [1, 2].map((input) =>
    postgresDriver.run(client, lock, [{ tenantId: 'ten_1', input }]),
  );
  const both = Promise.all(waits);
  await nextTurn();
  vi.advanceTimersByTime(0.7 * limitMs);
  let hasHeard = false;
  client.connection.stream.once('data', () => {
    hasHeard = true;
  });
  await holder.query('select pg_advisory_unlock(1)');
  // Postgres has sent the first answer before it waits for the second lock.
  while ((await holder.query(waitsForSecond)).rows.length === 0) await nextTurn();
  await nextTurn();
  expect(hasHeard).toBe(true);
  vi.advanceTimersByTime(0.7 * limitMs);
  await holder.query('select pg_advisory_unlock(2)');
  expect(await both).toEqual([[null], [null]]);
});

/** The time in which all requests must succeed again after a fault, in milliseconds. */
const recoveryMs = 10_000;
/** The time to open a new connection, in milliseconds: pools try again every 200 ms. */
const reopenMs = 1_000;

test('a wait for a connection goes on while the process stands still', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const acquireTimeoutMs = 5_000;
  const options = { connectionString: String(databaseUrl), poolSize: 2, acquireTimeoutMs };
  const { queries, statements } = openPostgres(options);
  onTestFinished(async () => {
    await Promise.all([queries.destroy(), statements.destroy()]);
  });
  const { client: pool } = queries;
  const only: pg.Client = await pool.acquireConnection();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const next = pool.acquireConnection();
  // After a standstill, Node runs each timer that is due once, before it reads from connections.
  vi.advanceTimersToNextTimer();
  pool.releaseConnection(only);
  expect(await next).toBe(only);
  const late = expect(pool.acquireConnection()).rejects.toThrow('no connection became free');
  vi.advanceTimersByTime(acquireTimeoutMs);
  await late;
  pool.releaseConnection(only);
});

test('a call that waits in vain for a connection names the error of the last attempt to open one', async () => {
  const refusing = 'postgres://nobody@127.0.0.1:1/none';
  const acquireTimeoutMs = 5_000;
  const options = { connectionString: refusing, poolSize: 2, acquireTimeoutMs };
  const { queries, statements } = openPostgres(options);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await Promise.all([queries.destroy(), statements.destroy()]);
  });
  const { pool } = queries.client;
  // Each failed attempt ends the first wait with its error. The pool tries again every 200 ms.
  const [first, second, third] = [pool.acquire(), pool.acquire(), pool.acquire()];
  const late = expect(third.promise).rejects.toMatchObject({
    name: 'QueueTimeoutError',
    cause: { code: 'ECONNREFUSED' },
  });
  const secondEnds = expect(second.promise).rejects.toThrow('ECONNREFUSED');
  await expect(first.promise).rejects.toThrow('ECONNREFUSED');
  await nextTurn();
  vi.advanceTimersByTime(200);
  await secondEnds;
  vi.advanceTimersByTime(acquireTimeoutMs);
  await late;
});

test('each mode of TLS that checks the certificate is verify-full, so that pg prints no warning', () => {
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const url = `postgres://a:b%23@db.example.com/parley?sslmode=${mode}&sslrootcert=/ca.pem`;
    const { connectionString } = connectionSettings(url);
    expect(connectionString).toMatch(/^postgres:\/\/a:b%23@.*sslmode=verify-full&sslrootcert=/);
  }
  for (const query of ['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require', 'ssl=true']) {
    const url = `postgres://a:b@db.example.com/parley?${query}`;
    expect(connectionSettings(url)).toMatchObject({ connectionString: url });
  }
});

test('sslrootcert=system checks the certificate in full against public authorities, and reads no file', () => {
  for (const query of ['', '&sslmode=verify-full', '&uselibpqcompat=true']) {
    const url = `postgres://a:b@db.example.com/parley?sslrootcert=system${query}`;
    const { ssl } = new pg.Client(connectionSettings(url));
    expect(ssl).toEqual({});
  }
});

test('by default, each wait for the database that begins in a fault ends well before the recovery must', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const client = await connectAlone(String(databaseUrl));
  onTestFinished(() => endAlone(client));
  const { connectionTimeoutMillis = recoveryMs } = connectionSettings(String(databaseUrl));
  for (const limitMs of [answerLimits.requests, connectionTimeoutMillis, maxWaitMs]) {
    expect(limitMs + reopenMs).toBeLessThan(recoveryMs);
  }
  const sql = "select setting from pg_settings where name = 'statement_timeout'";
  const { rows } = await client.query(sql);
  // Postgres ends a statement before the server gives up the connection.
  expect(Number(rows[0]?.setting)).toBeLessThan(answerLimits.requests);
});

test('keeps the settings that its SQL needs when a database sets others, and the options of a URL', async () => {
  const { databaseUrl = '' } = await freshPlace('Postgres');
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c search_path=pg_catalog,public -c enable_seqscan=on');
  url.searchParams.set('statement_timeout', '30000');
  for (const name of ['types', 'binary', 'query_timeout', 'client_encoding', 'replication']) {
    url.searchParams.set(name, '1');
  }
  const wanted = {
    default_transaction_isolation: 'read committed',
    standard_conforming_strings: 'on',
    idle_session_timeout: '0',
    statement_timeout: '7s',
  };
  const others = {
    default_transaction_isolation: 'serializable',
    standard_conforming_strings: 'off',
    idle_session_timeout: '1s',
    statement_timeout: '3s',
  };
  const alone = await connectAlone(databaseUrl);
  onTestFinished(() => endAlone(alone));
  for (const [name, value] of Object.entries(others)) {
    await alone.query(`alter database ${url.pathname.slice(1)} set ${name} = '${value}'`);
  }
  const read = async (client: pg.Client, name: string) =>
    (await client.query(`show ${name}`)).rows[0]?.[name];
  const pools = openPostgres({ connectionString: url.href, poolSize: 2, acquireTimeoutMs: 5_000 });
  onTestFinished(async () => {
    await Promise.all([pools.queries.destroy(), pools.statements.destroy()]);
  });
  const later = await connectAlone(url.href);
  onTestFinished(() => endAlone(later));
  const { client: pool } = pools.queries;
  const pooled: pg.Client = await pool.acquireConnection();
  const names = [...Object.keys(wanted), 'search_path', 'enable_seqscan'];
  const readAll = async (client: pg.Client) => {
    const values: [string, unknown][] = [];
    for (const name of names) values.push([name, await read(client, name)]);
    return Object.fromEntries(values);
  };
  const found = [await readAll(later), await readAll(pooled)];
  pool.releaseConnection(pooled);
  const all = { ...wanted, search_path: 'pg_catalog,public', enable_seqscan: 'on' };
  expect(found).toEqual([all, { ...all, enable_seqscan: 'off' }]);
});

test('with a connection that gets no answer, idle ones that were silent since then are closed', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const link = await faultyLink(String(databaseUrl));
  const { queries, statements } = openPostgres({
    connectionString: link.url,
    poolSize: 4,
    acquireTimeoutMs: 60_000,
    answerTimeoutMs: 3_000,
  });
  onTestFinished(async () => {
    link.setFault('reset');
    await Promise.all([queries.destroy(), statements.destroy()]);
  });
  const askBoth = async () => {
    const { client: pool } = queries;
    const clients: pg.Client[] = await Promise.all([0, 1].map(() => pool.acquireConnection()));
    const sql = 'select pg_backend_pid() as pid';
    const answers = await Promise.all(clients.map((client) => client.query(sql)));
    for (const client of clients) pool.releaseConnection(client);
    return answers.map(({ rows }) => Number(rows[0]?.pid));
  };
  const before = await askBoth();
  link.setFault('blackhole');
  await expect(queries.raw('select 1')).rejects.toThrow('did not answer');
  link.setFault('none');
  const after = await askBoth();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});
