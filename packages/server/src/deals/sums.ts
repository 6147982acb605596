import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DealSum } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { sumDeals } from './statements/sum-deals.ts';

/**
 * Returns the sums of the deals of a pipeline. A stage may have several sums in one currency: add them. Reads 5,000
 * deals at a time, so a deal that changes between two reads is counted with its old or its new values.
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
