import { analysisVersion } from '@parley/search/format';
import type { SystemDb } from '../db/system-db.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { putFaqsAnew } from '../knowledge-faqs/rebuild.ts';
import { putSourcesAnew } from '../knowledge-sources/rebuild.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockKnowledgeIndexes } from './statements/edit.ts';
import { addRebuilds, endRebuild } from './statements/rebuilds.ts';

// After a change of the text analysis, the words of a query are found only in records that were indexed again. The
// rebuild replaces one record after the other. Meanwhile, other records are still found by the terms that are the same
// in both versions, which most are.

type Rebuild = JobPayloads['rebuild-indexes'];

/**
 * The wait before a rebuild for a newer analysis is tried again, in milliseconds. Meanwhile, a newer process of the
 * installation can do it.
 */
const otherProcessMs = 30_000;

/**
 * Queues the rebuild of outdated indexes when a process starts; several processes may call it. Returns the number of
 * tenants.
 */
export async function startRebuilds(
  { system, now }: { system: SystemDb; now: () => Date },
  analysis = analysisVersion,
): Promise<number> {
  const payload: Rebuild = { analysis, noun: 'faqs', after: '' };
  const createdAt = now().toISOString();
  return await system.run(addRebuilds, { analysis, payload: JSON.stringify(payload), createdAt });
}

/** Indexes a batch of records again, and queues a job for the next batch until all are done. */
export const rebuildIndexes: JobHandler<Rebuild> = {
  maxAttempts: 10,
  async run(ctx, job) {
    const { payload } = job;
    if (payload.analysis > analysisVersion) {
      await inTransaction(ctx, async (ctx) => {
        await completeJob(ctx, job);
        await next(ctx, payload, otherProcessMs);
      });
      return;
    }
    const put = payload.noun === 'faqs' ? putFaqsAnew : putSourcesAnew;
    const last = await put(ctx, payload.after);
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      if (last !== null) await next(ctx, { ...payload, after: last });
      else if (payload.noun === 'faqs') await next(ctx, { ...payload, noun: 'sources', after: '' });
      else await end(ctx, payload.analysis);
    });
  },
  /** Marks the rebuild as failed, so that the next start of a process tries it again. */
  exhausted: (ctx, job) =>
    inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      await end(ctx, null);
    }),
};

async function next(ctx: TenantContext, payload: Rebuild, delayMs = 0): Promise<void> {
  await enqueue(ctx, 'rebuild-indexes', payload, { orderKey: 'rebuild-indexes', delayMs });
}

async function end(ctx: TenantContext, analysis: number | null): Promise<void> {
  await ctx.db.run(lockKnowledgeIndexes, { names: [], analysis: analysisVersion });
  await ctx.db.run(endRebuild, { analysis });
}
