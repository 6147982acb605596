import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { wake } from './service.ts';

export const wakeConversation: JobHandler<JobPayloads['wake-conversation']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    const { conversationId, snoozedUntil } = job.payload;
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      await wake(ctx, conversationId, snoozedUntil);
    });
  },
};
