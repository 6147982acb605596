/** Returns the fields of a body that have a value. An absent or undefined field changes nothing. */
export function givenFields<Body extends object>(
  body: Body,
): { [Name in keyof Body]?: Exclude<Body[Name], undefined> } {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  // The entries of the body without those that are undefined.
  return Object.fromEntries(given) as ReturnType<typeof givenFields<Body>>;
}

/** Returns a copy of the record with the given fields. Fields with the value `undefined` stay as they were. */
export function withFields<Rec extends object>(before: Rec, fields: object): Rec {
  const after = { ...before };
  // A spread of `givenFields` would slow imports. In both, nothing checks that the fields have the types of the record.
  const cells = after as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) cells[name] = value;
  return after;
}

/**
 * Returns the old values of the changed fields, in the order of the record; undefined when nothing differs. A field
 * that is missing in `after` counts as unchanged.
 */
export function differences<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): Partial<Fields> | undefined {
  let changed: Partial<Fields> | undefined;
  // The names of the fields of the record.
  for (const name of Object.keys(before) as (keyof Fields)[]) {
    // Most fields are equal, and the search for a name takes longer.
    if (isSame(before[name], after[name]) || !(name in after)) continue;
    changed ??= {};
    changed[name] = before[name];
  }
  return changed;
}

/**
 * Returns whether two JSON values have the same content. The order of keys does not matter, and an undefined field
 * counts as absent.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSame(item, b[index]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Both are objects, whatever their fields.
  return [...names].every((name) =>
    isSame(ownValue(a as Fields, name), ownValue(b as Fields, name)),
  );
}

type Fields = Record<string, unknown>;

/**
 * Returns a field whose name a user chose. A name such as `constructor` gives undefined unless the record itself has
 * the field.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns the later of two times; the first one may be null. */
export function later(known: string | null, at: string): string {
  return known !== null && known > at ? known : at;
}

/**
 * Returns a function that archives a record at a time, or restores it. Archiving an archived record keeps the old time;
 * undefined changes nothing.
 */
export function archivedAs(archived: boolean | undefined) {
  return <Rec extends { readonly archivedAt: string | null }>(before: Rec, at: string): Rec => ({
    ...before,
    ...(archived !== undefined && { archivedAt: archived ? (before.archivedAt ?? at) : null }),
  });
}
