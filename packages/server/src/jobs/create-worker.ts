import type { Deps } from '../deps.ts';
import { createJobHandlers } from './handlers.ts';
import { Worker } from './worker.ts';

export function createWorker({ system, log, now, newId, config, adapters }: Deps): Worker {
  const handlers = createJobHandlers({ adapters });
  return new Worker({ system, handlers, log, now, newId, concurrency: config.workerConcurrency });
}
