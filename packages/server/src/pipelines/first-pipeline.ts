import { firstPipeline } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { pipelinesTable } from './table.ts';

/** The pipeline that a tenant begins with; in the transaction that creates it. No event announces it. */
export async function addFirstPipeline({ db, newId, now }: TenantContext): Promise<void> {
  const made = { id: newId('pip'), at: now().toISOString() };
  const pipeline = firstPipeline(made, () => newId('stg'));
  await db.insert(pipelinesTable, pipelinesTable.toRow(pipeline));
}
