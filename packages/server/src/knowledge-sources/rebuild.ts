import { prepareLongSource } from '@parley/search';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { putIntoIndex, saveSource, textOf } from './indexing.ts';
import { listSourcesById, lockSource, readContent } from './repository.ts';
import type { KnowledgeSourceRow } from './table.ts';

const batch = 20;

/** Puts sources into the index as they are analysed now; answers the last of them, null when there are no more. */
export async function putSourcesAnew(ctx: TenantContext, after: string): Promise<string | null> {
  const rows = await listSourcesById(ctx.db, { after, limit: batch });
  for (const row of rows) await putSourceAnew(ctx, row);
  return rows.at(-1)?.id ?? null;
}

async function putSourceAnew(ctx: TenantContext, row: KnowledgeSourceRow): Promise<void> {
  // Whoever has changed it has left a job that does the same.
  if (row.status === 'processing') return;
  const content = await readContent(ctx.db, row.id);
  if (content === null) return;
  const prepared = await prepareLongSource(textOf(row, content));
  await inTransaction(ctx, async (ctx) => {
    const now = await lockSource(ctx.db, row.id);
    if (now?.content_version !== row.content_version || now.status !== row.status) return;
    await putIntoIndex(ctx, now, prepared);
    const { chunkCount, charCount } = prepared;
    const counted = { ...now, chunk_count: chunkCount, char_count: charCount };
    await saveSource(ctx, now, counted, 'knowledge_source.updated');
  });
}
