import { join } from 'node:path';
import type { Knex } from 'knex';
import { makeFolderSync } from '../make-folder.ts';
import { buildTextIndexes, isMissing, textIndexStates } from './build-text-indexes.ts';
import type { Database } from './database.ts';
import { type Dialect, isBusy } from './driver.ts';
import { isDeadlock, isUniqueViolation } from './failures.ts';
import { checkEncoding } from './health.ts';
import {
  answerLimits,
  connectAlone,
  endAlone,
  noTransactionTimeout,
  openForMigrations,
} from './postgres.ts';
import { lockNames, openLock, tryExclusive } from './serving-lock.ts';

export interface Migration {
  readonly name: string;
  /**
   * On Postgres, the migration runs outside of a transaction, so that it can build indexes while other processes write.
   * If it is interrupted, it runs again.
   */
  readonly isConcurrent?: true;
  /** Applies the migration, in its own transaction unless `isConcurrent`. */
  up(knex: Knex, dialect: Dialect): Promise<void>;
}

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** Thrown when a later version of Parley has migrated the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Thrown when a new database cannot store all characters. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** Prints a line for the operator. */
type Tell = (line: string) => void;

interface Place {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** The limit for an answer of Postgres, in milliseconds: see PostgresOptions. */
  answerTimeoutMs?: number | undefined;
}

/**
 * Applies the missing migrations. If several processes start at the same time, one of them migrates and the others
 * wait. Tells which steps of an upgrade take long.
 */
export async function migrate(
  database: Database,
  place: Place,
  migrations: readonly Migration[],
  tell: Tell = () => {},
): Promise<readonly string[]> {
  return await alone(place, async () => {
    const { writer, dialect } = database;
    await writer.raw(createTable);
    const { applied, pending } = await migrationStatus(database, migrations);
    if (applied.length === 0) await requireEncoding(database);
    else if (pending.length > 0) {
      const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
      tell(`Applying ${count}. With a large database, this can take minutes.`);
    }
    const missing = migrations.filter(({ name }) => pending.includes(name));
    if (dialect === 'sqlite') {
      // A new index of a large table is sorted in a file.
      await writer.raw('pragma temp_store = FILE');
      await apply(missing, writer, { dialect, tell });
      await writer.raw('pragma temp_store = MEMORY');
    }
    if (place.databaseUrl) {
      const patient = openForMigrations(place.databaseUrl);
      const work = async () => {
        if (missing.length > 0) {
          await endWithProcess(patient, true);
          await patient.raw(noTransactionTimeout);
        }
        await apply(missing, patient, { dialect, tell });
      };
      await work().finally(() => patient.destroy());
      const states = await textIndexStates((sql) => writer.raw(sql));
      const { databaseUrl } = place;
      if (states.some(isMissing)) {
        await tellingIfLong('the indexes of texts', () => buildTextIndexes(databaseUrl), tell);
      }
    }
    return pending;
  });
}

/**
 * Says whether Postgres ends the statement of a killed process within a second, or completes it. A statement in a
 * transaction would keep its locks, and the next start could not take them in time. A concurrent build of an index
 * keeps no lock that requests wait for, so the next start can use the index (`hasIndex`).
 */
async function endWithProcess(knex: Knex, isEnabled: boolean): Promise<void> {
  const interval = isEnabled ? '1s' : '0';
  // Not every operating system lets Postgres notice this.
  await knex.raw(`set client_connection_check_interval = '${interval}'`).catch(() => {});
}

const longMs = 2_000;

/** Does the work. If it takes more than two seconds, tells what is under way, and how long it took. */
async function tellingIfLong<T>(what: string, work: () => Promise<T>, tell: Tell): Promise<T> {
  const since = performance.now();
  // A statement of SQLite blocks the process: then only the last line is printed.
  const timer = setTimeout(() => tell(`Applying ${what} …`), longMs);
  const result = await work().finally(() => clearTimeout(timer));
  const ms = performance.now() - since;
  if (ms > longMs) tell(`Applied ${what} in ${Math.round(ms / 1000)} s.`);
  return result;
}

async function requireEncoding(database: Database): Promise<void> {
  for (const { ok, note } of await checkEncoding(database)) {
    if (!ok) throw new EncodingError(`The database cannot store all characters (${note}).`);
  }
}

const createTable =
  'create table if not exists schema_migrations (name text primary key, applied_at text not null)';

/**
 * Writes as a start does, and undoes it. Throws the error of a database that refuses it. Another process that writes at
 * the moment, or creates the same table, shows that the database accepts writes.
 */
