import { languageKey } from '@parley/domain';
import { type FaqHit, prepareFaq, prepareSource, type SourceHit } from '@parley/search';
import {
  editIndexes,
  type KnowledgeFaqRow,
  knowledgeFaqsTable,
  type NewRecord,
  searchFaqs,
  searchSources,
  type TenantDb,
} from '../../../server.ts';
import type { Collection, Document } from './collection.ts';

const now = '2026-01-01T00:00:00.000Z';
const batch = 100;

/** The documents of a collection as records of this tenant. */
export async function addCollection(db: TenantDb, { kind, documents }: Collection): Promise<void> {
  for (let start = 0; start < documents.length; start += batch) {
    const some = documents.slice(start, start + batch);
    await db.transaction(async (db) => {
      if (kind === 'faqs') {
        for (const [index, document] of some.entries()) {
          await db.insert(knowledgeFaqsTable, faqRow(document, start + index));
        }
      }
      await editIndexes(db, { remove: [], add: some.map((one) => recordOf(kind, one)) });
    });
  }
}

export async function search(
  db: TenantDb,
  kind: Collection['kind'],
  q: string,
): Promise<readonly (SourceHit | FaqHit)[]> {
  const { hits } =
    kind === 'faqs'
      ? await searchFaqs(db, { q, limit: 10 })
      : await searchSources(db, { q, limit: 10 });
  return hits;
}

function recordOf(kind: Collection['kind'], document: Document): NewRecord {
  const { id, title, body, language, format, alternateQuestions = [] } = document;
  if (kind === 'sources') {
    const prepared = prepareSource({ title, content: body, format, language });
    return { id, index: 'sources', ...prepared };
  }
  const prepared = prepareFaq({ question: title, alternateQuestions, answer: body, language });
  return { id, index: 'faqs', ...prepared };
}

function faqRow(document: Document, position: number): KnowledgeFaqRow {
  const { id, title, body, language, alternateQuestions = [] } = document;
  return {
    id,
    question: title,
    question_key: id,
    alternate_questions: JSON.stringify(alternateQuestions),
    answer: body,
    language,
    language_key: languageKey(language),
    status: 'published',
    tags: '[]',
    tags_key: '',
    source_id: null,
    position,
    external_id: null,
    hit_count: 0,
    last_hit_at: null,
    helpful_count: 0,
    unhelpful_count: 0,
    metadata: '{}',
    created_at: now,
    updated_at: now,
    published_at: now,
  };
}
