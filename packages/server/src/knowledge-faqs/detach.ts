import type { TenantContext } from '../tenancy/context.ts';
import { knowledgeFaqsTable } from './table.ts';

/** Removes the source from its FAQs before it is deleted. The FAQs stay; no event is recorded. */
export async function detachFaqs(ctx: TenantContext, sourceId: string): Promise<void> {
  await ctx.db.updateAll(knowledgeFaqsTable, { source_id: sourceId }, { source_id: null });
}
