import type { Deps } from '../deps.ts';
import { createJobHandlers } from './handlers.ts';
import { Worker } from './worker.ts';

export function createWorker({ system, log, now, newId, config }: Deps): Worker {
  const handlers = createJobHandlers();
  return new Worker({ system, handlers, log, now, newId, concurrency: config.workerConcurrency });
}
