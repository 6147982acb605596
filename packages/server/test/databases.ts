import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, inject, onTestFinished } from 'vitest';
import { Database, sqliteFile } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { migrations } from '../src/db/migrations/all.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the Postgres that the global set-up has started. */
    postgresUrl: string;
  }
}

export type Target = 'SQLite' | 'Postgres';
export const targets: readonly Target[] = ['SQLite', 'Postgres'];

/** The location of a database: a folder, or a database on the test server. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

const defaultQuota = { limit: 600, windowSeconds: 60 };
const cursorSecrets = [new Uint8Array(32).fill(7)];
const suppressionKeys = [new Uint8Array(32).fill(8)];

export interface OwnPlace extends Place {
  remove(): Promise<void>;
}

/** Creates a separate location with a copy of a migrated database, unless it is to be `empty`. */
export async function makePlace(target: Target, { empty = false } = {}): Promise<OwnPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (target === 'SQLite') {
    if (!empty) writeFileSync(sqliteFile(dataDir), await sqliteTemplate(), { mode: 0o600 });
    return { dataDir, remove: async () => removeFolder() };
  }
  const databaseUrl = await createDatabase(empty ? 'template1' : await postgresTemplate());
  return {
    dataDir,
    databaseUrl,
    remove: async () => {
      removeFolder();
      await execute(`drop database if exists ${nameOf(databaseUrl)} with (force)`);
    },
  };
}

/** A separate empty location for one test, removed at its end. Concurrent tests give their own `onEnd`. */
export async function freshPlace(target: Target, onEnd = onTestFinished): Promise<Place> {
  const { remove, ...place } = await makePlace(target, { empty: true });
  onEnd(remove);
  return place;
}

/** A separate location with a migrated database for one test, removed at its end. */
export async function migratedPlace(target: Target): Promise<Place> {
  const { remove, ...place } = await makePlace(target);
  onTestFinished(remove);
  return place;
}

/** A separate migrated database for one test, closed and removed at its end. */
export async function freshDatabase(target: Target): Promise<{ database: Database; place: Place }> {
  const place = await migratedPlace(target);
  const database = openAt(place);
  await skipFsync(database);
  return { database, place };
}

/** A migrated database for all tests of this block, which use tenants of their own. Empty until they start. */
export function databaseOfTests(target: Target): { database: Database; place: Place } {
  // Only tests and hooks use it, and they run later than this hook.
  const shared = {} as ReturnType<typeof databaseOfTests>;
  beforeAll(async () => {
    const { remove, ...place } = await makePlace(target);
    const database = databaseAt(place);
    await skipFsync(database);
    Object.assign(shared, { database, place });
    return async () => {
      await database.close();
      await remove();
    };
  });
  return shared;
}

/** Opens a database that the caller closes. */
export function databaseAt(place: Place, options: { poolSize?: number } = {}): Database {
  return new Database({ ...place, ...options, cursorSecrets, suppressionKeys, defaultQuota });
}

/** Another process's view of the same place. */
export function openAt(place: Place, options: { poolSize?: number } = {}): Database {
  const database = databaseAt(place, options);
  onTestFinished(() => database.close());
  return database;
}

/** Turns off the fsync of every commit, as the tests' Postgres has it off: no test survives a power cut. */
export async function skipFsync(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') await database.writer.raw('PRAGMA synchronous = OFF');
}

const sqliteTemplate = once(async () => {
  const { dataDir, remove } = await makePlace('SQLite', { empty: true });
  await migrateAt({ dataDir });
  const file = readFileSync(sqliteFile(dataDir));
  await remove();
  return file;
});

const postgresTemplate = once(async () => {
  const databaseUrl = await createDatabase('template1');
  await migrateAt({ dataDir: tmpdir(), databaseUrl });
  return nameOf(databaseUrl);
});

async function migrateAt(place: Place): Promise<void> {
  const database = databaseAt(place);
  await skipFsync(database);
  await migrate(database, place, migrations);
  await database.close();
}

/** Makes it at the first call; every later call of this worker gets the same. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(`create database ${name} template ${template} ${await copying()}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

/** Copies the files of the template, and does not write each of their pages to the log: half the CPU time. */
const copying = once(async () => {
  const { rows } = await execute('show server_version_num');
  // Older servers know no other way.
  return Number(rows[0].server_version_num) < 150_000 ? '' : 'strategy = file_copy';
});

let administrators: pg.Pool | undefined;

/** On connections that stay open: opening one costs more CPU time than dropping a database. */
function execute(sql: string): Promise<pg.QueryResult> {
  if (!administrators) {
    const connectionString = inject('postgresUrl');
    administrators = new pg.Pool({ connectionString, max: 3, allowExitOnIdle: true });
    // A lost connection must not end the worker: the pool opens another.
    administrators.on('error', () => {});
  }
  return administrators.query(sql);
}
