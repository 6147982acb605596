import type { TenantContext } from '../tenancy/context.ts';
import { knowledgeFaqsTable } from './table.ts';

/** The FAQs of a source that is about to be deleted stay, without their source and without an event. */
export async function detachFaqs(ctx: TenantContext, sourceId: string): Promise<void> {
  await ctx.db.update(knowledgeFaqsTable, { source_id: sourceId }, { source_id: null });
}
