import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bundledCommand } from '../../test/command.ts';
import { freshPlace, migratedPlace, openAt, type Place, targets } from '../../test/databases.ts';
import { createIndexes } from './concurrent-indexes.ts';
import { type Migration, migrate, migrationStatus, NewerDatabaseError } from './migrate.ts';
import { views } from './migrations/0114-views.ts';
import { selectedMessages } from './migrations/0116-selected-messages.ts';
import { migrations } from './migrations/all.ts';
import { connectAlone, endAlone } from './postgres.ts';

const run = promisify(execFile);

// A lock of SQLite excludes other processes. A lock of Postgres excludes other connections, even of the same process.
const starts = {
  SQLite: { count: 3, migrateAt: migrateInProcess },
  Postgres: { count: 8, migrateAt: migrateOnConnection },
};

describe.each(targets)('migrations on %s', (target) => {
  test('several processes that start at once apply each migration once', async () => {
    const place = await freshPlace(target);
    const { count, migrateAt } = starts[target];
    const outputs = await Promise.all(Array.from({ length: count }, () => migrateAt(place)));
    expect(outputs.filter((output) => output.startsWith('Applied'))).toHaveLength(1);
    const database = openAt(place);
    const { pending } = await migrationStatus(database, migrations);
    expect(pending).toEqual([]);
  });

  test('refuses a database of a newer version', async () => {
    const place = await migratedPlace(target);
    const database = openAt(place);
    await database.writer('schema_migrations').insert({ name: '9999-future', applied_at: 'later' });
    await expect(migrate(database, place, migrations)).rejects.toThrow(NewerDatabaseError);
  });

  test('rolls back a failed migration, which can run again', async () => {
    const place = await freshPlace(target);
    const database = openAt(place);
    let broken = true;
    const migration = {
      name: '0001-trial',
      up: async (knex: typeof database.writer) => {
        await knex.schema.createTable('trial', (table) => table.text('a'));
        if (broken) throw new Error('halfway');
      },
    };
    await expect(migrate(database, place, [migration])).rejects.toThrow('halfway');
    broken = false;
    expect(await migrate(database, place, [migration])).toEqual(['0001-trial']);
    expect(await migrate(database, place, [migration])).toEqual([]);
  });
});

test('an upgrade tells how many migrations it applies, and which of them take long', async () => {
  const place = await freshPlace('SQLite');
  const database = openAt(place);
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line);
  const quick = { name: '0001-quick', up: async () => {} };
  await migrate(database, place, [quick], tell);
  expect(lines).toEqual([]);

  const now = performance.now.bind(performance);
  onTestFinished(() => void vi.restoreAllMocks());
  const up = async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 7_000);
  };
  await migrate(database, place, [quick, { name: '0002-long', up }], tell);
  expect(lines).toEqual([
    'Applying 1 migration. With a large database, this can take minutes.',
    'Applied 0002-long in 7 s.',
  ]);
});

test('a time limit of the database for transactions does not end a migration', async () => {
  const place = await freshPlace('Postgres');
  const database = openAt(place);
  const name = new URL(String(place.databaseUrl)).pathname.slice(1);
  const { rows } = await database.writer.raw(
    "select from pg_settings where name = 'transaction_timeout'",
  );
  const isKnown = rows.length === 1;
  if (isKnown) await database.writer.raw(`alter database ${name} set transaction_timeout = 200`);
  const up = async (knex: typeof database.writer) => {
    await knex.raw('select pg_sleep(0.5)');
  };
  expect(await migrate(database, place, [{ name: '0001-long', up }])).toEqual(['0001-long']);
});

test('runs a migration again after a deadlock, and first locks the table that it waited for', async () => {
  const place = await freshPlace('Postgres');
  const database = openAt(place);
  const { writer } = database;
  await writer.raw('create table trial (a integer)');
  const request = await connectAlone(place.databaseUrl ?? '');
  onTestFinished(() => endAlone(request));
  await request.query('begin; select from trial');
  let written: Promise<unknown> | undefined;
  const locks: unknown[] = [];
  const migration = {
    name: '0001-trial',
    up: async (knex: typeof writer) => {
      const { rows } = await knex.raw(
        `select mode from pg_locks where relation = 'trial'::regclass and pid = pg_backend_pid()`,
      );
      locks.push(rows);
      await knex.raw('create index trial_a on trial (a)');
      written ??= request.query('insert into trial values (1); commit');
      const waiting = 'select count(*) from pg_locks where not granted';
      const countWaiting = async () => (await writer.raw(waiting)).rows[0].count;
      if (locks.length === 1) await expect.poll(countWaiting).toBe(1);
      await knex.raw('drop index trial_a');
    },
  };
  expect(await migrate(database, place, [migration])).toEqual(['0001-trial']);
  await written;
  expect(locks).toEqual([[], [{ mode: 'AccessExclusiveLock' }]]);
});

