import type { TenantContext } from '../tenancy/context.ts';
import { knowledgeContentsTable } from './table.ts';

// Contents are in a separate table, so that lists of sources do not read them.

/** Returns the content of a source; null when none was fetched yet. */
export async function readContent({ db }: TenantContext, sourceId: string): Promise<string | null> {
  const row = await db.select(knowledgeContentsTable).where({ source_id: sourceId }).first();
  return row?.content ?? null;
}

/** Writes the content of a source. Call it in the transaction that locks the source. */
export async function writeContent(
  { db }: TenantContext,
  sourceId: string,
  content: string,
): Promise<void> {
  const written = await db.update(knowledgeContentsTable, { source_id: sourceId }, { content });
  if (written === 0) await db.insert(knowledgeContentsTable, { source_id: sourceId, content });
}

export async function removeContent({ db }: TenantContext, sourceId: string): Promise<void> {
  await db.remove(knowledgeContentsTable, { source_id: sourceId });
}
