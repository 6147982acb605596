import { defineTable, json, named, plain, type RowOf, whole } from '../db/table.ts';

/** A chunk as the index stores it: its text, and the terms that it was indexed by. */
export interface StoredChunk {
  readonly recordId: string;
  readonly position: number;
  readonly index: string;
  readonly revision: number;
  readonly block: number;
  readonly slot: number;
  readonly analyzer: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly terms: string;
  readonly spellings: string;
}

export const knowledgeChunksTable = defineTable<StoredChunk>()('knowledge_chunks', {
  fields: {
    recordId: plain,
    position: whole,
    index: named('index_name', plain),
    revision: whole,
    block: whole,
    slot: whole,
    analyzer: plain,
    headings: json,
    text: plain,
    terms: plain,
    spellings: plain,
  },
});

export type KnowledgeChunkRow = RowOf<typeof knowledgeChunksTable>;

/** The name and the counters of one index. */
export interface IndexHead {
  readonly name: string;
  /** Version of the analysis that made the index's terms, or of the rebuild that makes them anew. */
  readonly analysis: number;
  readonly documents: number;
  readonly bodyWords: number;
  /** The last revision number given to a record of the index. */
  readonly revision: number;
  /** The number of blocks. Blocks are numbered from 0 and stay, even when they are empty. */
  readonly blocks: number;
  /** The number of documents that each analyzer has made. */
  readonly analyzers: Readonly<Record<string, number>>;
}

export const knowledgeIndexesTable = defineTable<IndexHead>()('knowledge_indexes', {
  fields: {
    name: plain,
    analysis: whole,
    documents: whole,
    bodyWords: whole,
    revision: whole,
    blocks: whole,
    analyzers: json,
  },
  extra: { rebuilding: 0 },
});

export type KnowledgeIndexRow = RowOf<typeof knowledgeIndexesTable>;
