import type { Logger } from 'pino';
import type { Settling } from '../webhook-deliveries/statements/settle-deliveries.ts';

export interface Ending extends Settling {
  /** The end of the lease by `performance.now()`. After it, the lease can belong to another worker. */
  readonly leaseEndsAt: number;
  /** Called after the result is committed. */
  then?(): void;
}

interface Options {
  settle(batch: readonly Settling[]): Promise<readonly boolean[]>;
  /** Called after each batch: more deliveries can now be sent to its endpoints. */
  settled(): void;
  log: Logger;
}

const gatherMs = 10;
const gatherCount = 200;
const retryMs = 500;

/**
 * Records the results of deliveries in small batches, one after the other. Results that arrive during a batch join the
 * next one.
 */
export class SettleBatches {
  readonly #options: Options;
  #waiting: Ending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  add(ending: Ending): void {
    this.#waiting.push(ending);
    if (this.#writing) return;
    if (this.#waiting.length >= gatherCount) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), gatherMs);
  }

  /** Resolves when no result waits. */
  async flush(): Promise<void> {
    while (this.#writing || this.#waiting.length > 0) {
      if (!this.#writing) this.#write();
      await this.#writing;
    }
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#settle(batch).finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#write();
    });
  }

  /** Writes a batch. Tries again for as long as the leases last, because only the database can fail here. */
  async #settle(batch: readonly Ending[]): Promise<void> {
    const { settle, settled, log } = this.#options;
    try {
      const mine = await settle(batch);
      batch.forEach((ending, index) => {
        if (mine[index]) ending.then?.();
        else
          log.warn({ delivery: ending.deliveryId }, 'lease lost before its outcome was recorded');
      });
      settled();
    } catch (error) {
      log.error(
        { err: error, deliveries: batch.length },
        'could not record the outcome of deliveries',
      );
      const now = performance.now();
      this.#waiting.push(...batch.filter(({ leaseEndsAt }) => leaseEndsAt > now));
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
