/**
 * The lease tokens of claims that failed. The database may have committed such a claim, or may still commit it after a
 * pause. Then nobody works on what it leased.
 */
export class LostClaims {
  readonly #leaseMs: number;
  /** Until when each token is kept, by `performance.now()`. */
  readonly #untilMs = new Map<string, number>();

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Runs a claim with this token. Keeps the token if the claim fails. */
  async watch<Claimed>(token: string, claim: () => Promise<Claimed>): Promise<Claimed> {
    try {
      return await claim();
    } catch (error) {
      this.#untilMs.set(token, performance.now() + this.#leaseMs);
      throw error;
    }
  }

  /** Returns the tokens of the claims that failed within the length of a lease. */
  tokens(): readonly string[] {
    for (const [token, untilMs] of this.#untilMs) {
      if (untilMs < performance.now()) this.#untilMs.delete(token);
    }
    return [...this.#untilMs.keys()];
  }
}
