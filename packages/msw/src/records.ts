import type { IdKind } from '@parley/contract';
import { notFound, requireActive } from '@parley/domain';
import type { Store } from './store.ts';

/** A kind of record. `show` returns a stored record in the form that the API returns. */
export interface ShownRecords {
  readonly kind: IdKind;
  show(store: Store, record: never): object;
}

/** Returns the record with this ID. Throws SVC-NOT-FOUND when there is none. */
export function getRecord<Value>(
  records: ReadonlyMap<string, Value>,
  resource: IdKind,
  id: string,
): Value {
  const record = records.get(id);
  if (record === undefined) throw notFound(resource, id);
  return record;
}

/**
 * Returns the record of this kind and ID. Throws SVC-NOT-FOUND when there is none; for a merged contact, the error has
 * the ID of the contact that it was merged into.
 */
export function findRecord<Value>(store: Store, kind: IdKind, id: string): Value {
  const record = store.records<Value>(kind).get(id);
  if (record === undefined) throw notFound(kind, id, store.contactMerges.get(id));
  return record;
}

/**
 * Checks the user that a field of a record names. Throws SVC-NOT-FOUND unless the user exists, and SVC-RULE-VIOLATION
 * when the user is inactive.
 */
export function checkUser(store: Store, id: string, field: string): void {
  requireActive(store.users.get(id), { id, field });
}
