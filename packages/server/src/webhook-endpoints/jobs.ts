import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { cancelDeliveries } from '../webhook-deliveries/statements/cancel-deliveries.ts';
import { replayEvents } from '../webhook-deliveries/statements/replay-events.ts';
import { canceledAtOnce } from './disable.ts';

const replayedAtOnce = 1_000;

/**
 * Cancels waiting deliveries batch by batch. Can start again at any time, because canceled deliveries stay canceled.
 */
export const cancelWaitingDeliveries: JobHandler<JobPayloads['cancel-deliveries']> = {
  maxAttempts: 10,
  async run(ctx, { payload: { endpointId, version } }) {
    for (;;) {
      const now = ctx.now().toISOString();
      const input = { endpointId, version, now, limit: canceledAtOnce };
      if ((await ctx.db.run(cancelDeliveries, input)) < canceledAtOnce) return;
    }
  },
};

/** Replays one batch and queues a job for the next in the same transaction, so that nothing is sent twice. */
export const replayDeliveries: JobHandler<JobPayloads['replay-deliveries']> = {
  // Only this job queues the next one.
  maxAttempts: Number.POSITIVE_INFINITY,
  async run(ctx, job) {
    const { payload } = job;
    const untilSequence = Math.min(payload.afterSequence + replayedAtOnce, payload.untilSequence);
    await inTransaction(ctx, async (ctx) => {
      const now = ctx.now().toISOString();
      const enabled = await ctx.db.run(replayEvents, { ...payload, untilSequence, now });
      if (enabled && untilSequence < payload.untilSequence) {
        await enqueue(ctx, 'replay-deliveries', { ...payload, afterSequence: untilSequence });
      }
      await completeJob(ctx, job);
    });
  },
};
