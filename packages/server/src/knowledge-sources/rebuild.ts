import { type StoredSource, sourceText } from '@parley/domain';
import { prepareLongSource } from '@parley/search';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { readContent } from './contents.ts';
import { putIntoIndex } from './indexing.ts';
import { knowledgeSources } from './service.ts';
import { knowledgeSourcesTable } from './table.ts';

const batch = 20;

/**
 * Indexes a batch of sources after the ID `after` with the current analysis. Returns the last ID; null when none are
 * left.
 */
export async function putSourcesAnew(ctx: TenantContext, after: string): Promise<string | null> {
  const select = ctx.db.select(knowledgeSourcesTable).where('id', '>', after);
  const rows = await select.orderBy('id').limit(batch);
  for (const row of rows) await putSourceAnew(ctx, knowledgeSourcesTable.toRecord(row));
  return rows.at(-1)?.id ?? null;
}

async function putSourceAnew(ctx: TenantContext, source: StoredSource): Promise<void> {
  // A change of the source has created a job that indexes it.
  if (source.status === 'processing') return;
  const content = await readContent(ctx, source.id);
  if (content === null) return;
  const prepared = await prepareLongSource(sourceText(source, content));
  await inTransaction(ctx, async (ctx) => {
    const now = await knowledgeSources.lock(ctx, source.id);
    if (now?.contentVersion !== source.contentVersion || now.status !== source.status) return;
    await putIntoIndex(ctx, now, prepared);
    const { chunkCount, charCount } = prepared;
    await knowledgeSources.save(ctx, now, { ...now, chunkCount, charCount });
  });
}
