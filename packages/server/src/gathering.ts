export interface GatheringOptions {
  /** The longest time between two beginnings, in milliseconds. */
  readonly mostMs: number;
  /** The number of items per second at which it is that long. At higher rates, `enough` can shorten it. */
  readonly manyPerSecond: number;
  /** The number of items that are enough for one beginning. */
  readonly enough: number;
}

/** The period over which the rate is averaged, in milliseconds. */
const averagedMs = 500;

/**
 * Limits how often work begins in this process, so that what comes meanwhile is done together. The time between two
 * beginnings grows with the square of the rate: single items hardly wait. It is not longer than enough items need to
 * come at the present rate.
 */
export class Gathering {
  readonly #options: GatheringOptions;
  #perSecond = 0;
  // Times of `performance.now()`, which no change of the clock moves.
  #countedMs = 0;
  #nextMs = 0;

  constructor(options: GatheringOptions) {
    this.#options = options;
  }

  /** Counts the items of work that begins. */
  count(items: number): void {
    const nowMs = performance.now();
    const kept = Math.exp((this.#countedMs - nowMs) / averagedMs);
    this.#perSecond = this.#perSecond * kept + (items * 1_000) / averagedMs;
    this.#countedMs = nowMs;
  }

  /** Counts the items of work that begins. If they are not enough, later work waits for more. */
  begin(items: number): void {
    this.count(items);
    const { mostMs, manyPerSecond, enough } = this.#options;
    if (items >= enough) return;
    const share = Math.min(1, this.#perSecond / manyPerSecond);
    const enoughMs = (enough * 1_000) / this.#perSecond;
    this.#nextMs = performance.now() + Math.min(mostMs * share ** 2, enoughMs);
  }

  /** Returns the time until work may begin, in whole milliseconds; 0 when it may begin at once. */
  waitMs(): number {
    return Math.max(0, Math.floor(this.#nextMs - performance.now()));
  }
}
