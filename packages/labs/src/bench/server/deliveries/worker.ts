// One worker of the deliveries bench: `parley worker`, or the hand-written one.
import { createDeliveryWorker } from '../../../server.ts';
import { deliverByHand } from '../floors/deliver.ts';
import { depsOf } from '../harness/deps.ts';
import { reportPort } from '../harness/report-port.ts';

const [kind, dataDir = '', databaseUrl = '', secret = ''] = process.argv.slice(2);

const stop = kind === 'by hand' ? deliverByHand({ dataDir, databaseUrl, secret }) : runOurs();
// The process has no port.
reportPort(0, { stop });

function runOurs(): () => Promise<void> {
  const settings = { PARLEY_WEBHOOK_ALLOW_HTTP: 'on', PARLEY_WEBHOOK_ALLOW_PRIVATE: 'on' };
  const deps = depsOf({ dataDir, databaseUrl }, settings);
  const worker = createDeliveryWorker(deps);
  worker.start();
  return async () => {
    await worker.stop(5_000);
    await deps.database.close();
  };
}
