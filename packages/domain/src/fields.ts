/** The fields that have a value: an absent or undefined field changes nothing. */
export function givenFields<Body extends object>(
  body: Body,
): { [Name in keyof Body]?: Exclude<Body[Name], undefined> } {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  // The entries of the body, without undefined values.
  return Object.fromEntries(given) as ReturnType<typeof givenFields<Body>>;
}

/**
 * The previous values of the changed fields, in the order of the record; undefined when nothing differs. A field that
 * `after` lacks is unchanged.
 */
export function differences<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): Partial<Fields> | undefined {
  const changed = Object.entries(before).filter(
    ([name, value]) => name in after && !isSame(value, after[name as keyof Fields]),
  );
  // Entries of the record, some of them left out.
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Fields>);
}

/** Compares JSON values by content. The order of keys does not matter; an undefined field is an absent one. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSame(item, b[index]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Both are objects of any fields.
  return [...names].every((name) =>
    isSame(ownValue(a as Fields, name), ownValue(b as Fields, name)),
  );
}

type Fields = Record<string, unknown>;

/** Reads a field whose name a user chose: `constructor` is undefined unless the record has such a field of its own. */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The later of two times, of which the first may be missing. */
export function later(known: string | null, at: string): string {
  return known !== null && known > at ? known : at;
}
