import type { Channel } from '@parley/contract/schemas';
import { type StoredIdentity, wantsProfile } from '@parley/domain';
import type { ChannelAdapters } from '../channels/adapters/adapter.ts';
import { openConnection } from '../channels/adapters/connections.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import type { Sealer } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { fillProfile } from './service.ts';
import { identitiesTable } from './table.ts';

interface ProfileDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
}

/** Queues the question for the names of a customer who wrote at this time, if the webhook could not state them. */
export async function queueProfile(
  ctx: TenantContext,
  channel: Channel,
  identity: StoredIdentity,
  at: string,
): Promise<void> {
  if (!wantsProfile(channel, identity, at)) return;
  const payload = { channelId: channel.id, identityId: identity.id };
  await enqueue(ctx, 'read-profile', payload);
}

/**
 * Asks the provider for the names of a customer and stores them. Gives up when the provider refuses them: the customer
 * may not have consented.
 */
export function readProfile({
  adapters,
  secrets,
}: ProfileDeps): JobHandler<JobPayloads['read-profile']> {
  return {
    slots: { atOnce: 4, ofTenant: 2 },
    maxAttempts: 5,
    async run(ctx, job) {
      const { channelId, identityId } = job.payload;
      const identity = await ctx.db.select(identitiesTable).where({ id: identityId }).first();
      if (!identity) return;
      const opened = await openConnection(ctx, secrets, channelId);
      if ('refusal' in opened) return;
      const { connection } = opened;
      const answer = await adapters[connection.channel.provider].profile?.(
        connection,
        identity.address,
      );
      if (answer === undefined) return;
      if (answer === 'unknown') throw new Error('the provider did not answer with a profile');
      if ('error' in answer) {
        const { error, providerCode } = answer;
        if (error.automaticRetry)
          throw new Error(`the provider has no profile now: ${providerCode}`);
        return ctx.log.info({ channelId, providerCode }, 'the provider refused a profile');
      }
      await inTransaction(ctx, async (ctx) => {
        await fillProfile(ctx, identityId, answer);
        await completeJob(ctx, job);
      });
    },
  };
}
