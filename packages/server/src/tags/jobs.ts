import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { changeRecords } from './service.ts';

/**
 * The longest time for which one job changes records, in milliseconds. Then it ends and the next job continues, so that
 * a worker can stop.
 */
const turnMs = 3_000;

/** Changes the records with a tag for a few seconds, then queues a job for the rest. */
export const changeTag: JobHandler<JobPayloads['change-tag']> = {
  slots: { atOnce: 2, ofTenant: 1 },
  // Only this job queues the next one.
  maxAttempts: Number.POSITIVE_INFINITY,
  async run(ctx, job) {
    const endMs = performance.now() + turnMs;
    const isDone = await changeRecords(ctx, job.payload.tagId, { endMs });
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      if (!isDone) await enqueue(ctx, 'change-tag', job.payload);
    });
  },
};
