import type { BlockDocuments } from './format/postings.ts';

// The data of a search, wherever it is stored: in tables of the server, or in memory of the mocks.

/** Records that are searched together. Records deleted since are omitted. */
export interface KnowledgeReader {
  /** Each is searched with its own counts; the scores decide between them. */
  readonly indexes: readonly IndexReader[];
  readShownChunks(keys: readonly ChunkKey[]): Promise<readonly ShownChunk[]>;
  /** The last change of each of these records, as text that sorts. */
  readChangeTimes(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface FaqReader extends KnowledgeReader {
  /** For each FAQ, its own question first. */
  readQuestions(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface IndexReader {
  /** The given terms that exist in the index. */
  findTerms(terms: readonly string[]): Promise<FoundTerms>;
  /** The first terms of a range, each as a line: `documents term words`, the words as they are stored. */
  scanTerms(range: TermRange, limit: number): Promise<string>;
  /** Its documents and the positions of these terms in them, both at the same moment. */
  readPostings(terms: readonly string[]): Promise<IndexPart>;
  /** The documents in these slots, without their texts, to check many. */
  readPlacedChunks(places: readonly ChunkPlace[]): Promise<readonly PlacedChunk[]>;
  /** The revisions of the records that may be found; undefined when all may. */
  filterRevisions(): Promise<ReadonlySet<number> | undefined>;
}

export interface FoundTerms {
  /** The totals of the index; undefined when nothing was ever indexed. */
  readonly head:
    | {
        readonly documents: number;
        readonly bodyWords: number;
        /** How many of the documents each analyzer has read. */
        readonly analyzers: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly terms: readonly StoredTerm[];
}

export interface StoredTerm {
  readonly term: string;
  readonly documents: number;
  /** `word:documents` separated by spaces, for each spelling; null when there is only the normal one. */
  readonly words: string | null;
}

/** From its first term up to, but without, its last. */
export interface TermRange {
  readonly from: string;
  readonly to: string;
}

export interface IndexPart {
  readonly blocks: readonly { readonly block: number; readonly documents: BlockDocuments }[];
  readonly terms: readonly TermPostings[];
}

/** The lists of one term in all blocks, concatenated. */
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
  /** As `joinTerms` writes them. */
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
