/** Every ID, cursor and token of a link in the responses of a tenant, by prefix, so that requests can name existing records. */
export class Ids {
  readonly #byPrefix = new Map<string, string[]>();
  /** IDs that no request may name, such as that of the key in use. */
  readonly #kept: ReadonlySet<string>;

  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept);
  }

  /** Collects the IDs in a response. Keeps the newest of each kind. */
  learn(text: string): void {
    const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
    if (cursor) this.note('cursor', cursor);
    const token = /"token":"([^"]+)"/.exec(text)?.[1];
    if (token) this.note('token', token);
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3,4})_[0-9A-HJKMNP-TV-Z]{26}\b/g)) {
      if (!this.#kept.has(id)) this.note(prefix, id);
    }
  }

  /** Removes the ID of a deleted record, so that it is no longer used. */
  forget(id: string): void {
    for (const known of this.#byPrefix.values()) {
      const index = known.indexOf(id);
      if (index >= 0) known.splice(index, 1);
    }
  }

  /**
   * Replaces placeholders such as `@con:7` by IDs. If the tenant has no record of the kind, uses an ID without a
   * record.
   */
  fill(text: string): string {
    return text.replaceAll(/@([a-z]{3,6}):(\d+)/g, (_, prefix: string, n: string) => {
      const known = this.#byPrefix.get(prefix) ?? [];
      return known[Number(n) % known.length] ?? `${prefix}_01J00000000000000000000000`;
    });
  }

  /** Stores a value that requests may contain. */
  note(prefix: string, value: string): void {
    const known = this.#byPrefix.get(prefix) ?? [];
    this.#byPrefix.set(prefix, known);
    if (!known.includes(value) && known.push(value) > most) known.shift();
  }
}

const most = 40;
