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

/** Writes the fields that differ, and the time of the change. Gives the old values; undefined when none differs. */
export function changeRecord<Value extends { updatedAt: string }>(
  record: Value,
  fields: Partial<Value>,
  now: string,
): Record<string, unknown> | undefined {
  const previous = differences(record, fields);
  if (previous) Object.assign(record, fields, { updatedAt: now });
  return previous;
}

/** The old values of the fields that differ, in the order of the record; undefined when none does. */
export function differences<Fields extends object>(
  before: Fields,
  wanted: Partial<Fields>,
): Record<string, unknown> | undefined {
  const changed = Object.entries(before).filter(([name, old]) => {
    if (!(name in wanted)) return false;
    const value = wanted[name as keyof Fields];
    return value !== old && canonicalJson(value) !== canonicalJson(old);
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
