import { authError } from '@parley/contract/schemas';
import {
  nextTokenStep,
  renewalRetryMs,
  type StoredChannel,
  withRenewedToken,
} from '@parley/domain';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job } from '../jobs/queue.ts';
import type { Sealer } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { ChannelAdapters, Renewal } from './adapters/adapter.ts';
import { readConnection } from './adapters/connections.ts';
import { openSecrets, storeSecrets } from './secrets.ts';
import { channels, reportChannelError } from './service.ts';
import { enqueueTokenStep } from './token-steps.ts';

interface TokenDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
}

type WatchToken = JobPayloads['watch-token'];

/** Schedules the next check of a channel's access token. Call it in the transaction that changed the token. */
export async function watchToken(
  ctx: TenantContext,
  channel: StoredChannel,
  version: number,
): Promise<void> {
  const nowMs = ctx.now().getTime();
  const next = nextTokenStep(channel, nowMs);
  if (!next) return;
  const payload = { channelId: channel.id, version, step: next.step };
  await enqueueTokenStep(ctx, payload, { delayMs: Math.max(0, next.atMs - nowMs) });
}

/**
 * Renews an access token, warns before it expires, or stops the channel when it has expired. Does nothing when the
 * credentials have been replaced.
 */
export function watchTokens({ adapters, secrets }: TokenDeps): JobHandler<WatchToken> {
  return {
    maxAttempts: 10,
    async run(ctx, job) {
      const { channelId, version, step } = job.payload;
      const connection = await readConnection(ctx, secrets, channelId);
      const { channel } = connection;
      if (channel.status === 'archived' || connection.version !== version) return;
      if (step === 'expire') {
        const error = { error: authError, providerCode: null, secretsVersion: version };
        return await reportChannelError(ctx, channelId, error);
      }
      if (step === 'warn') return await warn(ctx, job);
      const renewal = await adapters[channel.provider].renew?.(connection);
      if (renewal) await writeRenewal(ctx, secrets, job, renewal);
    },
  };
}

async function warn(ctx: TenantContext, job: Job<WatchToken>): Promise<void> {
  const { channelId, version } = job.payload;
  await inTransaction(ctx, async (ctx) => {
    const channel = await channels.take(ctx, channelId);
    const object = await channels.show(ctx, channel);
    recordEvent(ctx, 'channel.credentials_expiring', { object });
    await watchToken(ctx, channel, version);
    await completeJob(ctx, job);
  });
}

async function writeRenewal(
  ctx: TenantContext,
  sealer: Sealer,
  job: Job<WatchToken>,
  renewal: Renewal,
): Promise<void> {
  const { channelId, version } = job.payload;
  if (renewal.kind === 'refused') {
    if (!renewal.refusal.error.automaticRetry) {
      // Another run of this job may have renewed the token that the provider refuses now.
      const error = { ...renewal.refusal, secretsVersion: version };
      return await reportChannelError(ctx, channelId, error);
    }
    ctx.log.warn({ channelId, code: renewal.refusal.providerCode }, 'could not renew a token');
    const { orderKey } = job;
    return await enqueueTokenStep(ctx, job.payload, { delayMs: renewalRetryMs, orderKey });
  }
  await inTransaction(ctx, async (ctx) => {
    const before = await channels.take(ctx, channelId);
    if ((await openSecrets(ctx, sealer, channelId)).version !== version) return;
    await storeSecrets(ctx, sealer, channelId, renewal.tokens);
    const at = ctx.now().toISOString();
    const after = withRenewedToken(before, renewal.expiresAt(ctx.now().getTime()), at);
    await channels.save(ctx, before, after);
    await watchToken(ctx, after, version + 1);
    await completeJob(ctx, job);
  });
}
