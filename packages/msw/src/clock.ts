/** Source of the time: a fixed time, or a function that returns epoch milliseconds. */
export type TimeSource = Date | string | number | (() => number);

/** The clock of one tenant, used by records, quotas, windows and the sandbox. */
export class Clock {
  readonly #source: () => number;
  #offsetMs = 0;
  #heldMs: number | undefined;

  constructor(source: TimeSource | undefined) {
    this.#source = toFunction(source);
  }

  nowMs(): number {
    return this.#heldMs ?? Math.floor(this.#source()) + this.#offsetMs;
  }

  /** Runs a function during which the clock stands still, as in a transaction of the server. */
  hold<Result>(act: () => Result): Result {
    const before = this.#heldMs;
    this.#heldMs = this.nowMs();
    try {
      return act();
    } finally {
      this.#heldMs = before;
    }
  }

  now(): string {
    return new Date(this.nowMs()).toISOString();
  }

  advance(ms: number): void {
    if (!(ms >= 0))
      throw new RangeError(
        `clock.advance(${ms}): time only moves forward; expected milliseconds, such as 1_000`,
      );
    this.#offsetMs += ms;
  }

  reset(): void {
    this.#offsetMs = 0;
  }
}

function toFunction(source: TimeSource | undefined): () => number {
  if (source === undefined) return () => Date.now();
  if (typeof source === 'function') return source;
  const fixedMs = new Date(source).getTime();
  if (Number.isNaN(fixedMs)) throw new RangeError(`createMock({ now }): ${source} is not a time`);
  return () => fixedMs;
}
