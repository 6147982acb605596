/** Every ID that a tenant has seen, by its prefix, and its cursors, so that requests name existing records. */
export class Ids {
  readonly #byPrefix = new Map<string, string[]>();
  /** Ids that no request may name, such as that of the key in use. */
  readonly #kept: ReadonlySet<string>;

  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept);
  }

  /** Notes the ids in an answer; of each kind the newest are known. */
  learn(text: string): void {
    const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
    if (cursor) this.#note('cursor', cursor);
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3,4})_[0-9A-HJKMNP-TV-Z]{26}\b/g)) {
      if (!this.#kept.has(id)) this.#note(prefix, id);
    }
  }

  /** Removed records are no longer used. */
  forget(id: string): void {
    for (const known of this.#byPrefix.values()) {
      const index = known.indexOf(id);
      if (index >= 0) known.splice(index, 1);
    }
  }

  /** Replaces placeholders such as `@con:7` by IDs. If the tenant has no record of the kind, the ID names no record. */
  fill(text: string): string {
    return text.replaceAll(/@([a-z]{3,6}):(\d+)/g, (_, prefix: string, n: string) => {
      const known = this.#byPrefix.get(prefix) ?? [];
      return known[Number(n) % known.length] ?? `${prefix}_01J00000000000000000000000`;
    });
  }

  #note(prefix: string, value: string): void {
    const known = this.#byPrefix.get(prefix) ?? [];
    this.#byPrefix.set(prefix, known);
    if (!known.includes(value) && known.push(value) > most) known.shift();
  }
}

const most = 40;
