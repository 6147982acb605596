import { copyFileSync, renameSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { exchange } from '../../test/exchange.ts';
import { startServer } from '../../test/start-server.ts';
import { createLog } from '../deps.ts';
import { type Database, sqliteFile } from './database.ts';
import { connectAlone, endAlone } from './postgres.ts';
import type { Sqlite } from './statement.ts';

describe.each(targets)('a database on %s whose disk is full', (target) => {
  test('answers writes with 503, fails readiness, logs it once, and recovers', async () => {
    const { server, headers, create: createOne, readiness, errors } = await scene(target);
    const { database } = server.deps;
    const create = () => createOne({ metadata: { note: 'x'.repeat(500), more: 'y'.repeat(500) } });
    const together = () => Promise.all(Array.from({ length: 20 }, create));
    expect((await create()).status).toBe(201);

    await fill(database);
    await expect.poll(async () => (await together()).map(({ status }) => status)).toContain(503);
    for (const answer of [...(await together()), ...(await together())]) {
      expect([answer.status, answer.code]).toEqual([503, 'SVC-UNAVAILABLE']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await readiness()).toBe(503);
    const read = await exchange(`${server.baseUrl}/api/v1/contacts`, { headers });
    expect(read.status).toBe(200);
    expect(errors.map(({ err }) => err?.code)).toEqual([
      target === 'SQLite' ? 'SQLITE_FULL' : '53100',
    ]);

    await free(database);
    expect(await readiness()).toBe(200);
    expect((await together()).map(({ status }) => status)).toEqual(Array(20).fill(201));
  });
});

test.each(['removed', 'replaced'])(
  'a server whose SQLite file was %s accepts no write until the file is back',
  async (fault) => {
    const { server, create, readiness, errors } = await scene('SQLite');
    expect((await create()).status).toBe(201);

    const file = sqliteFile(server.deps.config.dataDir);
    renameSync(file, `${file}.moved`);
    if (fault === 'replaced') copyFileSync(`${file}.moved`, file);
    expect(await readiness()).toBe(503);
    for (const { status, code } of [await create(), await create()]) {
      expect([status, code]).toEqual([503, 'SVC-UNAVAILABLE']);
    }
    expect(errors.map(({ err }) => err?.code)).toEqual(['SQLITE_READONLY_DBMOVED']);

    renameSync(`${file}.moved`, file);
    expect(await readiness()).toBe(200);
    expect((await create()).status).toBe(201);
  },
);

describe('a server on Postgres', () => {
  test('is not ready while Postgres is read-only, and then uses new connections', async () => {
    const { server, create: answerOf, readiness } = await scene('Postgres');
    const create = async () => (await answerOf()).status;
    expect(await create()).toBe(201);
    const admin = await connectAlone(String(server.deps.config.databaseUrl));
    onTestFinished(() => endAlone(admin));
    const name = (await admin.query('select current_database() as name')).rows[0]?.name;
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect([await create(), await create()]).toEqual([503, 503]);
    expect(await readiness()).toBe(503);

    // The connections that are open stay read-only, as those to a server that is not the primary any more.
    await admin.query(`alter database ${name} reset default_transaction_read_only`);
    await expect.poll(readiness).toBe(200);
    await expect.poll(create).toBe(201);
  });

  test('answers 503, is not ready, and logs one error when its role lacks a right', async () => {
    const { server, create: answerOf, readiness, errors } = await scene('Postgres');
    const create = async () => (await answerOf()).status;
    expect(await create()).toBe(201);
    const { writer } = server.deps.database;
    await writer.raw(
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'permission denied' using errcode = 'insufficient_privilege'; end $$`,
    );
    await writer.raw(
      'create trigger refuse before insert on contacts for each row execute function refuse()',
    );
    expect([await create(), await create()]).toEqual([503, 503]);
    expect(await readiness()).toBe(503);
    expect(errors.map(({ err }) => err?.code)).toEqual(['42501']);
    await writer.raw('drop function refuse() cascade');
    expect(await create()).toBe(201);
  });
});

describe.each(targets)('a damaged database on %s', (target) => {
  test('answers requests for that part with 503, is not ready for a minute, and logs one error', async () => {
    // Only after the server has ended. Before, the waits of the server would count the passed time twice.
    onTestFinished(() => void vi.restoreAllMocks());
    const { server, headers, readiness, errors } = await scene(target);
    const ask = async (path: string, body?: object) => {
      const url = `${server.baseUrl}/api/v1${path}`;
      const method = body ? 'POST' : 'GET';
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const { status, code, headers: answered } = await exchange(url, init);
      return { status, code, retryAfter: answered['retry-after'] };
    };
    expect((await ask('/contacts', { name: 'Ana' })).status).toBe(201);
    expect(await readiness()).toBe(200);

    await damage(server.deps.database);
    const unavailable = { status: 503, code: 'SVC-UNAVAILABLE', retryAfter: '1' };
    for (const answer of [
      await ask('/contacts'),
      await ask('/contacts', { name: 'Ben' }),
      await ask('/contacts'),
    ]) {
      expect(answer).toEqual(unavailable);
    }
    expect(await readiness()).toBe(503);
    expect((await ask('/canned-responses')).status).toBe(200);
    expect(errors.map(({ err }) => err?.code)).toEqual([
      target === 'SQLite' ? 'SQLITE_CORRUPT' : 'XX001',
    ]);

    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    expect(await readiness()).toBe(200);
  });
});

/** Returns a server with a tenant, and the errors that it logs. */
async function scene(target: (typeof targets)[number]) {
  const errors: { err?: { code?: string } }[] = [];
  const write = (line: string) => void errors.push(JSON.parse(line));
  const server = await startServer(target, { log: createLog('error', { write }) });
  onTestFinished(() => server.close());
  const { apiKey } = await server.createTenant();
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const create = (contact: object = {}) =>
    exchange(`${server.baseUrl}/api/v1/contacts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(contact),
    });
  const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
  return { server, headers, create, readiness, errors };
}

/**
 * Damages the database so that contacts cannot be read or written: their table then begins at a page of another table.
 */
async function damage({ dialect, writer, reader }: Database): Promise<void> {
  if (dialect === 'postgres') {
    await writer.raw(
      `create function refuse() returns boolean language plpgsql as
       $$ begin raise exception 'invalid page in block 0' using errcode = 'data_corrupted'; end $$`,
    );
    await writer.raw('alter table contacts add constraint damaged check (refuse()) not valid');
    await writer.raw('alter table contacts rename to damaged_contacts');
    await writer.raw('create view contacts as select * from damaged_contacts where refuse()');
    return;
  }
  const connection = (await writer.client.acquireConnection()) as Sqlite;
  connection.unsafeMode(true);
  connection.pragma('writable_schema = on');
  connection
    .prepare(
      `update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'contacts_page')
       where name = 'contacts'`,
    )
    .run();
  connection.pragma(
    `schema_version = ${Number(connection.pragma('schema_version', { simple: true })) + 1}`,
  );
  connection.pragma('writable_schema = off');
  connection.unsafeMode(false);
  writer.client.releaseConnection(connection);
  await reader.raw('select 1');
}

const tables = ['contacts', 'schema_migrations'];

async function fill({ dialect, writer }: Database): Promise<void> {
  if (dialect === 'sqlite') {
    // SQLite raises the limit to the present number of pages.
    await writer.raw('PRAGMA max_page_count = 1');
    return;
  }
  await writer.raw(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  );
  for (const table of tables) {
    await writer.raw(
      `create trigger refuse before insert on ${table} for each row execute function refuse()`,
    );
  }
}

async function free({ dialect, writer }: Database): Promise<void> {
  if (dialect === 'sqlite') await writer.raw('PRAGMA max_page_count = 4294967294');
  else await writer.raw('drop function refuse() cascade');
}
