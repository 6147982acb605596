import { type Quota, type TokenResult, takeToken } from '@parley/contract/schemas';

const sweepAbove = 10_000;

/**
 * Counts the quotas in the memory of one process: exact while it is the only server. The counts are lost when it ends.
 */
export class MemoryQuotas {
  readonly #tats = new Map<string, number>();
  #sweepAt = sweepAbove;

  take(key: string, nowMs: number, quota: Quota): TokenResult {
    const result = takeToken(this.#tats.get(key), nowMs, quota);
    this.#tats.set(key, result.tatMs);
    if (this.#tats.size > this.#sweepAt) this.#forgetFull(nowMs);
    return result;
  }

  /** Makes the quota of a client full again. `key` identifies the client. */
  forget(key: string): void {
    this.#tats.delete(key);
  }

  /** Forgets keys whose quota is full again: they count like keys that were never used. */
  #forgetFull(nowMs: number): void {
    for (const [key, tatMs] of this.#tats) if (tatMs <= nowMs) this.#tats.delete(key);
    this.#sweepAt = Math.max(sweepAbove, this.#tats.size * 2);
  }
}
