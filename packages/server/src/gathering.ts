import { type Bucket, takeTurn, turnAtMs } from '@parley/domain';

/** Limits how often work begins in this process, so that what comes meanwhile is done together. */
export class Gathering {
  readonly #bucket: Bucket;
  /** When the bucket is full again, in microseconds. */
  #fullUs = 0;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Counts work that begins. */
  begin(): void {
    this.#fullUs = takeTurn(this.#bucket, this.#fullUs, performance.now() * 1_000);
  }

  /** Returns the time until work may begin, in milliseconds; less than 1 when it may begin at once. */
  waitMs(): number {
    const nowMs = performance.now();
    const nowUs = nowMs * 1_000;
    return turnAtMs(this.#bucket, takeTurn(this.#bucket, this.#fullUs, nowUs), nowUs) - nowMs;
  }
}
