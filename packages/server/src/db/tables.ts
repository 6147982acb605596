// Rows of the tables that tenants own, as both databases return them. No row has tenant_id: only
// TenantDb reads and writes it. Times are ISO 8601 text, due times epoch milliseconds, flags 0 or 1,
// JSON is text (columns.ts reads and writes them).

import type { KnowledgeTables } from './knowledge-rows.ts';
import type { MessagingTables } from './messaging-rows.ts';
import type { WebhookTables } from './webhook-rows.ts';

export interface TenantRow {
  id: string;
  name: string;
  kind: 'standard' | 'agency' | 'client';
  status: 'active' | 'suspended';
  timezone: string;
  locale: string;
  default_currency: string;
  agency_id: string | null;
  demo: number;
  suspended_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ApiKeyRow {
  id: string;
  name: string;
  hash: string;
  hint: string;
  created_by_type: 'member' | 'agency' | 'cli';
  created_by_id: string | null;
  grant_id: string | null;
  /** Null: as the installation says. */
  rate_limit: number | null;
  rate_window_seconds: number | null;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: 'admin' | 'member';
  active: number;
  created_at: string;
  updated_at: string;
}

export interface EventRow {
  id: string;
  sequence: number;
  type: string;
  subject_id: string;
  /** Null for what happens on no channel. */
  channel_id: string | null;
  /** The event as receivers get it and the log answers it, byte by byte. */
  body: string;
  created_at: string;
}

export interface JobRow {
  position: number;
  name: string;
  payload: string;
  status: 'ready' | 'leased' | 'dead';
  order_key: string | null;
  attempts: number;
  due_at: number;
  lease_token: string | null;
  lease_until: number | null;
  last_error: string | null;
  created_at: string;
}

export interface IdempotencyRow {
  scope: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  location: string | null;
  expires_at: number;
}

export interface Tables extends KnowledgeTables, MessagingTables, WebhookTables {
  tenants: TenantRow;
  api_keys: ApiKeyRow;
  users: UserRow;
  events: EventRow;
  jobs: JobRow;
  idempotency_records: IdempotencyRow;
}

export type TableName = keyof Tables;
