import { createDeps, type Deps, readConfig, serve } from '../../../server.ts';

interface Place {
  dataDir: string;
  databaseUrl: string;
  /** `parley worker` sends the accepted messages in another process. */
  worker?: string;
  /** Stands for every provider. */
  provider?: Provider;
}

export type Provider = Deps['adapters'][keyof Deps['adapters']];

/** Returns the port of our server. */
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
  const names = Object.keys(deps.adapters);
  const simulated = Object.fromEntries(names.map((name) => [name, provider]));
  const adapters = provider ? (simulated as Deps['adapters']) : deps.adapters;
  const { port } = await serve({ ...deps, adapters });
  return port;
}
