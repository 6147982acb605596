import { RunAgainError } from '../db/failures.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Idempotency, StoredAnswer } from '../tenancy/idempotency.ts';
import { idempotencyRecordsTable, recordOf } from './table.ts';

/** The stored response of an earlier request with this key. */
export async function findAnswer(
  db: TenantDb,
  { scope, key }: Pick<Idempotency, 'scope' | 'key'>,
): Promise<StoredAnswer | undefined> {
  return await db.select(idempotencyRecordsTable).where({ scope, key }).first();
}

/** Stores a response in the transaction of its effect, which is run again when a request with an equal key was faster. */
export function keepAnswer(
  db: TenantDb,
  idempotency: Idempotency | undefined,
  answer: StoredAnswer | undefined,
): void {
  if (!idempotency || !answer) return;
  const record = recordOf(idempotency, answer);
  // Run again, it finds the record.
  db.insertNew(idempotencyRecordsTable, record, async () => new RunAgainError());
}
