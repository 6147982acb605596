import { Turns } from '../in-turns.ts';

// The cost of a search depends on its query and on the texts of the tenant. The tenant chooses both, so each kind of work has a limit. It is counted in steps, not in time: the same query finds the same in
// every process. All bounds together are less than 250 ms of a slow processor.

const bounds = {
  /** Index lookups of possible spellings. */
  guesses: 8_000,
  /** Comparisons of a misspelt word with one of the index, letter by letter. */
  comparisons: 40_000,
  /** Entries of the lists of documents that have a word. */
  postings: 3_000_000,
  /** Words of documents that are looked at closely, and comparisons of phrases with them. */
  words: 1_000_000,
  /** Different words of titles. */
  titles: 16_000,
  /** Characters that excerpts are cut from. */
  excerpts: 600_000,
} as const;

export class Effort {
  readonly #turns = new Turns();
  readonly #left: Record<keyof typeof bounds, number>;
  #isApproximate = false;

  /** One of so many searches that answer a request. */
  constructor(searches = 1) {
    const shares = Object.entries(bounds).map(([kind, steps]) => [kind, steps / searches]);
    this.#left = Object.fromEntries(shares) as Record<keyof typeof bounds, number>;
  }

  /** Whether something was skipped that might have changed the results. */
  get isApproximate(): boolean {
    return this.#isApproximate;
  }

  /** Whether this many steps are allowed. If not, the caller skips them, and the response is approximate. */
  take(kind: keyof typeof bounds, steps = 1): boolean {
    if (steps > this.#left[kind]) {
      this.#isApproximate = true;
      return false;
    }
    this.#left[kind] -= steps;
    return true;
  }

  /** Something was left out for another reason. */
  leaveOut(): void {
    this.#isApproximate = true;
  }

  /** Awaited between pieces of the work. */
  pause(): Promise<void> {
    return this.#turns.pause();
  }
}
