// A search index in memory, built from the prepared records at the first search. The server stores the same data in
// tables.
import {
  BlockDocuments,
  blockSize,
  countTerms,
  joinTerms,
  wordsOf,
  writePostings,
} from './format.ts';
import type { NewDocument, Prepared } from './prepare.ts';
import type { FaqReader, IndexPart, IndexReader, StoredTerm } from './reader.ts';

/** A record in the in-memory index. */
export interface IndexedRecord {
  readonly id: string;
  /** Increments with every change of the searchable text. */
  readonly revision: number;
  readonly found: Prepared;
  readonly updatedAt: string;
  /** The questions of an FAQ, its own first. */
  readonly questions: readonly string[];
}

interface Placed {
  readonly record: IndexedRecord;
  readonly document: NewDocument;
  readonly position: number;
  readonly block: number;
  readonly slot: number;
}

interface Term {
  documents: number;
  /** How many documents use each spelling. */
  readonly words: Map<string, number>;
  /** The packed counts of documents, by block and slot. */
  readonly postings: Map<number, Map<number, number>>;
}

/**
 * Returns the data that a search reads, from one or more indexes. `isAllowed` says which records it may return; the
 * counts of an index include all records.
 */
export function readerOf(
  indexes: readonly (readonly IndexedRecord[])[],
  isAllowed: (id: string) => boolean,
): FaqReader {
  const byId = new Map(indexes.flat().map((record) => [record.id, record]));
  const known = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    indexes: indexes.map((records) => indexReaderOf(records, isAllowed)),
    readShownChunks: async (keys) =>
      keys.flatMap(({ recordId, position }) => {
        const record = byId.get(recordId);
        const document = record?.found.documents[position];
        if (!record || !document) return [];
        const { headings, text } = document;
        const { revision, found } = record;
        return { recordId, position, revision, analyzer: found.analyzer, headings, text };
      }),
    readChangeTimes: async (ids) => new Map(known(ids).map(({ id, updatedAt }) => [id, updatedAt])),
    readQuestions: async (ids) => new Map(known(ids).map(({ id, questions }) => [id, questions])),
  };
}

function indexReaderOf(
  records: readonly IndexedRecord[],
  isAllowed: (id: string) => boolean,
): IndexReader {
  const placed = place(records);
  const terms = termsOf(placed);
  const stored = (term: string): StoredTerm[] => {
    const known = terms.get(term);
    if (!known) return [];
    return [{ term, documents: known.documents, words: wordsOf(term, known.words) }];
  };
  const head = headOf(placed);
  return {
    findTerms: async (wanted) => ({ head, terms: wanted.flatMap(stored) }),
    scanTerms: async ({ from, to }, limit) =>
      [...terms.keys()]
        .filter((term) => term >= from && term < to)
        .sort()
        .slice(0, limit)
        .flatMap(stored)
        .map(({ documents, term, words }) => `${documents} ${term} ${words ?? ''}`)
        .join('\n'),
    readPostings: async (wanted) => ({
      blocks: blocksOf(placed),
      terms: wanted.map((term) => postingsOf(term, terms.get(term))),
    }),
    readPlacedChunks: async (places) =>
      places.flatMap(({ block, slot }) => {
        const found = placed[block * blockSize + slot];
        if (!found) return [];
        const { id: recordId, revision } = found.record;
        const terms = joinTerms(found.document.analyzed.terms);
        return { recordId, position: found.position, revision, block, slot, terms };
      }),
    filterRevisions: async () =>
      new Set(records.filter(({ id }) => isAllowed(id)).map(({ revision }) => revision)),
  };
}

function place(records: readonly IndexedRecord[]): Placed[] {
  const all = records.flatMap((record) =>
    record.found.documents.map((document, position) => ({ record, document, position })),
  );
  return all.map((one, number) => ({
    ...one,
    block: Math.floor(number / blockSize),
    slot: number % blockSize,
  }));
}

function termsOf(placed: readonly Placed[]): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const { document, block, slot } of placed) {
    const { analyzed } = document;
    for (const [term, counts] of countTerms(analyzed.terms)) {
      const known = terms.get(term) ?? { documents: 0, words: new Map(), postings: new Map() };
      terms.set(term, known);
      known.documents += 1;
      for (const word of analyzed.spellings.get(term) ?? [term]) {
        known.words.set(word, (known.words.get(word) ?? 0) + 1);
      }
      const list = known.postings.get(block) ?? new Map<number, number>();
      known.postings.set(block, list.set(slot, counts));
    }
  }
  return terms;
}

function headOf(placed: readonly Placed[]) {
  const analyzers: Record<string, number> = {};
  let bodyWords = 0;
  let revision = 0;
  for (const { record, document } of placed) {
    revision = Math.max(revision, record.revision);
    const { analyzer } = record.found;
    analyzers[analyzer] = (analyzers[analyzer] ?? 0) + 1;
    bodyWords += document.analyzed.terms.body.length;
  }
  return { documents: placed.length, bodyWords, revision, analyzers };
}

function blocksOf(placed: readonly Placed[]): IndexPart['blocks'] {
  const blocks = new Map<number, BlockDocuments>();
  for (const { record, document, block, slot } of placed) {
    const documents = blocks.get(block) ?? new BlockDocuments();
    const bodyWords = document.analyzed.terms.body.length;
    documents.set(slot, { revision: record.revision, bodyWords });
    blocks.set(block, documents);
  }
  return [...blocks].map(([block, documents]) => ({ block, documents }));
}

function postingsOf(term: string, known: Term | undefined): IndexPart['terms'][number] {
  const lists = [...(known?.postings ?? [])].map(([block, list]) => ({
    block,
    bytes: writePostings(list),
  }));
  const postings = new Uint8Array(lists.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of lists) {
    postings.set(bytes, at);
    at += bytes.length;
  }
  return {
    term,
    blocks: lists.map(({ block }) => block),
    lengths: lists.map(({ bytes }) => bytes.length),
    postings,
  };
}
