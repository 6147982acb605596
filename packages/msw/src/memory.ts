interface Remembered<Made> {
  /** The values of all fields of the source records when the value was derived. */
  fields: readonly unknown[];
  madeMs: number;
  /** Times at which the derived value changes, in milliseconds. */
  momentsMs: readonly number[];
  made: Made;
}

/** Caches values derived from records. Fields are compared by identity: a field value is replaced, never modified. */
export class Memory<Key extends object, Made> {
  readonly #known = new WeakMap<Key, Remembered<Made>>();

  recall(
    key: Key,
    sources: readonly object[],
    make: () => Made,
    { nowMs, moments }: { nowMs: number; moments: (made: Made) => number[] } = timeless,
  ): Made {
    const known = this.#known.get(key);
    if (known && isSame(known.fields, sources) && isSameTime(known, nowMs)) return known.made;
    // Frozen, because several responses share it.
    const made = Object.freeze(make());
    const fields = sources.flatMap((source) => Object.values(source));
    this.#known.set(key, { fields, madeMs: nowMs, momentsMs: moments(made), made });
    return made;
  }
}

const timeless = { nowMs: 0, moments: () => [] };

// Creates no array of the values: this runs for every record of every page.
function isSame(fields: readonly unknown[], sources: readonly object[]): boolean {
  let index = 0;
  for (const source of sources) {
    for (const name in source) {
      if (fields[index] !== source[name as keyof typeof source]) return false;
      index += 1;
    }
  }
  return index === fields.length;
}

function isSameTime({ madeMs, momentsMs }: Remembered<unknown>, nowMs: number): boolean {
  return momentsMs.every((momentMs) => madeMs < momentMs === nowMs < momentMs);
}
