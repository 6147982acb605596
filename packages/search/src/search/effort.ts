import { Turns } from '../in-turns.ts';

// The cost of a search depends on its query and on the texts of the tenant. The tenant chooses both, so each kind of
// work has a limit. It is counted in steps, not in time: the same query finds the same in every process. All bounds
// together are less than 250 ms of a slow processor.

const bounds = {
  /** The maximum number of index lookups of possible spellings. */
  guesses: 8_000,
  /** The maximum number of comparisons of a misspelt word with a word of the index, letter by letter. */
  comparisons: 40_000,
  /** The maximum number of entries read from posting lists. */
  postings: 3_000_000,
  /** The maximum number of words of documents that are read closely or compared with phrases. */
  words: 1_000_000,
  /** The maximum number of distinct words in the titles of the documents that a search ranks. */
  titles: 16_000,
  /** The maximum number of characters that excerpts are taken from. */
  excerpts: 600_000,
} as const;

export class Effort {
  readonly #turns = new Turns();
  readonly #left: Record<keyof typeof bounds, number>;
  #isApproximate = false;

  /**
   * Creates the limits of one search. `searches` is the number of searches that answer one request and share its
   * limits.
   */
  constructor(searches = 1) {
    const shares = Object.entries(bounds).map(([kind, steps]) => [kind, steps / searches]);
    this.#left = Object.fromEntries(shares) as Record<keyof typeof bounds, number>;
  }

  /** Whether the search skipped something that might have changed the results. */
  get isApproximate(): boolean {
    return this.#isApproximate;
  }

  /**
   * Counts steps, and returns whether they are allowed. If not, the caller skips them, and the response is approximate.
   */
  take(kind: keyof typeof bounds, steps = 1): boolean {
    if (steps > this.#left[kind]) {
      this.#isApproximate = true;
      return false;
    }
    this.#left[kind] -= steps;
    return true;
  }

  /** Marks the response as approximate, when the caller skipped a part of the work without asking `take`. */
  leaveOut(): void {
    this.#isApproximate = true;
  }

  /** Pauses for other work if necessary. Call it between pieces of the work. */
  pause(): Promise<void> {
    return this.#turns.pause();
  }
}
