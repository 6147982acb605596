import { firstPipeline } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { pipelinesTable } from './table.ts';

/** Adds the first pipeline of a tenant. Call it in the transaction that creates the tenant. Records no event. */
export async function addFirstPipeline({ db, newId, now }: TenantContext): Promise<void> {
  const made = { id: newId('pip'), at: now().toISOString() };
  const pipeline = firstPipeline(made, () => newId('stg'));
  await db.insert(pipelinesTable, pipelinesTable.toRow(pipeline));
}
