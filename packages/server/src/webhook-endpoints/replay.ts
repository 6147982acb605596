import { type ReplayWebhookBody, ServiceError, type WebhookReplay } from '@parley/contract/schemas';
import { sequenceAfter, sequenceBefore } from '../events/sequence-at.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { countReplay } from '../webhook-deliveries/statements/replay-events.ts';
import { findEndpoint, lockEnabled, notEnabled } from './service.ts';

/** SQLite answers nobody else meanwhile. */
const countedAtOnce = 2_000;

export interface ReplayPlan {
  readonly count: number;
  readonly job: JobPayloads['replay-deliveries'];
}

/** What a replay would send. Counts without a transaction, which would hold others up. */
export async function planReplay(
  ctx: TenantContext,
  endpointId: string,
  body: ReplayWebhookBody,
): Promise<ReplayPlan> {
  const { status } = await findEndpoint(ctx, endpointId);
  if (status !== 'enabled') throw notEnabled(endpointId, 'replay');
  const { since, until = justAfter(ctx.now()), types = ['*'], onlyFailed } = body;
  if (until <= since) {
    const field = body.until === undefined ? 'since' : 'until';
    throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'until_after_since', field });
  }
  const job: ReplayPlan['job'] = {
    endpointId,
    afterSequence: await sequenceBefore(ctx.db, since),
    untilSequence: await sequenceAfter(ctx.db, until),
    since,
    until,
    patterns: types,
    onlyFailed,
  };
  return { count: await countEvents(ctx, job), job };
}

/** Sends past events to an enabled endpoint, in the background; answers how many. */
export async function startReplay(
  ctx: TenantContext,
  { count, job }: ReplayPlan,
): Promise<WebhookReplay> {
  return await inTransaction(ctx, async (ctx) => {
    await lockEnabled(ctx, job.endpointId, 'replay');
    if (count > 0) await enqueue(ctx, 'replay-deliveries', job);
    return { count };
  });
}

async function countEvents(
  ctx: TenantContext,
  replay: JobPayloads['replay-deliveries'],
): Promise<number> {
  let count = 0;
  for (let after = replay.afterSequence; after < replay.untilSequence; after += countedAtOnce) {
    const untilSequence = Math.min(after + countedAtOnce, replay.untilSequence);
    count += await ctx.db.run(countReplay, { ...replay, afterSequence: after, untilSequence });
  }
  return count;
}

/** So that what happened in this very millisecond is before it. */
function justAfter(now: Date): string {
  return new Date(now.getTime() + 1).toISOString();
}
