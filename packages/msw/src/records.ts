import type { IdKind } from '@parley/contract';
import { notFound } from '@parley/domain';

/** The record of an id. Throws SVC-NOT-FOUND. */
export function getRecord<Value>(
  records: ReadonlyMap<string, Value>,
  resource: IdKind,
  id: string,
): Value {
  const record = records.get(id);
  if (record === undefined) throw notFound(resource, id);
  return record;
}
