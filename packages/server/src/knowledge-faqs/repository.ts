import { hash } from 'node:crypto';
import type { KnowledgeFaq, ListKnowledgeFaqsQuery, Page } from '@parley/contract/schemas';
import { languageKey } from '@parley/domain';
import { questionKey } from '@parley/search';
import { fromJson, toJson } from '../db/columns.ts';
import { whereSpoken, whereTagged } from '../db/conditions.ts';
import { listOf, paginate } from '../db/cursor.ts';
import { isUniqueViolation } from '../db/failures.ts';
import { tagsKey } from '../db/sort-keys.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { type KnowledgeFaqRow, knowledgeFaqsTable } from './table.ts';

export type FaqFilters = Pick<
  ListKnowledgeFaqsQuery,
  'status' | 'language' | 'tag' | 'sourceId' | 'externalId'
>;

const faqList = listOf<KnowledgeFaqRow>('knowledge-faqs', {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  position: 'position',
});

export async function findFaq(db: TenantDb, id: string): Promise<KnowledgeFaq | undefined> {
  const row = await db.select(knowledgeFaqsTable).where({ id }).first();
  return row && toKnowledgeFaq(row);
}

export async function findFaqs(db: TenantDb, ids: readonly string[]): Promise<KnowledgeFaq[]> {
  const rows = await db.select(knowledgeFaqsTable).whereIn('id', ids);
  return rows.map(toKnowledgeFaq);
}

/** In the order of their ids: those after one, and up to another where it is given. */
export async function listFaqsById(
  db: TenantDb,
  { after, until, limit, lock }: { after: string; until?: string; limit: number; lock?: boolean },
): Promise<KnowledgeFaq[]> {
  const select = db.select(knowledgeFaqsTable).where('id', '>', after).orderBy('id').limit(limit);
  if (until !== undefined) select.where('id', '<=', until);
  if (lock) select.forUpdate();
  return (await select).map(toKnowledgeFaq);
}

/** For a change: nobody else changes it until the end of the transaction. */
export async function lockFaq(db: TenantDb, id: string): Promise<KnowledgeFaq | undefined> {
  const row = await db.select(knowledgeFaqsTable).where({ id }).forUpdate().first();
  return row && toKnowledgeFaq(row);
}

export async function findFaqIdByExternalId(
  db: TenantDb,
  externalId: string,
): Promise<string | undefined> {
  const row = await db.select(knowledgeFaqsTable).where({ external_id: externalId }).first();
  return row?.id;
}

/** The first of the unique fields that another FAQ has the same value of. */
export async function findTaken(
  db: TenantDb,
  { id, externalId, question, language, status }: KnowledgeFaq,
): Promise<{ field: 'externalId' | 'question'; existingId: string } | undefined> {
  if (externalId !== null) {
    const existingId = await findFaqIdByExternalId(db, externalId);
    if (existingId !== undefined && existingId !== id) return { field: 'externalId', existingId };
  }
  // What is archived asks nothing.
  if (status === 'archived') return undefined;
  const row = await db
    .select(knowledgeFaqsTable)
    .where({ language_key: languageKey(language), question_key: hashOf(question) })
    .where('status', '<>', 'archived')
    .where('id', '<>', id)
    .first();
  return row && { field: 'question', existingId: row.id };
}

export async function listFaqs(
  db: TenantDb,
  { sort, ...filters }: FaqFilters & Pick<ListKnowledgeFaqsQuery, 'sort'>,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<KnowledgeFaq>> {
  const { status, language, tag, sourceId, externalId } = filters;
  const select = db.select(knowledgeFaqsTable).whereIn('status', status);
  if (language) whereSpoken(select, 'language_key', language);
  if (tag) whereTagged(select, 'tags_key', tag);
  if (sourceId) select.whereIn('source_id', sourceId);
  if (externalId) select.whereIn('external_id', externalId);
  const { rows, nextCursor } = await paginate(db, select, faqList, { sort, page, filters });
  return { data: rows.map(toKnowledgeFaq), nextCursor };
}

/** False when another FAQ has its externalId, or asks the same. */
export async function insertFaq(db: TenantDb, faq: KnowledgeFaq): Promise<boolean> {
  return await db.insertIfAbsent(knowledgeFaqsTable, toRow(faq));
}

export async function updateFaq(db: TenantDb, faq: KnowledgeFaq): Promise<void> {
  await db.update(knowledgeFaqsTable, { id: faq.id }, toRow(faq));
}

/** Whether a change failed because another FAQ has the externalId or asks the same. */
export const isTaken = isUniqueViolation;

export async function removeFaq(db: TenantDb, id: string): Promise<void> {
  await db.remove(knowledgeFaqsTable, { id });
}

/** They stay, without the source that they were taken from. */
export async function forgetSource(db: TenantDb, sourceId: string): Promise<void> {
  await db.update(knowledgeFaqsTable, { source_id: sourceId }, { source_id: null });
}

/** As a hash: a long question in a script without spaces would not fit into an index of Postgres. */
function hashOf(question: string): string {
  return hash('sha256', questionKey(question), 'base64url');
}

function toRow(faq: KnowledgeFaq): KnowledgeFaqRow {
  return {
    id: faq.id,
    question: faq.question,
    question_key: hashOf(faq.question),
    alternate_questions: toJson(faq.alternateQuestions),
    answer: faq.answer,
    language: faq.language,
    language_key: languageKey(faq.language),
    status: faq.status,
    tags: toJson(faq.tags),
    tags_key: tagsKey(faq.tags),
    source_id: faq.sourceId,
    position: faq.position,
    external_id: faq.externalId,
    hit_count: faq.hitCount,
    last_hit_at: faq.lastHitAt,
    helpful_count: faq.helpfulCount,
    unhelpful_count: faq.unhelpfulCount,
    metadata: toJson(faq.metadata),
    created_at: faq.createdAt,
    updated_at: faq.updatedAt,
    published_at: faq.publishedAt,
  };
}

function toKnowledgeFaq(row: KnowledgeFaqRow): KnowledgeFaq {
  return {
    id: row.id,
    question: row.question,
    alternateQuestions: fromJson(row.alternate_questions),
    answer: row.answer,
    language: row.language,
    status: row.status,
    tags: fromJson(row.tags),
    sourceId: row.source_id,
    position: row.position,
    externalId: row.external_id,
    hitCount: row.hit_count,
    lastHitAt: row.last_hit_at,
    helpfulCount: row.helpful_count,
    unhelpfulCount: row.unhelpful_count,
    metadata: fromJson(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
  };
}
