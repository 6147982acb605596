import { authError } from '@parley/contract/schemas';
import {
  isVerified,
  nextTokenStep,
  type StoredChannel,
  stepAfterRefusal,
  withRenewedToken,
} from '@parley/domain';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job, releaseJob } from '../jobs/queue.ts';
import { type LimitDeps, pauseAppAfter, waitForApp } from '../messages/limits.ts';
import { surely } from '../messages/surely.ts';
import type { Sealer } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { Renewal } from './adapters/adapter.ts';
import { readConnection } from './adapters/connections.ts';
import type { ProviderRefusal } from './adapters/outcomes.ts';
import { type ChannelSecrets, hasNewerConnection, openSecrets, storeSecrets } from './secrets.ts';
import { channels, noteChannelError, reportChannelError } from './service.ts';
import { enqueueTokenStep } from './token-steps.ts';

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
  const payload = { channelId: channel.id, version, ...next };
  await enqueueTokenStep(ctx, payload, { delayMs: Math.max(0, next.atMs - nowMs) });
}

/**
 * Renews an access token, warns before it expires, or stops the channel when it has expired. Does nothing when the
 * account or the credentials have been replaced.
 */
export function watchTokens(deps: LimitDeps): JobHandler<WatchToken> {
  const { adapters, secrets } = deps;
  return {
    // Only this job queues the next one.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(ctx, job) {
      const { channelId, version, step, atMs = 0 } = job.payload;
      // As in `expireGrant`. The next plan after a warning that is too early would be this warning again.
      const earlyMs = Math.ceil(atMs - ctx.now().getTime());
      if (earlyMs > 0) return await inTransaction(ctx, (ctx) => releaseJob(ctx, job, earlyMs));
      const connection = await readConnection(ctx, secrets, channelId);
      const { channel } = connection;
      if (channel.status === 'archived' || connection.version !== version) return;
      if (step === 'expire') {
        const error = { error: authError, providerCode: null, connectionVersion: version };
        return await reportChannelError(ctx, channelId, error);
      }
      if (step === 'warn') return await warn(ctx, job);
      const waitMs = await waitForApp(ctx, deps, connection);
      if (waitMs > 0) return await releaseJob(ctx, job, waitMs);
      const renewal = await adapters[channel.provider].renew?.(connection);
      if (renewal?.kind === 'refused') {
        await pauseAppAfter(ctx, deps, channelId, renewal.refusal);
        return await writeRefusal(ctx, job, renewal.refusal);
      }
      const asked = connection.secrets;
      const plan = job.payload;
      if (renewal) await keep(ctx, secrets, { plan, asked, renewal });
    },
  };
}

async function warn(ctx: TenantContext, job: Job<WatchToken>): Promise<void> {
  const { channelId, version } = job.payload;
  await inTransaction(ctx, async (ctx) => {
    const channel = await channels.take(ctx, channelId);
    // The account or the credentials may have been replaced since the job read them.
    if (await hasNewerConnection(ctx, channelId, version)) return await completeJob(ctx, job);
    const object = await channels.show(ctx, channel);
    recordEvent(ctx, 'channel.credentials_expiring', { object });
    await watchToken(ctx, channel, version);
    await completeJob(ctx, job);
  });
}

/** Plans the next renewal, or stops the channel when its token no longer works. */
async function writeRefusal(
  ctx: TenantContext,
  { orderKey, payload: { channelId, version } }: Job<WatchToken>,
  refusal: ProviderRefusal,
): Promise<void> {
  const error = { ...refusal, connectionVersion: version };
  const nowMs = ctx.now().getTime();
  const next = stepAfterRefusal(await channels.get(ctx, channelId), refusal.error, nowMs);
  // Another run of this job may have renewed the token that the provider refuses now.
  if (!next) return await reportChannelError(ctx, channelId, error);
  ctx.log.warn({ channelId, code: refusal.providerCode }, 'could not renew a token');
  if (!refusal.error.automaticRetry) await noteChannelError(ctx, channelId, error);
  const delayMs = next.atMs - nowMs;
  await enqueueTokenStep(ctx, { channelId, version, ...next }, { delayMs, orderKey });
}

interface Renewed {
  readonly plan: WatchToken;
  /** The tokens with which the provider was asked. */
  readonly asked: ChannelSecrets;
  readonly renewal: Extract<Renewal, { kind: 'renewed' }>;
}

/** Stores renewed tokens, however long the database is unavailable: the provider no longer accepts the earlier ones. */
async function keep(ctx: TenantContext, sealer: Sealer, renewed: Renewed): Promise<void> {
  const { channelId } = renewed.plan;
  const onOutage = () =>
    ctx.log.warn(
      { channelId },
      'a renewed token waits for the database: it is lost if this process ends before',
    );
  await surely(() => writeRenewal(ctx, sealer, renewed), { unavailableMs: Infinity, onOutage });
}

/**
 * Stores renewed tokens, also when other credentials have changed since the provider was asked: its earlier refresh token
 * no longer works. So it does not need the lease of the job, which may be lost. Stores nothing when the channel has tokens
 * of another sign-in.
 */
async function writeRenewal(
  ctx: TenantContext,
  sealer: Sealer,
  { plan: { channelId, version }, asked, renewal }: Renewed,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await channels.take(ctx, channelId);
    const stored = await openSecrets(ctx, sealer, channelId);
    if (renewedBy(stored.secrets) !== renewedBy(asked)) return;
    await storeSecrets(ctx, sealer, channelId, renewal.tokens);
    const at = ctx.now().toISOString();
    const after = withRenewedToken(before, renewal.expiresAt(ctx.now().getTime()), at);
    await channels.save(ctx, before, after);
    // Without a verification, the next one begins to watch the token.
    if (stored.version === version || isVerified(after))
      await watchToken(ctx, after, stored.version + 1);
  });
}

/** Returns the token that a renewal replaces. */
function renewedBy({ refreshToken, accessToken }: ChannelSecrets): string | undefined {
  return refreshToken ?? accessToken;
}
