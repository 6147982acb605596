import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { closeSolved } from './service.ts';

export const closeTicket: JobHandler<JobPayloads['close-ticket']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    const { ticketId, solvedAt } = job.payload;
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      await closeSolved(ctx, ticketId, solvedAt);
    });
  },
};
