import { ConfigError, readConfig } from './config.ts';
import { awaitDatabase, startPatienceMs } from './db/await-database.ts';
import { createDeps } from './deps.ts';
import { serve } from './main.ts';
import { prepareDatabase } from './prepare-database.ts';

export { ConfigError } from './config.ts';
export { NoDatabaseError } from './db/await-database.ts';

export interface ParleyServer {
  /** The URL of the server. */
  readonly url: string;
  /** Stops accepting requests, completes those in progress, and ends. */
  stop(): Promise<void>;
}

/**
 * Starts a server inside this process, with the settings of `parley serve`; PARLEY_PROCESSES must be 1. Throws a
 * ConfigError for invalid settings, and a NoDatabaseError when the database is not available within a minute.
 */
export async function startParley(
  settings: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ParleyServer> {
  const { config } = readConfig(settings);
  if (config.processes > 1) {
    throw new ConfigError(
      `Invalid configuration:\n  PARLEY_PROCESSES is ${config.processes}, but this server runs inside its process: run npx parley serve, or set it to 1`,
    );
  }
  const deps = createDeps(config);
  try {
    await awaitDatabase(config.databaseUrl, { log: deps.log, waitMs: startPatienceMs });
    await prepareDatabase(deps);
    const { url, stop } = await serve(deps);
    return { url, stop };
  } catch (error) {
    await deps.database.close();
    throw error;
  }
}
