import { QueueTimeoutError } from './failures.ts';
import { startPatientTimer } from './patient-timer.ts';

interface Waiting {
  begin(): void;
}

/** Limits how many tasks run at the same time. Further tasks wait, up to a limit of time. */
export class Lanes {
  #running = 0;
  #slow = 0;
  readonly #count: (slow: number) => number;
  readonly #waitMs: number;
  readonly #slowMs: number | undefined;
  readonly #waiting = new Set<Waiting>();

  /**
   * `count` returns how many tasks may run at the moment. It gets the number of slow tasks: those that have run for
   * `slowMs` milliseconds. When `slowMs` is absent, no task counts as slow. When the count shrinks, running tasks are not
   * interrupted.
   */
  constructor(count: (slow: number) => number, waitMs: number, slowMs?: number) {
    this.#count = count;
    this.#waitMs = waitMs;
    this.#slowMs = slowMs;
  }

  /**
   * Waits until a task may run. Resolves with a function that must be called when the task ends. Throws a
   * QueueTimeoutError when the wait is too long.
   */
  async enter(): Promise<() => void> {
    if (this.#waiting.size === 0 && this.#hasRoom()) this.#running += 1;
    else await this.#wait();
    const forget = this.#watch();
    return () => {
      forget();
      this.#running -= 1;
      this.#beginWaiting();
    };
  }

  #hasRoom(): boolean {
    return this.#running < this.#count(this.#slow);
  }

  /** Counts a task as slow once it has run for `slowMs`, until the returned function is called. */
  #watch(): () => void {
    if (this.#slowMs === undefined) return () => {};
    let isSlow = false;
    const stop = startPatientTimer(this.#slowMs, () => {
      isSlow = true;
      this.#slow += 1;
      this.#beginWaiting();
    });
    return () => {
      stop();
      if (isSlow) this.#slow -= 1;
    };
  }

  #beginWaiting(): void {
    for (const next of this.#waiting) {
      if (!this.#hasRoom()) return;
      this.#running += 1;
      next.begin();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = startPatientTimer(this.#waitMs, () => {
        this.#waiting.delete(waiting);
        reject(new QueueTimeoutError(`no place became free within ${this.#waitMs} ms`));
      });
      const waiting: Waiting = {
        begin: () => {
          stop();
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      this.#beginWaiting();
    });
  }
}
