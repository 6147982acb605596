import type { FaqReader, IndexReader } from '@parley/search';
import { fromJson } from '../db/columns.ts';
import { readPlacedChunks } from '../db/statements/knowledge-chunks.ts';
import {
  filterRevisions,
  type KnowledgeFilter,
  readChangeTimes,
  readShownChunks,
} from '../db/statements/knowledge-records.ts';
import { findTerms, readPostingsOf, scanTerms } from '../db/statements/knowledge-search.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { IndexName } from './edit-index.ts';

type Narrowing = Omit<KnowledgeFilter, 'index'>;

/** What a search reads of a tenant's tables. */
export function readerOf(
  db: TenantDb,
  indexes: readonly IndexName[],
  narrowing: Narrowing,
): FaqReader {
  const { table } = narrowing;
  return {
    indexes: indexes.map((index) => indexReaderOf(db, { ...narrowing, index })),
    readShownChunks: async (keys) => {
      const rows = await db.run(readShownChunks, keys);
      return rows.map(({ record_id: recordId, position, revision, analyzer, headings, text }) => ({
        recordId,
        position,
        revision: Number(revision),
        analyzer,
        headings: fromJson<string[]>(headings),
        text,
      }));
    },
    readChangeTimes: (ids) => db.run(readChangeTimes, { table, ids }),
    readQuestions: async (ids) => {
      const rows = await db.select('knowledge_faqs').whereIn('id', ids);
      return new Map(
        rows.map((row) => [row.id, [row.question, ...fromJson<string[]>(row.alternate_questions)]]),
      );
    },
  };
}

function indexReaderOf(db: TenantDb, filter: KnowledgeFilter): IndexReader {
  const { index } = filter;
  return {
    findTerms: (terms) => db.run(findTerms, { index, terms }),
    scanTerms: (ranges) => db.run(scanTerms, { index, ranges }),
    readPostings: (terms) => db.run(readPostingsOf, { index, terms }),
    readPlacedChunks: async (places) => {
      const rows = await db.run(readPlacedChunks, { index, places });
      return rows.map(({ record_id: recordId, position, revision, block, slot, terms }) => ({
        recordId,
        position,
        revision: Number(revision),
        block,
        slot,
        terms,
      }));
    },
    filterRevisions: async () =>
      isNarrow(filter) ? await db.run(filterRevisions, filter) : undefined,
  };
}

/** Whether it may leave records out. */
function isNarrow({ languages, tags, among = {} }: Narrowing): boolean {
  return Boolean(languages || tags || Object.values(among).some(Boolean));
}
