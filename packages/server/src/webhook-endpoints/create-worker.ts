import type { Deps } from '../deps.ts';
import { DeliveryWorker } from './worker.ts';

export function createDeliveryWorker(deps: Deps): DeliveryWorker {
  const { system, log, now, newId, config, secrets, outbound } = deps;
  return new DeliveryWorker({
    system: system.inBackground(),
    sealer: secrets,
    outbound: outbound.webhooks,
    log,
    now,
    newId,
    concurrency: config.webhookConcurrency,
    retentionDays: config.eventRetentionDays,
  });
}
