import type { Channel } from '@parley/contract/schemas';
import { type StoredIdentity, wantsProfile } from '@parley/domain';
import type { ProviderDeps } from '../channels/adapters/adapter.ts';
import { askForJob } from '../channels/adapters/questions.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { fillProfile } from './service.ts';
import { identitiesTable } from './table.ts';

/**
 * Queues a job that asks for the names of a customer who wrote at this time, if webhooks of the provider do not state
 * them.
 */
export async function queueProfile(
  ctx: TenantContext,
  channel: Channel,
  identity: StoredIdentity,
  at: string,
): Promise<void> {
  if (!wantsProfile(channel, identity, at)) return;
  await enqueue(ctx, 'read-profile', { channelId: channel.id, identityId: identity.id });
}

/**
 * Asks the provider for the names of a customer and stores them. Gives up when the provider refuses them: the customer
 * may not have consented.
 */
export function readProfile(deps: ProviderDeps): JobHandler<JobPayloads['read-profile']> {
  return {
    slots: { atOnce: 4, ofTenant: 2 },
    maxAttempts: 5,
    async run(ctx, job) {
      const { channelId, identityId } = job.payload;
      const identity = await ctx.db.select(identitiesTable).where({ id: identityId }).first();
      if (!identity) return;
      const profile = await askForJob(ctx, deps, channelId, (adapter, connection) =>
        adapter.profile?.(connection, identity.address),
      );
      if (!profile) return;
      await inTransaction(ctx, async (ctx) => {
        await fillProfile(ctx, identityId, profile);
        await completeJob(ctx, job);
      });
    },
  };
}
