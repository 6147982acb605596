import { type FaqReader, type IndexPart, type IndexReader, Turns } from '@parley/search';
import { BlockDocuments } from '@parley/search/format';
import { fromJson } from '../db/columns.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { IndexName } from './edit-index.ts';
import type { IndexMemo } from './index-memo.ts';
import { readPlacedChunks } from './statements/chunks.ts';
import {
  filterRevisions,
  type PassedPage,
  type RecordFilter,
  readChangeTimes,
  readQuestions,
  readShownChunks,
} from './statements/records.ts';
import { findTerms, readPostingsOf, scanTerms, type TermsOfIndex } from './statements/search.ts';

interface Reading extends Omit<RecordFilter, 'index'> {
  readonly indexMemo: IndexMemo;
}

/** Returns a reader of a tenant's tables for one search. */
export function readerOf(
  db: TenantDb,
  indexes: readonly IndexName[],
  { indexMemo, ...filter }: Reading,
): FaqReader {
  const { table } = filter;
  return {
    indexes: indexes.map((index) => indexReaderOf(db, { ...filter, index }, indexMemo)),
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

function indexReaderOf(db: TenantDb, filter: RecordFilter, memo: IndexMemo): IndexReader {
  const { index, conditions } = filter;
  return {
    findTerms: (terms) => db.run(findTerms, { index, terms }),
    scanTerms: (range, limit) => db.run(scanTerms, { index, range, limit }),
    readPostings: (terms) => readPostings(db, { index, terms }, memo),
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
      conditions.some(({ value }) => value !== null) ? await readAllowed(db, filter) : undefined,
  };
}

/**
 * The maximum numbers of records and of comparisons with patterns in one statement. A comparison takes longer for a
 * longer text.
 */
const atOnce = { records: 2_000, comparisons: 300 } as const;

/** Returns the revisions that pass the filter. Reads page by page, because on SQLite a statement blocks the process. */
async function readAllowed(db: TenantDb, filter: RecordFilter): Promise<ReadonlySet<number>> {
  const allowed = new Set<number>();
  const turns = new Turns();
  const patterns = filter.conditions.flatMap(({ kind, value }) =>
    kind === 'like' ? (value ?? []) : [],
  );
  const few = Math.ceil(atOnce.comparisons / patterns.length);
  const limit = Math.min(atOnce.records, few);
  let after: string | null = '';
  while (after !== null) {
    const page: PassedPage = await db.run(filterRevisions, { ...filter, after, limit });
    for (const revision of page.revisions) allowed.add(revision);
    after = page.last;
    await turns.pause();
  }
  return allowed;
}

/**
 * Reads the blocks of an index and the posting lists of these terms. Blocks in the memo that are up to date are not
 * read again.
 */
async function readPostings(
  db: TenantDb,
  { index, terms }: TermsOfIndex,
  memo: IndexMemo,
): Promise<IndexPart> {
  const key = `${db.tenantId} ${index}`;
  const known = new Map(memo.get(key)?.map((one) => [one.version, one]));
  const read = await db.run(readPostingsOf, { index, terms, known: [...known.keys()] });
  const blocks = read.blocks.map(
    ({ block, version, documents }) =>
      known.get(version) ?? { block, version, documents: new BlockDocuments(documents) },
  );
  memo.set(key, blocks);
  return { blocks, terms: read.terms };
}
