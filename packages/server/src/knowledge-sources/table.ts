import { rowsIn } from '../db/table.ts';

export interface KnowledgeSourceRow {
  id: string;
  title: string;
  title_key: string;
  title_from_page: number;
  type: 'text' | 'markdown' | 'html' | 'url';
  content_length: number;
  checksum: string | null;
  fetched_format: 'text' | 'markdown' | 'page' | null;
  fetch_due: number;
  url: string | null;
  external_id: string | null;
  language: string;
  language_key: string;
  status: 'processing' | 'ready' | 'failed' | 'archived';
  error: string | null;
  tags: string;
  tags_key: string;
  chunk_count: number;
  char_count: number;
  content_version: number;
  indexed_at: string | null;
  metadata: string;
  created_at: string;
  updated_at: string;
}

export const knowledgeSourcesTable = rowsIn<KnowledgeSourceRow>('knowledge_sources');

export interface KnowledgeContentRow {
  source_id: string;
  content: string;
}

export const knowledgeContentsTable = rowsIn<KnowledgeContentRow>('knowledge_contents');
