import { rowsIn } from '../db/table.ts';
import type { Idempotency, StoredAnswer } from '../tenancy/idempotency.ts';

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

/** Builds the row that stores a keyed request with its response. */
export function recordOf(
  { scope, key, fingerprint, expiresAtMs }: Idempotency,
  { status, body, location }: Omit<StoredAnswer, 'fingerprint'>,
): IdempotencyRow {
  return { scope, key, fingerprint, status, body, location, expires_at: expiresAtMs };
}
