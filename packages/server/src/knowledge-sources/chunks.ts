import type { KnowledgeChunk, ListKnowledgeChunksQuery, Page } from '@parley/contract/schemas';
import { chunkId } from '@parley/search';
import { listOf, pageOf, readPosition } from '../db/cursor.ts';
import { knowledgeChunksTable } from '../knowledge/table.ts';
import type { TenantContext } from '../tenancy/context.ts';

const chunkList = listOf<{ id: string; position: number }>('knowledge-chunks', {
  position: 'position',
});

export async function listKnowledgeChunks(
  ctx: TenantContext,
  sourceId: string,
  { sort, ...page }: ListKnowledgeChunksQuery,
): Promise<Page<KnowledgeChunk>> {
  const listing = { sort, page, filters: { sourceId } };
  const position = readPosition(ctx.db, chunkList, listing);
  const { direction, after, limit } = position;
  const select = ctx.db.select(knowledgeChunksTable).where({ record_id: sourceId });
  if (after) select.where('position', direction === 'asc' ? '>' : '<', after.key);
  const rows = await select.orderBy('position', direction).limit(limit + 1);
  const chunks = rows
    .map(knowledgeChunksTable.toRecord)
    .map(({ revision, position, headings, text }) => ({
      id: chunkId(sourceId, revision, position),
      sourceId,
      position,
      headings: [...headings],
      text,
    }));
  const { rows: data, nextCursor } = pageOf(ctx.db, position, chunks);
  return { data, nextCursor };
}
