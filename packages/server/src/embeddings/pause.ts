const firstMs = 2_000;
const longestMs = 60_000;

/** Pauses requests to an unresponsive provider: each failure in a row doubles the pause. */
export class Pause {
  readonly #now: () => number;
  readonly #trialMs: number;
  #failures = 0;
  #until = 0;
  /** The number of pauses so far. A request that began before the last pause does not change it. */
  #round = 0;

  /**
   * Creates a pause. `trialMs` is how long other requests wait for the one that tests whether the provider responds
   * again.
   */
  constructor(now: () => number, trialMs: number) {
    this.#now = now;
    this.#trialMs = trialMs;
  }

  /** Returns the token for `failed` and `succeeded`; undefined while no request is allowed. */
  begin(): number | undefined {
    if (this.#now() < this.#until) return undefined;
    if (this.#failures > 0) this.#until = this.#now() + this.#trialMs;
    return this.#round;
  }

  /**
   * Begins a pause after a failed request and returns its length, in milliseconds. Returns undefined when another
   * failed request has already begun this pause.
   */
  failed(round: number, wantedMs: number): number | undefined {
    if (round !== this.#round) return undefined;
    const usualMs = firstMs * 2 ** this.#failures;
    const pauseMs = Math.min(longestMs, Math.max(usualMs, wantedMs));
    this.#failures += 1;
    this.#round += 1;
    this.#until = this.#now() + pauseMs;
    return pauseMs;
  }

  /** Ends the pause, unless the request began before it: then the response was too late for its search. */
  succeeded(round: number): void {
    if (round !== this.#round) return;
    this.#failures = 0;
    this.#until = 0;
  }
}
