// Rows of the knowledge tables. Of the index itself only the chunks are rows to others: the rest is
// read and written by db/statements/knowledge-*.ts.

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

export interface KnowledgeContentRow {
  source_id: string;
  content: string;
}

export interface KnowledgeFaqRow {
  id: string;
  question: string;
  question_key: string;
  alternate_questions: string;
  answer: string;
  language: string;
  language_key: string;
  status: 'draft' | 'published' | 'archived';
  tags: string;
  tags_key: string;
  source_id: string | null;
  position: number;
  external_id: string | null;
  hit_count: number;
  last_hit_at: string | null;
  helpful_count: number;
  unhelpful_count: number;
  metadata: string;
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

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

export interface KnowledgeTables {
  knowledge_sources: KnowledgeSourceRow;
  knowledge_contents: KnowledgeContentRow;
  knowledge_faqs: KnowledgeFaqRow;
  knowledge_chunks: KnowledgeChunkRow;
}
