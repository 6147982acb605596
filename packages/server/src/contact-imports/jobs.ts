import { failedImport, isOpenImport } from '@parley/domain';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob } from '../jobs/queue.ts';
import { FileMissingError, type FileStore } from '../media/file-store.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { applyBatch } from './apply.ts';
import { batchesAhead, batchRows } from './batches.ts';
import { contactImports, endFile } from './records.ts';
import { continueImport } from './start.ts';

/**
 * How long one run of the job applies rows, in milliseconds. A worker that stops waits at most this long; another job
 * applies the remaining rows.
 */
const turnMs = 3_000;

/** Applies the rows of an import for a few seconds and queues the job for the remaining rows. */
export function importContacts(files: FileStore): JobHandler<JobPayloads['import-contacts']> {
  return {
    slots: { atOnce: 2, ofTenant: 1 },
    maxAttempts: 10,
    mayEndProcess: true,
    async run(ctx, job) {
      const { importId } = job.payload;
      try {
        await advanceImport(ctx, files, importId);
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        await fail(ctx, importId, 'file_missing', 'The file is not in the media store any more.');
      }
      await inTransaction(ctx, async (ctx) => {
        const after = await contactImports.lock(ctx, importId);
        await completeJob(ctx, job);
        if (after && isOpenImport(after)) await continueImport(ctx, importId);
      });
    },
    exhausted: (ctx, { payload }) =>
      fail(ctx, payload.importId, 'internal', 'The server could not apply the rows.'),
  };
}

/**
 * Applies rows for a few seconds. If several workers do so at the same time, each row is applied by only one of them.
 */
export async function advanceImport(
  ctx: TenantContext,
  files: FileStore,
  importId: string,
  forMs = turnMs,
): Promise<void> {
  const endMs = performance.now() + forMs;
  let at = await contactImports.find(ctx, importId);
  if (!at || !isOpenImport(at)) return;
  const bytes = await files.open(ctx, at, { start: at.offset, end: at.sizeBytes - 1 });
  try {
    for await (const batch of batchesAhead(bytes, at, batchRows[ctx.db.dialect])) {
      at = await applyBatch(ctx, importId, batch);
      if (!at || !isOpenImport(at) || performance.now() > endMs) return;
    }
  } finally {
    bytes.destroy();
  }
}

async function fail(
  ctx: TenantContext,
  importId: string,
  code: string,
  message: string,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await contactImports.lock(ctx, importId);
    if (!before || !isOpenImport(before)) return;
    const at = ctx.now().toISOString();
    await contactImports.save(ctx, before, failedImport(before, { code, message }, at));
    await endFile(ctx, before);
  });
}
