import { QueueTimeoutError } from './failures.ts';
import { startPatientTimer } from './patient-timer.ts';

interface Waiting {
  begin(): void;
}

/** Limits how many tasks run at the same time. Further tasks wait, up to a limit of time. */
export class Lanes {
  #running = 0;
  readonly #count: () => number;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();

  /** `count` returns how many tasks may run at the moment. When it shrinks, running tasks are not interrupted. */
  constructor(count: () => number, waitMs: number) {
    this.#count = count;
    this.#waitMs = waitMs;
  }

  /**
   * Waits until a task may run. Resolves with a function that must be called when the task ends. Throws a
   * QueueTimeoutError when the wait is too long.
   */
  async enter(): Promise<() => void> {
    if (this.#waiting.size === 0 && this.#running < this.#count()) this.#running += 1;
    else await this.#wait();
    return () => {
      this.#running -= 1;
      this.#beginWaiting();
    };
  }

  #beginWaiting(): void {
    for (const next of this.#waiting) {
      if (this.#running >= this.#count()) return;
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
