import { MockError, show } from './problems.ts';

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
    return this.#heldMs ?? this.#source() + this.#offsetMs;
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
    checkForward('clock.advance', ms);
    this.#offsetMs += ms;
  }

  reset(): void {
    this.#offsetMs = 0;
  }
}

/** Throws a MockError unless the clock can move by this time. */
export function checkForward(where: string, ms: number): void {
  if (Number.isFinite(ms) && ms >= 0) return;
  throw new MockError(
    `${where}(${show(ms)}): time only moves forward; expected milliseconds, such as 1_000`,
  );
}

function toFunction(source: TimeSource | undefined): () => number {
  if (source === undefined) return () => Date.now();
  if (typeof source === 'function') {
    return () => {
      const given = source();
      return known(Math.floor(given), 'the result of now', given);
    };
  }
  // `new Date(null)` is a time in 1970.
  const fixedMs = source === null ? Number.NaN : new Date(source).getTime();
  known(fixedMs, 'now', source);
  return () => fixedMs;
}

function known(ms: number, what: string, given: unknown): number {
  if (Number.isFinite(ms)) return ms;
  throw new MockError(
    `createMock: ${what} is not a time, but ${show(given)}; expected '2026-11-20T09:00:00Z', or () => Date.now()`,
  );
}
