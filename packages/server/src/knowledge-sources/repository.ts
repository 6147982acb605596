import type {
  KnowledgeChunk,
  KnowledgeSource,
  ListKnowledgeChunksQuery,
  ListKnowledgeSourcesQuery,
  Page,
} from '@parley/contract/schemas';
import { chunkId } from '@parley/search';
import { fromJson } from '../db/columns.ts';
import { whereSpoken, whereTagged } from '../db/conditions.ts';
import { cursorAfter, listOf, paginate, readPosition } from '../db/cursor.ts';
import { isUniqueViolation } from '../db/failures.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { IndexName } from '../knowledge/edit-index.ts';
import { knowledgeChunksTable } from '../knowledge/table.ts';
import { type KnowledgeSourceRow, knowledgeContentsTable, knowledgeSourcesTable } from './table.ts';

export type SourceFilters = Pick<
  ListKnowledgeSourcesQuery,
  'status' | 'type' | 'language' | 'tag' | 'externalId'
>;

const sourceList = listOf<KnowledgeSourceRow>('knowledge-sources', {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  title: 'title_key',
});
const chunkList = listOf<{ id: string; position: number }>('knowledge-chunks', {
  position: 'position',
});

export async function findSource(
  db: TenantDb,
  id: string,
): Promise<KnowledgeSourceRow | undefined> {
  return await db.select(knowledgeSourcesTable).where({ id }).first();
}

export async function findSources(
  db: TenantDb,
  ids: readonly string[],
): Promise<KnowledgeSourceRow[]> {
  return await db.select(knowledgeSourcesTable).whereIn('id', ids);
}

/** In the order of their ids, those after one. */
export async function listSourcesById(
  db: TenantDb,
  { after, limit }: { after: string; limit: number },
): Promise<KnowledgeSourceRow[]> {
  return await db.select(knowledgeSourcesTable).where('id', '>', after).orderBy('id').limit(limit);
}

/** For a change: nobody else changes it until the end of the transaction. */
export async function lockSource(
  db: TenantDb,
  id: string,
): Promise<KnowledgeSourceRow | undefined> {
  return await db.select(knowledgeSourcesTable).where({ id }).forUpdate().first();
}

export async function findSourceByExternalId(
  db: TenantDb,
  externalId: string,
): Promise<KnowledgeSourceRow | undefined> {
  return await db.select(knowledgeSourcesTable).where({ external_id: externalId }).first();
}

export async function listSources(
  db: TenantDb,
  { sort, ...filters }: SourceFilters & Pick<ListKnowledgeSourcesQuery, 'sort'>,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<KnowledgeSourceRow>> {
  const { status, type, language, tag, externalId } = filters;
  const select = db.select(knowledgeSourcesTable).whereIn('status', status);
  if (type) select.whereIn('type', type);
  if (language) whereSpoken(select, 'language_key', language);
  if (tag) whereTagged(select, 'tags_key', tag);
  if (externalId) select.whereIn('external_id', externalId);
  const listing = { sort, page, filters };
  const { rows, nextCursor } = await paginate(db, select, sourceList, listing);
  return { data: rows, nextCursor };
}

/** False when another source has its externalId. */
export async function insertSource(db: TenantDb, row: KnowledgeSourceRow): Promise<boolean> {
  return await db.insertIfAbsent(knowledgeSourcesTable, row);
}

export async function updateSource(db: TenantDb, row: KnowledgeSourceRow): Promise<void> {
  await db.update(knowledgeSourcesTable, { id: row.id }, row);
}

/** Whether a change failed because another source has the externalId. */
export const isTaken = isUniqueViolation;

export async function removeSource(db: TenantDb, id: string): Promise<void> {
  await db.remove(knowledgeContentsTable, { source_id: id });
  await db.remove(knowledgeSourcesTable, { id });
}

/** Null where none was fetched yet. */
export async function readContent(db: TenantDb, id: string): Promise<string | null> {
  const row = await db.select(knowledgeContentsTable).where({ source_id: id }).first();
  return row?.content ?? null;
}

/** In the transaction that holds the source. */
export async function writeContent(db: TenantDb, id: string, content: string): Promise<void> {
  const written = await db.update(knowledgeContentsTable, { source_id: id }, { content });
  if (written === 0) await db.insert(knowledgeContentsTable, { source_id: id, content });
}

/** Whether it is in this index, whatever it is becoming. */
export async function isInIndex(
  db: TenantDb,
  sourceId: string,
  index: IndexName,
): Promise<boolean> {
  const wanted = { record_id: sourceId, index_name: index };
  return (await db.select(knowledgeChunksTable).where(wanted).first()) !== undefined;
}

export async function listChunks(
  db: TenantDb,
  sourceId: string,
  { sort, ...page }: ListKnowledgeChunksQuery,
): Promise<Page<KnowledgeChunk>> {
  const listing = { sort, page, filters: { sourceId } };
  const { direction, after, limit } = readPosition(db, chunkList, listing);
  const select = db.select(knowledgeChunksTable).where({ record_id: sourceId });
  if (after) select.where('position', direction === 'asc' ? '>' : '<', after.key);
  const rows = await select.orderBy('position', direction).limit(limit + 1);
  const data = rows.slice(0, limit).map((row) => ({
    id: chunkId(sourceId, Number(row.revision), row.position),
    sourceId,
    position: row.position,
    headings: fromJson<string[]>(row.headings),
    text: row.text,
  }));
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data, nextCursor: more ? cursorAfter(db, chunkList, listing, last) : null };
}

export function toKnowledgeSource(row: KnowledgeSourceRow): KnowledgeSource {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    url: row.url,
    externalId: row.external_id,
    language: row.language,
    status: row.status,
    error: row.error === null ? null : fromJson(row.error),
    tags: fromJson(row.tags),
    chunkCount: row.chunk_count,
    charCount: row.char_count,
    checksum: row.checksum,
    indexedAt: row.indexed_at,
    metadata: fromJson(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
