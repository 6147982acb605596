import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PostgresServer,
  query,
  startPostgres,
} from '../../../../../../scripts/postgres/start-postgres.ts';
import { createDatabase } from '../../../postgres.ts';
import { type CpuMeter, noCpu, postgresCpu } from './postgres-cpu.ts';
import { entryFolder, startProxy } from './processes.ts';
import { isWanted } from './words.ts';

/** A database, and the folder in which one run of a bench keeps its data. */
export interface Place {
  readonly name: 'SQLite' | 'Postgres';
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Returns the CPU time of the database's own processes. */
  readonly cpu: CpuMeter;
  /** Creates another empty database of the same kind. */
  another(): Promise<Place>;
}

/**
 * Calls `work` with empty databases of both kinds, or of the kind that the arguments name. Removes them afterwards.
 * They are on the disk of the repository with durable commits, because a temporary folder may be in memory. With the
 * word `slow`, every round trip to Postgres takes a millisecond longer.
 */
export async function withPlaces(work: (places: readonly Place[]) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(new URL('.', entryFolder).pathname, 'data-'));
  const names = ['SQLite', 'Postgres'];
  const postgres = isWanted('Postgres', names) ? await startWithWal() : undefined;
  const { description = 'without Postgres', url } = postgres ?? {};
  console.log(`${description}, fsync on; SQLite in WAL mode with synchronous = FULL\n`);
  try {
    const places = isWanted('SQLite', names) ? [sqlitePlace(dataDir)] : [];
    if (url) places.push(await postgresPlace(url, 1, { dataDir, cpu: await postgresCpu(url) }));
    await work(places);
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Calls `work` with each of the databases of `withPlaces` in turn. */
export async function eachPlace(work: (place: Place) => Promise<void>): Promise<void> {
  await withPlaces(async (places) => {
    for (const place of places) await work(place);
  });
}

/**
 * Starts a Postgres that has WAL files to reuse, as a server has that has run for a while. A new server writes the zeros
 * of each next file first, and all commits wait for it.
 */
async function startWithWal(): Promise<PostgresServer> {
  const settings = { min_wal_size: '1GB' };
  const postgres = await startPostgres({ durable: true, settings });
  const writeFiles = `do $$ begin
    for file in 1..62 loop
      perform pg_logical_emit_message(false, 'bench', ''), pg_switch_wal();
    end loop;
  end $$`;
  await query(postgres.url, writeFiles);
  await query(postgres.url, 'checkpoint');
  return postgres;
}

function sqlitePlace(dataDir: string): Place {
  return {
    name: 'SQLite',
    dataDir,
    databaseUrl: undefined,
    cpu: noCpu,
    another: async () => sqlitePlace(join(dataDir, 'another')),
  };
}

async function postgresPlace(
  adminUrl: string,
  number: number,
  common: Pick<Place, 'dataDir' | 'cpu'>,
): Promise<Place> {
  const url = await createDatabase(adminUrl, `bench${number}`);
  const databaseUrl = process.argv.includes('slow') ? await slowed(url) : url;
  return {
    ...common,
    name: 'Postgres',
    databaseUrl,
    another: () => postgresPlace(adminUrl, number + 1, common),
  };
}

/** Returns the address of a database through a link with a latency of a millisecond. */
async function slowed(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const script = new URL('./harness/slow-link.mjs', entryFolder);
  const port = await startProxy(script, [url.port, url.hostname]);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
