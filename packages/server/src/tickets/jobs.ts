import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { closeIfDue } from './closing.ts';

export const closeTicket: JobHandler<JobPayloads['close-ticket']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      const { ticketAutoCloseHours: hours } = (await getCurrentTenant(ctx)).settings;
      if (hours !== null) await closeIfDue(ctx, job.payload.ticketId, hours);
    });
  },
};
