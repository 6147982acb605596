import { cell, cellsIn } from '../db/rows-in.ts';
import type { RowOf } from '../db/table.ts';
import type { Idempotency, StoredAnswer } from '../tenancy/idempotency.ts';

export const idempotencyRecordsTable = cellsIn('idempotency_records', {
  scope: cell<string>(),
  key: cell<string>(),
  fingerprint: cell<string>(),
  status: cell<number>(),
  body: cell<string>(),
  location: cell<string | null>(),
  expires_at: cell<number>(),
});

/** Builds the row that stores a keyed request with its response. */
export function recordOf(
  { scope, key, fingerprint, expiresAtMs }: Idempotency,
  { status, body, location }: Omit<StoredAnswer, 'fingerprint'>,
): RowOf<typeof idempotencyRecordsTable> {
  return { scope, key, fingerprint, status, body, location, expires_at: expiresAtMs };
}
