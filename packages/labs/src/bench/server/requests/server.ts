// One server of the requests bench: ours, or one by hand.
import { listen } from '../../../listen.ts';
import { createDeps, readConfig, serve } from '../../../server.ts';
import { serveByHand } from '../floors/server.ts';
import { reportPort } from '../harness/report-port.ts';

const [kind, dataDir = '', databaseUrl = ''] = process.argv.slice(2);
if (kind === 'by hand') reportPort(await listen(serveByHand({ dataDir, databaseUrl })));
else await serveOurs();

async function serveOurs(): Promise<void> {
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
    // Sending what is accepted is work of its own: `parley worker` does it beside.
    PARLEY_WORKER: process.env['PARLEY_WORKER'] ?? 'off',
  });
  const { port } = await serve(createDeps(config));
  reportPort(port);
}
