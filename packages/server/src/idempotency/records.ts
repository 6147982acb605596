import { RunAgainError } from '../db/failures.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Idempotency, StoredAnswer } from '../tenancy/idempotency.ts';
import { idempotencyRecordsTable, recordOf } from './table.ts';

/** Returns the stored response of an earlier request with this key; undefined without one. */
export async function findAnswer(
  db: TenantDb,
  { scope, key }: Pick<Idempotency, 'scope' | 'key'>,
): Promise<StoredAnswer | undefined> {
  return await db.select(idempotencyRecordsTable).where({ scope, key }).first();
}

/**
 * Stores a response in the transaction of its effect. If another request with the same key was faster, the transaction
 * runs again.
 */
export function keepAnswer(
  db: TenantDb,
  idempotency: Idempotency | undefined,
  answer: StoredAnswer | undefined,
): void {
  if (!idempotency || !answer) return;
  const record = recordOf(idempotency, answer);
  // The repeated transaction finds the record.
  db.insertNew(idempotencyRecordsTable, record, async () => new RunAgainError());
}