test.each([
  ['tickets_overdue', views, '(tenant_id, due_asc, id) WHERE'],
  ['messages_of_source', selectedMessages, '(tenant_id, source_id, created_at, id) WHERE'],
] as const)(
  'the index %s is built again when its concurrent build was interrupted',
  async (index, migration, columns) => {
    const place = await freshPlace('Postgres');
    const database = openAt(place);
    const { writer } = database;
    await migrate(database, place, migrations.slice(0, migrations.indexOf(migration)));
    // Stands for the unfinished index that the interrupted build leaves.
    await writer.raw(`create index ${index} on tickets (id)`);
    await writer.raw(
      `update pg_index set indisvalid = false where indexrelid = '${index}'::regclass`,
    );
    expect(await migrate(database, place, migrations)).toContain(migration.name);
    const { rows } = await writer.raw('select indexdef from pg_indexes where indexname = ?', [
      index,
    ]);
    expect(rows).toEqual([{ indexdef: expect.stringContaining(columns) }]);
  },
);

test('a migration ends on Postgres soon after its process, so that the next start can lock the same table', async () => {
  const place = await freshPlace('Postgres');
  const database = openAt(place);
  const { writer } = database;
  await writer.raw('create table trial (a integer)');
  let isKilled = false;
  const migration = {
    name: '0001-trial',
    up: async (knex: typeof writer) => {
      await knex.raw('lock table trial');
      if (isKilled) return;
      isKilled = true;
      const { connection } = await knex.client.acquireConnection();
      const slow = Promise.resolve(knex.raw('select pg_sleep(600)'));
      const sleeping = `select from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()`;
      await expect.poll(async () => (await writer.raw(sleeping)).rows).toHaveLength(1);
      // Stands for the end of the process.
      connection.stream.destroy();
      await slow;
    },
  };
  await expect(migrate(database, place, [migration])).rejects.toThrow(
    'Client has encountered a connection error',
  );
  expect(await migrate(database, place, [migration])).toEqual(['0001-trial']);
});

test('Postgres completes the concurrent build of a killed process, and the next start uses its index', async () => {
  const place = await freshPlace('Postgres');
  const database = openAt(place);
  const { writer } = database;
  await writer.raw('create table trial (tenant_id text, a integer, id text)');
  // The build waits for this transaction.
  const request = await connectAlone(place.databaseUrl ?? '');
  onTestFinished(() => endAlone(request));
  await request.query(`begin; insert into trial values ('ten_1', 1, '1')`);
  const states = async () =>
    (
      await writer.raw(
        `select indexrelid, indisvalid from pg_index where indrelid = 'trial'::regclass`,
      )
    ).rows;
  let isKilled = false;
  const migration: Migration = {
    name: '0001-trial',
    isConcurrent: true,
    async up(knex, dialect) {
      // Postgres does not look whether the process still runs.
      const { rows } = await knex.raw('show client_connection_check_interval');
      expect(rows).toEqual([{ client_connection_check_interval: '0' }]);
      const index = { name: 'trial_a', table: 'trial', columns: 'a' };
      const build = createIndexes(knex, dialect, [index]);
      if (isKilled) return await build;
      isKilled = true;
      await expect.poll(states).toHaveLength(1);
      const [used] = knex.client.pool.used;
      // Stands for the end of the process.
      used.resource.connection.stream.destroy();
      await build;
    },
  };
  await expect(migrate(database, place, [migration])).rejects.toThrow();
  const [begun] = await states();
  expect(begun).toMatchObject({ indisvalid: false });
  const next = migrate(database, place, [migration]);
  const waiting = `select from pg_stat_activity
    where query like 'select indisvalid%' and state = 'idle' and datname = current_database()`;
  await expect.poll(async () => (await writer.raw(waiting)).rows).toHaveLength(1);
  expect(await states()).toEqual([begun]);
  await request.query('commit');
  expect(await next).toEqual(['0001-trial']);
  expect(await states()).toEqual([{ ...begun, indisvalid: true }]);
});

async function migrateOnConnection(place: Place): Promise<string> {
  const applied = await migrate(openAt(place), place, migrations);
  return applied.length > 0 ? 'Applied' : 'No pending migrations';
}

async function migrateInProcess({ dataDir, databaseUrl }: Place): Promise<string> {
  const { stdout } = await run(process.execPath, [await bundledCommand(), 'migrate', 'up'], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DATABASE_URL: databaseUrl ?? '',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
    },
  });
  return stdout;
}
