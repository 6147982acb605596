import {
  createDeps,
  createWorker,
  DeliveryWorker,
  prepareDatabase,
  readConfig,
} from '../server.ts';

/**
 * Runs `parley worker` with leases and waits of seconds instead of minutes, so that leases expire and deliveries are
 * retried during a run.
 */
export async function startWorker(): Promise<void> {
  const { config } = readConfig(process.env);
  const deps = createDeps(config);
  await prepareDatabase(deps);
  const { system, secrets, outbound, log, now, newId } = deps;
  createWorker(deps).start();
  new DeliveryWorker({
    system,
    sealer: secrets,
    outbound: outbound.webhooks,
    log,
    now,
    newId,
    concurrency: 64,
    leaseMs: 3_000,
    sweepMs: 300,
    waitAfter: (attempts) => (attempts < 20 ? 100 * attempts : undefined),
  }).start();
  console.log('ready');
}
