// One worker of the deliveries bench: ours, as `parley worker` runs it, or one by hand.
import { createDeliveryWorker, createDeps, readConfig } from '../../../server.ts';
import { deliverByHand } from '../floors/deliver.ts';

const [kind, dataDir = '', databaseUrl = '', secret = ''] = process.argv.slice(2);

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit(0));
const stop = kind === 'by hand' ? deliverByHand({ dataDir, databaseUrl, secret }) : runOurs();
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
process.send?.({ port: 0 });

function runOurs(): () => Promise<void> {
  const { config } = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
    PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
    PARLEY_WEBHOOK_ALLOW_PRIVATE: 'on',
  });
  const deps = createDeps(config);
  const worker = createDeliveryWorker(deps);
  worker.start();
  return async () => {
    await worker.stop(5_000);
    await deps.database.close();
  };
}
