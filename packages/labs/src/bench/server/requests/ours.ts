import { createDeps, type Deps, readConfig, serve } from '../../../server.ts';

interface Place {
  dataDir: string;
  databaseUrl: string;
  /** When set, a separate `parley worker` process sends the accepted messages. */
  worker?: string;
  /** A replacement for every provider. */
  provider?: Provider;
}

export type Provider = Pick<Deps['adapters'][keyof Deps['adapters']], 'send'>;

/** Starts our server and returns its port. */
export async function serveOurs(place: Place): Promise<number> {
  const { dataDir, databaseUrl, worker = 'off', provider } = place;
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
    PARLEY_WORKER: process.env['PARLEY_WORKER'] ?? worker,
  });
  const deps = createDeps(config);
  const simulated = Object.entries(deps.adapters).map(([name, adapter]) => [
    name,
    { ...adapter, ...provider },
  ]);
  // An entry for each of the providers.
  const adapters = Object.fromEntries(simulated) as Deps['adapters'];
  const { port } = await serve({ ...deps, adapters });
  return port;
}
