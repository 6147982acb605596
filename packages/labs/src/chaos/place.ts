import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { query, startPostgres } from '../../../../scripts/postgres/start-postgres.ts';
import type { DatabaseName } from '../options.ts';
import { createDatabase } from '../postgres.ts';

/** The database of a run. It survives the kills of the processes. */
export interface Place {
  readonly description: string;
  /** The settings with which every process uses the database. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Kills the main process of the database or one that serves a connection, in turns, so that the database recovers.
   * Returns false when this is not possible.
   */
  crash(): Promise<boolean>;
  remove(): Promise<void>;
}

/**
 * Creates a database on the disk of the repository, by default with durable commits: a temporary folder may be in
 * memory.
 */
export async function makePlace(
  database: DatabaseName,
  folder: string,
  { durable = true } = {},
): Promise<Place> {
  const dataDir = mkdtempSync(join(folder, 'place-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (database === 'sqlite') {
    return {
      description: 'SQLite',
      env: { PARLEY_DATA_DIR: dataDir },
      crash: async () => false,
      remove: async () => removeFolder(),
    };
  }
  const isOurs = process.env['TEST_PG_URL'] === undefined;
  // Commits that are not synced stay in memory for long: a crash loses more of them.
  const settings = { wal_writer_delay: '10s' };
  const postgres = await startPostgres({ durable, ...(durable && { settings }) });
  const name = `labs_${process.pid}_${Date.now()}`;
  let crashes = 0;
  const databaseUrl = await createDatabase(postgres.url, name);
  return {
    description: postgres.description.split(',')[0] ?? 'Postgres',
    env: { PARLEY_DATA_DIR: dataDir, PARLEY_DATABASE_URL: databaseUrl, PARLEY_DATABASE_POOL: '8' },
    crash: async () => {
      crashes += 1;
      return (
        isOurs && (await killPostgres(postgres.url, crashes % 2 === 0 ? ofBackend : ofMain, name))
      );
    },
    async remove() {
      await query(postgres.url, `drop database if exists ${name} with (force)`).catch(() => {});
      await postgres.stop();
      removeFolder();
    },
  };
}

const ofMain = `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::integer as pid where $1 <> ''`;
/**
 * SQL that selects a random connection process. Killing one makes Postgres end all others and recover, as after a
 * crash.
 */
const ofBackend = `
  select pid from pg_stat_activity
  where backend_type = 'client backend' and datname = $1 order by random() limit 1`;

async function killPostgres(adminUrl: string, pidSql: string, database: string): Promise<boolean> {
  try {
    const { rows } = await query(adminUrl, pidSql, [database]);
    if (rows.length === 0) return false;
    process.kill(rows[0].pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
