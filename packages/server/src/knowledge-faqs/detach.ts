import type { TenantContext } from '../tenancy/context.ts';
import { forgetSource } from './repository.ts';

/** The FAQs of a source that is about to go stay, and name it no longer; they tell nobody. */
export async function detachFaqs(ctx: TenantContext, sourceId: string): Promise<void> {
  await forgetSource(ctx.db, sourceId);
}
