// One server of the requests bench: ours, or one by hand.
import { createServer } from 'node:http';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import { bornFor } from '../../src/http/accelerate.ts';
import { serveByHand } from '../floors/server.ts';
import { reportPort } from '../harness/report-port.ts';

const [kind, dataDir = '', databaseUrl = ''] = process.argv.slice(2);
reportPort(kind === 'by hand' ? serveByHand({ dataDir, databaseUrl }) : serveOurs());

function serveOurs() {
  const { config } = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    PARLEY_RATE_LIMIT: '100000000',
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
  });
  const app = createApp(createDeps(config), {
    readiness: { draining: false, ping: async () => true },
  });
  return createServer(bornFor(app), app);
}
