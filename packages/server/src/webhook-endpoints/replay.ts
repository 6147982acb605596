import {
  type ReplayWebhookBody,
  type WebhookReplay,
  webhookLimits,
} from '@parley/contract/schemas';
import { checkEnabled, replayRange } from '@parley/domain';
import { sequenceAfter, sequenceBefore, usualCommitMs } from '../events/sequence-at.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { countReplay } from '../webhook-deliveries/statements/replay-events.ts';
import { findEndpoint } from './records.ts';
import { lockEnabled } from './service.ts';

export interface ReplayPlan {
  readonly answer: WebhookReplay;
  readonly job: JobPayloads['replay-deliveries'];
}

/**
 * Counts the newest events of a replay. Call it outside of a transaction, because the count would block other writes.
 */
export async function planReplay(
  ctx: TenantContext,
  endpointId: string,
  body: ReplayWebhookBody,
): Promise<ReplayPlan> {
  checkEnabled(await findEndpoint(ctx, endpointId), 'replay');
  const { types = ['*'], onlyFailed } = body;
  const { since, until } = replayRange(body, ctx.now().getTime());
  const within = async (commitMs?: number) => ({
    afterSequence: await sequenceBefore(ctx.db, since, commitMs),
    untilSequence: await sequenceAfter(ctx.db, until, commitMs),
  });
  const range = { since, until, patterns: types, onlyFailed };
  const job = { endpointId, ...range, ...(await within()) };
  // Events beside the range leave less room for those that are counted.
  const counted = { ...job, ...(await within(usualCommitMs)) };
  return { answer: await countEvents(ctx, counted), job };
}

/** Sends past events to an enabled endpoint in the background; returns their number. */
export async function startReplay(
  ctx: TenantContext,
  { answer, job }: ReplayPlan,
): Promise<WebhookReplay> {
  return await inTransaction(ctx, async (ctx) => {
    await lockEnabled(ctx, job.endpointId, 'replay');
    const isEmpty = answer.count === 0 && !answer.approximate;
    if (!isEmpty) await enqueue(ctx, 'replay-deliveries', job);
    return answer;
  });
}

async function countEvents(
  ctx: TenantContext,
  replay: JobPayloads['replay-deliveries'],
): Promise<WebhookReplay> {
  const first = replay.untilSequence - webhookLimits.replayCounted;
  const afterSequence = Math.max(first, replay.afterSequence);
  const count = await ctx.db.run(countReplay, { ...replay, afterSequence });
  return first > replay.afterSequence ? { count, approximate: true } : { count };
}
