import { isDeepStrictEqual } from 'node:util';

/** The old values of the fields that differ; undefined when none does. */
export function differences<Fields extends object>(
  before: Fields,
  after: Fields,
): Partial<Fields> | undefined {
  const changed = Object.entries(before).filter(
    ([name, value]) => !isDeepStrictEqual(value, after[name as keyof Fields]),
  );
  // Entries of a record, some of them left out.
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Fields>);
}
