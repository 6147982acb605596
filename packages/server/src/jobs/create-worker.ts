import type { Deps } from '../deps.ts';
import { startRebuilds } from '../knowledge/rebuild.ts';
import { purgeTenant } from '../tenants/delete.ts';
import { createJobHandlers } from './handlers.ts';
import { Worker } from './worker.ts';

export function createWorker(deps: Deps): Worker {
  const { system, log, now, newId, config, media } = deps;
  const handlers = createJobHandlers(deps);
  return new Worker({
    system: system.inBackground(),
    handlers,
    log,
    now,
    newId,
    auditDays: config.auditDays,
    failureDays: config.eventRetentionDays,
    purgeTenant: (ctx, stopping) =>
      purgeTenant(ctx, {
        system,
        files: media.files,
        onRemoved: () => stopping.throwIfAborted(),
      }),
    begin: () => startRebuilds(deps),
  });
}
