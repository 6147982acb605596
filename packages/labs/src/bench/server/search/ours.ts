import { knowledgeFaqRules } from '@parley/domain';
import { type FaqHit, prepareFaq, prepareSource, type SourceHit } from '@parley/search';
import {
  createIndexMemo,
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
/**
 * The block cache, one for the process as in production. It works for several databases, because every search reads the
 * versions of the blocks.
 */
const indexMemo = createIndexMemo();

/** Adds the documents of a collection as records of this tenant. */
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
      ? await searchFaqs(db, { q, limit: 10 }, { indexMemo })
      : await searchSources(db, { q, limit: 10 }, { indexMemo });
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
  const { id, title: question, body: answer, language, alternateQuestions = [] } = document;
  const made = { id, at: now };
  const body = {
    question,
    answer,
    language,
    alternateQuestions: [...alternateQuestions],
    position,
  };
  const faq = knowledgeFaqRules.initial({ ...body, status: 'published' }, made);
  // Two documents of a collection may have the same title.
  return { ...knowledgeFaqsTable.toRow(faq), question_key: id };
}
