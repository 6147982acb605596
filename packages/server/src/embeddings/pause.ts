const firstMs = 2_000;
const longestMs = 60_000;

/** Keeps from asking somebody who does not answer: after each failure in a row twice as long. */
export class Pause {
  readonly #now: () => number;
  readonly #trialMs: number;
  #failures = 0;
  #until = 0;
  /** Counts the pauses: requests that began before one have nothing to say about it. */
  #round = 0;

  /** `trialMs`: how long others wait for whoever tries whether a pause is over. */
  constructor(now: () => number, trialMs: number) {
    this.#now = now;
    this.#trialMs = trialMs;
  }

  /** What to hand to `failed`; undefined when nobody is to be asked now. */
  begin(): number | undefined {
    if (this.#now() < this.#until) return undefined;
    if (this.#failures > 0) this.#until = this.#now() + this.#trialMs;
    return this.#round;
  }

  /** How long the pause is that this begins; undefined when another failure has begun one. */
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
