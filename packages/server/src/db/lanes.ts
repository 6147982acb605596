import { QueueTimeoutError } from './failures.ts';

interface Waiting {
  begin(): void;
}

/** Limits how many tasks run at the same time. Further tasks wait, up to a limit of time. */
export class Lanes {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /**
   * Waits until a task may run. Resolves with a function that must be called when the task ends. Throws a
   * QueueTimeoutError when the wait is too long.
   */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => {
      const [next] = this.#waiting;
      if (next) next.begin();
      else this.#free += 1;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new QueueTimeoutError(`no place became free within ${this.#waitMs} ms`));
      }, this.#waitMs);
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      this.#waiting.add(waiting);
    });
  }
}
