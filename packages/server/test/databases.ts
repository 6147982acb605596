import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { Database } from '../src/db/database.ts';
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

/** Where a database is: an empty folder, or an empty database on the test server. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

export const defaultQuota = { limit: 600, windowSeconds: 60 };
export const cursorSecrets = [new Uint8Array(32).fill(7)];

/** A place of its own for one test, removed at its end. */
export async function freshPlace(target: Target): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  if (target === 'SQLite') return { dataDir };
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = inject('postgresUrl');
  await execute(server, `create database ${name}`);
  onTestFinished(() => execute(server, `drop database if exists ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { dataDir, databaseUrl: url.href };
}

/** A migrated database, closed at the end of the test. */
export async function freshDatabase(target: Target): Promise<{ database: Database; place: Place }> {
  const place = await freshPlace(target);
  const database = openAt(place);
  await migrate(database, place, migrations);
  return { database, place };
}

/** Another process's view of the same place. */
export function openAt(place: Place, options: { poolSize?: number } = {}): Database {
  const database = new Database({ ...place, ...options, cursorSecrets, defaultQuota });
  onTestFinished(() => database.close());
  return database;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
