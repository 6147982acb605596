const firstMs = 2_000;
const longestMs = 60_000;

/** Pauses requests to an unresponsive provider: each failure in a row doubles the pause. */
export class Pause {
  readonly #now: () => number;
  readonly #trialMs: number;
  #failures = 0;
  #until = 0;
  /** Counts the pauses: requests that began before one have nothing to say about it. */
  #round = 0;

  /** `trialMs`: how long others wait for the call that tests whether the pause is over. */
  constructor(now: () => number, trialMs: number) {
    this.#now = now;
    this.#trialMs = trialMs;
  }

  /** The token for `failed`; undefined while no call is allowed. */
  begin(): number | undefined {
    if (this.#now() < this.#until) return undefined;
    if (this.#failures > 0) this.#until = this.#now() + this.#trialMs;
    return this.#round;
  }

  /** The length of the pause that starts now; undefined when another failure has started one. */
  failed(round: number, wantedMs: number): number | undefined {
    if (round !== this.#round) return undefined;
    const usualMs = firstMs * 2 ** this.#failures;
    const pauseMs = Math.min(longestMs, Math.max(usualMs, wantedMs));
    this.#failures += 1;
    this.#round += 1;
    this.#until = this.#now() + pauseMs;
    return pauseMs;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
