import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DealSum } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { sumDeals } from './statements/sum-deals.ts';

/**
 * The sums of the deals of a pipeline, in parts: a stage may have several sums of one currency. Deals that change between
 * two of more than 5,000 deals may count as they were before or after.
 */
export async function readSums(
  ctx: TenantContext,
  pipelineId: string,
): Promise<readonly DealSum[]> {
  const all: DealSum[] = [];
  for (let after = { createdAt: '', id: '' }; ; await nextTurn()) {
    const { sums, end } = await ctx.db.run(sumDeals, { pipelineId, after });
    all.push(...sums);
    if (!end) return all;
    after = end;
  }
}
