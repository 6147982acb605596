interface Remembered<Made> {
  parts: readonly unknown[];
  madeMs: number;
  /** Moments at which it would come out differently. */
  momentsMs: readonly number[];
  made: Made;
}

/**
 * What was made of records, for as long as it would be made again in the same way. Parts are compared
 * by identity: what a record holds is replaced when it changes, never changed within.
 */
export class Memory<Key extends object, Made> {
  readonly #known = new WeakMap<Key, Remembered<Made>>();

  recall(
    key: Key,
    parts: readonly unknown[],
    make: () => Made,
    { nowMs, moments }: { nowMs: number; moments: (made: Made) => number[] } = timeless,
  ): Made {
    const known = this.#known.get(key);
    if (known && isSame(known.parts, parts) && isSameTime(known, nowMs)) return known.made;
    const made = make();
    this.#known.set(key, { parts, madeMs: nowMs, momentsMs: moments(made), made });
    return made;
  }
}

const timeless = { nowMs: 0, moments: () => [] };

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

function isSameTime({ madeMs, momentsMs }: Remembered<unknown>, nowMs: number): boolean {
  return momentsMs.every((momentMs) => madeMs < momentMs === nowMs < momentMs);
}
