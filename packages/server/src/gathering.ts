import { type Bucket, takeTurn, turnAtMs } from '@parley/domain';

/** Limits how often work begins in this process, so that what comes meanwhile is done together. */
export class Gathering {
  readonly #bucket: Bucket;
  /** When the bucket is full again, in microseconds of `performance.now()`, which no change of the clock moves. */
  #fullUs = 0;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Counts work that begins. Work that begins before its turn makes later work wait for one interval at most. */
  begin(): void {
    const nowUs = performance.now() * 1_000;
    const latestUs = nowUs + this.#bucket.burst * this.#bucket.intervalUs;
    this.#fullUs = Math.min(latestUs, takeTurn(this.#bucket, this.#fullUs, nowUs));
  }

  /** Returns the time until work may begin, in milliseconds; 0 when it may begin at once. */
  waitMs(): number {
    const nowMs = performance.now();
    const nowUs = nowMs * 1_000;
    const fullUs = takeTurn(this.#bucket, this.#fullUs, nowUs);
    return Math.floor(turnAtMs(this.#bucket, fullUs, nowUs) - nowMs);
  }
}
