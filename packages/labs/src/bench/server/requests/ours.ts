import { createDeps, readConfig, serve } from '../../../server.ts';

interface Place {
  dataDir: string;
  databaseUrl: string;
  /** `parley worker` sends the accepted messages in another process. */
  worker?: string;
}

/** Returns the port of our server. */
export async function serveOurs({ dataDir, databaseUrl, worker = 'off' }: Place): Promise<number> {
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
    PARLEY_WORKER: process.env['PARLEY_WORKER'] ?? worker,
  });
  const { port } = await serve(createDeps(config));
  return port;
}
