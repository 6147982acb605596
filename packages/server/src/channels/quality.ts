import { type NumberReport, reportFor, withQuality } from '@parley/domain';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { ProviderDeps } from './adapters/adapter.ts';
import { askForJob } from './adapters/questions.ts';
import { channels } from './service.ts';

/**
 * Stores what a webhook reports about the quality of a channel. Also queues a job that asks for the present values,
 * because webhooks arrive in any order and do not state every value. Call it in a transaction.
 */
export async function takeQuality(
  ctx: TenantContext,
  channelId: string,
  report: NumberReport,
): Promise<void> {
  await channels.change(ctx, channelId, (before, at) =>
    withQuality(before, reportFor(before, report), at),
  );
  await enqueue(ctx, 'read-quality', { channelId }, { orderKey: `quality ${channelId}` });
}

/** Asks the provider for the quality of a channel, and stores it. */
export function readQuality(deps: ProviderDeps): JobHandler<JobPayloads['read-quality']> {
  return {
    maxAttempts: 5,
    async run(ctx, job) {
      const { channelId } = job.payload;
      const report = await askForJob(ctx, deps, channelId, (adapter, connection) =>
        adapter.quality?.(connection),
      );
      if (!report) return;
      await inTransaction(ctx, async (ctx) => {
        await channels.change(ctx, channelId, (before, at) => withQuality(before, report, at));
        await completeJob(ctx, job);
      });
    },
  };
}
