import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../../../../scripts/postgres/start-postgres.ts';
import { createDatabase } from '../../../postgres.ts';
import { type CpuMeter, noCpu, postgresCpu } from './postgres-cpu.ts';
import { entryFolder } from './processes.ts';

/** Where one run of a bench keeps its data. */
export interface Place {
  readonly name: 'SQLite' | 'Postgres';
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** CPU of the database's own processes. */
  readonly cpu: CpuMeter;
  /** Creates another empty database. */
  another(): Promise<Place>;
}

/**
 * Empty databases of both kinds, on the disk that holds the repository and with durable commits: a
 * temporary folder may lie in memory. They are removed when the work is done.
 */
export async function withPlaces(work: (places: readonly Place[]) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(new URL('.', entryFolder).pathname, 'data-'));
  const postgres = await startPostgres({ durable: true });
  console.log(`${postgres.description}, fsync on; SQLite in WAL mode with synchronous = FULL\n`);
  try {
    const cpu = await postgresCpu(postgres.url);
    await work([sqlitePlace(dataDir), await postgresPlace(postgres.url, 1, { dataDir, cpu })]);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
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
  const databaseUrl = await createDatabase(adminUrl, `bench${number}`);
  return {
    ...common,
    name: 'Postgres',
    databaseUrl,
    another: () => postgresPlace(adminUrl, number + 1, common),
  };
}
