import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { firstOfOrder } from '../jobs/statements/jobs-of-order.ts';
import type { TenantContext } from '../tenancy/context.ts';

interface When {
  readonly delayMs: number;
  /** The order key of the failed job that this job repeats; absent or null for the first job. */
  readonly orderKey?: string | null;
}

/** Queues a step for the token of a channel. */
export async function enqueueTokenStep(
  ctx: TenantContext,
  payload: JobPayloads['watch-token'],
  { delayMs, orderKey }: When,
): Promise<void> {
  // The jobs of one token run one after the other, because some providers replace the refresh token with each renewal.
  // A step of earlier credentials may be planned for much later, and must not block the steps of new ones.
  const key = orderKey ?? orderOf(payload.channelId, payload.version);
  await enqueue(ctx, 'watch-token', payload, { orderKey: key, delayMs: Math.round(delayMs) });
}

/** Returns whether a step for this version of a channel's token is queued. */
export async function hasTokenStep(
  ctx: TenantContext,
  channelId: string,
  version: number,
): Promise<boolean> {
  const step = await ctx.db.run(firstOfOrder, { orderKey: orderOf(channelId, version) });
  return step !== undefined;
}

/** Queues a renewal for a token that the provider refuses now. */
export async function renewRefusedToken(
  ctx: TenantContext,
  channelId: string,
  version: number,
): Promise<void> {
  // The planned step of this token may be hours away, and would delay a later job with its order key.
  const orderKey = `token ${channelId} refused`;
  await enqueueTokenStep(ctx, { channelId, version, step: 'renew' }, { delayMs: 0, orderKey });
}

function orderOf(channelId: string, version: number): string {
  return `token ${channelId} ${version}`;
}
