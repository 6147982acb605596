import { rowsIn } from '../db/table.ts';

export interface KnowledgeChunkRow {
  record_id: string;
  position: number;
  index_name: string;
  revision: number;
  block: number;
  slot: number;
  analyzer: string;
  headings: string;
  text: string;
  terms: string;
  spellings: string;
}

export const knowledgeChunksTable = rowsIn<KnowledgeChunkRow>('knowledge_chunks');