export async function tryToStart({ writer }: Database): Promise<void> {
  const trx = await writer.transaction();
  try {
    await trx.raw(createTable);
    await trx('schema_migrations').insert({ name: 'try to start', applied_at: '' });
  } catch (error) {
    if (!isBusy(error) && !isUniqueViolation(error)) throw error;
  } finally {
    await trx.rollback();
  }
}

async function apply(
  migrations: readonly Migration[],
  knex: Knex,
  { dialect, tell }: { dialect: Dialect; tell: Tell },
): Promise<void> {
  for (const migration of migrations) {
    const run = async (knex: Knex) => {
      await migration.up(knex, dialect);
      await knex('schema_migrations').insert({
        name: migration.name,
        applied_at: new Date().toISOString(),
      });
    };
    const runAlone = async () => {
      await endWithProcess(knex, false);
      await run(knex);
      await endWithProcess(knex, true);
    };
    const isAlone = migration.isConcurrent && dialect === 'postgres';
    const work = () => (isAlone ? runAlone() : transact(knex, run));
    await tellingIfLong(migration.name, work, tell);
  }
}

const maxAttempts = 10;

/**
 * Runs a migration in a transaction, and again when Postgres has ended it because of a deadlock with a process that
 * serves requests. The next attempt first locks the tables that earlier attempts waited for.
 */
async function transact(knex: Knex, run: (trx: Knex) => Promise<void>): Promise<void> {
  const tables = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await knex.transaction(async (trx) => {
        for (const table of tables) await trx.raw(`lock table ${table}`);
        await run(trx);
      });
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error;
      for (const name of await waitedFor(knex, error)) tables.add(name);
    }
  }
}

/**
 * Returns the quoted name of the table for which the transaction waited when the deadlock occurred. Returns none when
 * the error names none.
 */
async function waitedFor(knex: Knex, error: unknown): Promise<string[]> {
  const { detail = '' } = error as { detail?: string };
  const [, oid = 0] = /relation (\d+)/.exec(detail) ?? [];
  const { rows } = await knex.raw(
    `select oid::regclass::text as name from pg_class where oid = ? and relkind = 'r'`,
    [oid],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** Returns which migrations are applied. Writes nothing. */
export async function migrationStatus(
  { writer }: Database,
  migrations: readonly Migration[],
): Promise<MigrationStatus> {
  const isBegun = await writer.schema.hasTable('schema_migrations');
  const rows = isBegun ? await writer<{ name: string }>('schema_migrations').orderBy('name') : [];
  const applied = rows.map((row) => row.name);
  const names = migrations.map((migration) => migration.name);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `This database was migrated by a newer version of Parley (${unknown.join(', ')}). Start that version.`,
    );
  }
  return { applied, pending: names.filter((name) => !applied.includes(name)) };
}

const lockKey = 7_052_719_301;
/** How long a process waits for another that migrates, in milliseconds. */
const lockMs = answerLimits.migrations;

/** Runs work in only one process at a time, of all processes that use this database. */
export async function alone<T>(place: Place, work: () => Promise<T>): Promise<T> {
  return place.databaseUrl
    ? await underAdvisoryLock(place, work)
    : await underFileLock(place.dataDir, work);
}

/** The pause between two attempts to take a lock, in milliseconds. */
const pauses = { postgres: () => 200, sqlite: () => 20 + Math.random() * 30 } as const;

/**
 * Runs work under a session lock on a separate connection, which ends with the process. Polls for the lock: a query
 * that waits for it looks like one whose answer was lost.
 */
async function underAdvisoryLock<T>(
  { databaseUrl, answerTimeoutMs }: Place,
  work: () => Promise<T>,
): Promise<T> {
  const client = await connectAlone(databaseUrl ?? '', answerTimeoutMs);
  try {
    await takeLock(async () => {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [lockKey]);
      return Boolean(rows[0]?.isOurs);
    }, pauses.postgres);
    return await work();
  } finally {
    await endAlone(client);
  }
}

/**
 * Runs work in an exclusive transaction on a file beside the database. The kernel releases the file when the process
 * ends.
 */
async function underFileLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  makeFolderSync(dataDir);
  const lock = openLock(join(dataDir, lockNames.migrating));
  try {
    await takeLock(() => tryExclusive(lock), pauses.sqlite);
    return await work();
  } finally {
    lock.close();
  }
}

/** Tries to take a lock until it succeeds. Throws after an hour. */
async function takeLock(
  take: () => Promise<boolean> | boolean,
  pauseMs: () => number,
): Promise<void> {
  const deadline = performance.now() + lockMs;
  while (!(await take())) {
    if (performance.now() > deadline) {
      throw new Error('Another process has been migrating for an hour.');
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs()));
  }
}
