import type { FaqReader, IndexPart, IndexReader } from '@parley/search';
import { BlockDocuments } from '@parley/search/format';
import { fromJson } from '../db/columns.ts';
import { readPlacedChunks } from '../db/statements/knowledge-chunks.ts';
import {
  filterRevisions,
  type KnowledgeFilter,
  readChangeTimes,
  readQuestions,
  readShownChunks,
} from '../db/statements/knowledge-records.ts';
import {
  findTerms,
  readPostingsOf,
  scanTerms,
  type TermsOfIndex,
} from '../db/statements/knowledge-search.ts';
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
      const rows = await db.run(readQuestions, ids);
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
    readPostings: (terms) => readPostings(db, { index, terms }),
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

/** With the documents of blocks that this process knows in the versions that they have now. */
async function readPostings(db: TenantDb, { index, terms }: TermsOfIndex): Promise<IndexPart> {
  const key = `${db.tenantId} ${index}`;
  const known = new Map(db.indexMemo.get(key).map((one) => [one.version, one]));
  const read = await db.run(readPostingsOf, { index, terms, known: [...known.keys()] });
  const blocks = read.blocks.map(
    ({ block, version, documents }) =>
      known.get(version) ?? { block, version, documents: new BlockDocuments(documents) },
  );
  db.indexMemo.keep(key, blocks);
  return { blocks, terms: read.terms };
}

/** Whether it may leave records out. */
function isNarrow({ languages, tags, among = {} }: Narrowing): boolean {
  return Boolean(languages || tags || Object.values(among).some(Boolean));
}
