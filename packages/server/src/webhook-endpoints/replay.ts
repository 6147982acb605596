import type { ReplayWebhookBody } from '@parley/contract/schemas';
import { countReplay } from '../db/statements/replay-events.ts';
import { sequenceAfter, sequenceBefore } from '../events/sequence-at.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';

const countedAtOnce = 20_000;

/**
 * Sends past events to an enabled endpoint, in the background; answers how many. Outside a transaction it
 * counts without holding up anybody.
 */
export async function startReplay(
  ctx: TenantContext,
  endpointId: string,
  { since, until = ctx.now().toISOString(), types = ['*'], onlyFailed }: ReplayWebhookBody,
): Promise<number> {
  const replay: JobPayloads['replay-deliveries'] = {
    endpointId,
    afterSequence: await sequenceBefore(ctx.db, since),
    untilSequence: await sequenceAfter(ctx.db, until),
    since,
    until,
    patterns: types,
    onlyFailed,
  };
  const count = await countEvents(ctx, replay);
  if (count > 0) await enqueue(ctx, 'replay-deliveries', replay);
  return count;
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
