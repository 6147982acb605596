import type { BlockDocuments } from './format/postings.ts';

// The data of a search, wherever it is stored: in tables of the server, or in memory of the mocks.

/** Reads the records that one search covers. Omits records that are deleted during the search. */
export interface KnowledgeReader {
  /** The indexes to search. In each, terms are weighted by its own counts. The results are merged by score. */
  readonly indexes: readonly IndexReader[];
  readShownChunks(keys: readonly ChunkKey[]): Promise<readonly ShownChunk[]>;
  /** Returns the time of the last change of each of these records, as text that sorts. */
  readChangeTimes(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface FaqReader extends KnowledgeReader {
  /** Returns the questions of each FAQ, its own question first. */
  readQuestions(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface IndexReader {
  /** Returns those of the terms that exist in the index. */
  findTerms(terms: readonly string[]): Promise<FoundTerms>;
  /** Returns the first terms of a range, one per line: `documents term words`. `words` is `StoredTerm.words`. */
  scanTerms(range: TermRange, limit: number): Promise<string>;
  /** Returns the blocks of the index and the posting lists of these terms, both read at the same moment. */
  readPostings(terms: readonly string[]): Promise<IndexPart>;
  /** Returns the documents in these slots without their texts, for checking many of them. */
  readPlacedChunks(places: readonly ChunkPlace[]): Promise<readonly PlacedChunk[]>;
  /** Returns the revisions of the records that may be found; undefined for all. */
  filterRevisions(): Promise<ReadonlySet<number> | undefined>;
}

export interface FoundTerms {
  /** The totals of the index; undefined when nothing was indexed yet. */
  readonly head:
    | {
        readonly documents: number;
        readonly bodyWords: number;
        /** The last revision that a record of the index got. */
        readonly revision: number;
        /** The number of documents that each analyzer has read. */
        readonly analyzers: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly terms: readonly StoredTerm[];
}

export interface StoredTerm {
  readonly term: string;
  readonly documents: number;
  /**
   * The words that have this term as their normalized form, each as `word:count` with the number of its documents,
   * separated by spaces. Null when the only word is the term itself.
   */
  readonly words: string | null;
}

/** A range of terms: from `from`, up to but without `to`. */
export interface TermRange {
  readonly from: string;
  readonly to: string;
}

export interface IndexPart {
  readonly blocks: readonly { readonly block: number; readonly documents: BlockDocuments }[];
  readonly terms: readonly TermPostings[];
}

/** The posting lists of one term in all blocks, one after the other. */
export interface TermPostings {
  readonly term: string;
  readonly blocks: readonly number[];
  readonly lengths: readonly number[];
  readonly postings: Uint8Array;
}

export interface ChunkPlace {
  readonly block: number;
  readonly slot: number;
}

export interface PlacedChunk extends ChunkPlace, ChunkKey {
  readonly revision: number;
  /** The terms as text that `joinTerms` has written. */
  readonly terms: string;
}

export interface ChunkKey {
  readonly recordId: string;
  readonly position: number;
}

export interface ShownChunk extends ChunkKey {
  readonly revision: number;
  readonly analyzer: string;
  readonly headings: readonly string[];
  readonly text: string;
}
