import { listenForWork } from '../db/listen-for-work.ts';
import type { Deps } from '../deps.ts';
import { createDeliveryWorker } from '../webhook-endpoints/create-worker.ts';
import type { DeliveryWorker } from '../webhook-endpoints/worker.ts';
import { createWorker } from './create-worker.ts';
import { topicsOfWork } from './gather-work.ts';
import type { Worker } from './worker.ts';

export interface Workers {
  readonly worker: Worker;
  readonly deliveryWorker: DeliveryWorker;
  /** Stops claiming, and waits until the deadline for what runs. */
  stop(deadlineMs: number): Promise<void>;
}

/** Starts the workers of a process. On Postgres, they also look for work at once when another process announces it. */
export function startWorkers(deps: Deps): Workers {
  const { config, system, log } = deps;
  const [worker, deliveryWorker] = [createWorker(deps), createDeliveryWorker(deps)];
  worker.start();
  deliveryWorker.start();
  const wake = system.wake.bind(system);
  const stopListening = config.databaseUrl
    ? listenForWork(config.databaseUrl, { wake, topics: topicsOfWork, log })
    : async () => {};
  return {
    worker,
    deliveryWorker,
    async stop(deadlineMs) {
      await Promise.all([
        stopListening(),
        worker.stop(deadlineMs),
        deliveryWorker.stop(deadlineMs),
      ]);
    },
  };
}
