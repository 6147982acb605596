import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { inTransaction, type Transact } from '../tenancy/context.ts';
import { autoCloseHours } from '../tenants/service.ts';
import { closeOldestTickets } from '../tickets/closing.ts';
import { closeOldest } from './idle.ts';
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

const closers = { conversation: closeOldest, ticket: closeOldestTickets };

/** Closes some idle records, and queues the next job. Closes none after the tenant has changed the setting. */
export const closeIdle: JobHandler<JobPayloads['close-idle']> = {
  // Only this job queues the next one.
  maxAttempts: Number.POSITIVE_INFINITY,
  async run(ctx, job) {
    const { payload } = job;
    const hours = await autoCloseHours(ctx, payload);
    if (hours === null) return;
    const whileSet: Transact = (ctx, change) =>
      inTransaction(ctx, async (ctx) => {
        if ((await autoCloseHours(ctx, payload)) !== null) await change(ctx);
      });
    const nextMs = await closers[payload.kind ?? 'conversation'](ctx, hours, whileSet);
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      const delayMs = Math.max(0, nextMs - ctx.now().getTime());
      await enqueue(ctx, 'close-idle', payload, { delayMs });
    });
  },
};
