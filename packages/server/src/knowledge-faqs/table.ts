import { rowsIn } from '../db/table.ts';

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

export const knowledgeFaqsTable = rowsIn<KnowledgeFaqRow>('knowledge_faqs');
