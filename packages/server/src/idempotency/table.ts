import { rowsIn } from '../db/table.ts';

export interface IdempotencyRow {
  scope: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  location: string | null;
  expires_at: number;
}

export const idempotencyRecordsTable = rowsIn<IdempotencyRow>('idempotency_records', [
  'scope',
  'key',
  'fingerprint',
  'status',
  'body',
  'location',
  'expires_at',
]);
