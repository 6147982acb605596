import type { ReplayWebhookBody, WebhookReplay } from '@parley/contract/schemas';
import { checkEnabled, replayRange } from '@parley/domain';
import { sequenceAfter, sequenceBefore } from '../events/sequence-at.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { countReplay } from '../webhook-deliveries/statements/replay-events.ts';
import { findEndpoint } from './records.ts';
import { lockEnabled } from './service.ts';

/** SQLite blocks all other requests meanwhile. */
const countedAtOnce = 2_000;

export interface ReplayPlan {
  readonly count: number;
  readonly job: JobPayloads['replay-deliveries'];
}

/** The number of events of a replay. Counts outside of a transaction, which would block others. */
export async function planReplay(
  ctx: TenantContext,
  endpointId: string,
  body: ReplayWebhookBody,
): Promise<ReplayPlan> {
  checkEnabled(await findEndpoint(ctx, endpointId), 'replay');
  const { types = ['*'], onlyFailed } = body;
  const { since, until } = replayRange(body, ctx.now().getTime());
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
