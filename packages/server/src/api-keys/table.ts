import { rowsIn } from '../db/table.ts';

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

export const apiKeysTable = rowsIn<ApiKeyRow>('api_keys');
