import { canonicalJson, type IdKind, ServiceError } from '@parley/contract';
import type { Store } from './store.ts';

/** The record of an id. Throws SVC-NOT-FOUND. */
export function getRecord<Value>(
  records: ReadonlyMap<string, Value>,
  resource: IdKind,
  id: string,
): Value {
  const record = records.get(id);
  if (record === undefined) throw new ServiceError('SVC-NOT-FOUND', { resource, id });
  return record;
}

/** Throws SVC-NOT-FOUND unless the id is a member's, null or absent. */
export function checkUser(store: Store, id: string | null | undefined): void {
  if (id !== null && id !== undefined) getRecord(store.users, 'user', id);
}

type Given<Body> = { [Field in keyof Body]?: Exclude<Body[Field], undefined> };

/** The fields that were given: an absent field changes nothing. */
export function givenFields<Body extends object>(body: Body): Given<Body> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Given<Body>;
}

/** Writes the fields that differ, and the time of the change. False when none does. */
export function changeRecord<Value extends { updatedAt: string }>(
  record: Value,
  fields: Partial<Value>,
  now: string,
): boolean {
  const differs = Object.entries(fields).some(
    ([name, value]) => canonicalJson(value) !== canonicalJson(record[name as keyof Value]),
  );
  if (differs) Object.assign(record, fields, { updatedAt: now });
  return differs;
}
