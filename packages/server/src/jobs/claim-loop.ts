import type { Logger } from 'pino';
import { inTime } from '../in-time.ts';

/** What a worker claims, and how it handles it. Any number of workers may share a database. */
export interface Work<Item> {
  /** Names the items in log messages, such as `jobs`. */
  readonly name: string;
  /** Calls back when this process may have added work; returns how to stop that. */
  listen(wakeSoon: () => void): () => void;
  /** How many more may be claimed while so many are handled. */
  room(running: number): number;
  /** Leases up to so many items. */
  claim(limit: number): Promise<{ items: readonly Item[]; mayHaveMore: boolean }>;
  /** Never rejects. */
  handle(item: Item): Promise<void>;
  /** After an item was handled; so many are left. */
  ended?(running: number): void;
  /** Ends the lease of an item that is still handled when the worker stops: another worker may have it at once. */
  giveBack(item: Item): Promise<void>;
  /** In how many milliseconds something can be claimed; null when nothing waits. */
  nextIn?(): Promise<number | null>;
  readonly chores: readonly Chore[];
}

/** Work that is done from time to time while the worker runs. */
interface Chore {
  /** Completes "could not …" in the log. */
  readonly what: string;
  readonly everyMs: number;
  /** Also while the worker waits for what it still handles. */
  readonly isNeededToEnd?: boolean;
  do(): Promise<unknown>;
}

const gatherMs = 5;
const pollMs = { busy: 250, idle: 1_000 } as const;

/**
 * Claims work and has it handled, until it is stopped: at once when this process adds some, when something
 * becomes due, and else from time to time, because other processes may add some.
 */
export class ClaimLoop<Item> {
  readonly #work: Work<Item>;
  readonly #log: Logger;
  readonly #running = new Map<Item, Promise<void>>();
  readonly #chores = new Map<Chore, NodeJS.Timeout>();
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #woken = false;
  #stopped = true;
  #stopListening: () => void = () => {};

  constructor(work: Work<Item>, log: Logger) {
    this.#work = work;
    this.#log = log;
  }

  /** What is handled now. */
  get running(): readonly Item[] {
    return [...this.#running.keys()];
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#stopListening = this.#work.listen(() => this.wakeSoon());
    for (const chore of this.#work.chores) {
      const timer = setInterval(() => void this.guarded(chore.what, chore.do), chore.everyMs);
      this.#chores.set(chore, timer);
    }
    this.wake();
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#stopped) return;
    this.#woken = true;
    if (this.#claiming) return;
    this.#clearTimers();
    this.#claiming = this.#fill().finally(() => {
      this.#claiming = undefined;
      if (this.#woken) this.wake();
    });
  }

  /** Looks for work in a few milliseconds: commits come in crowds, and one claim is enough for each. */
  wakeSoon(): void {
    if (this.#stopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, gatherMs);
  }

  /** Claims no more and waits for what is handled. What is not done at the deadline is given back. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    this.#stopChores(({ isNeededToEnd }) => !isNeededToEnd);
    this.#clearTimers();
    await this.#claiming;
    this.#clearTimers();
    await inTime(this.#finished(), deadlineMs, () => {});
    this.#stopChores(() => true);
    await Promise.all(
      this.running.map((item) =>
        this.guarded(`give back ${this.#work.name}`, () => this.#work.giveBack(item)),
      ),
    );
  }

  /** Handles what is due until nothing is; for tests and for draining by hand. `settled` waits for what follows. */
  async runUntilIdle(settled: () => Promise<unknown> = async () => {}): Promise<void> {
    for (;;) {
      const { items } = await this.#claim(this.#work.room(0));
      await this.#finished();
      await settled();
      if (items.length === 0) return;
    }
  }

  /** For work on the database: when it fails, the next turn tries again. */
  async guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log.error({ err: error }, `could not ${what}`);
      return undefined;
    }
  }

  async #fill(): Promise<void> {
    // It may be woken while it claims: then it looks once more.
    while (!this.#stopped && this.#woken) {
      this.#woken = false;
      const room = this.#work.room(this.#running.size);
      if (room <= 0) break;
      const claimed = await this.guarded(`claim ${this.#work.name}`, () => this.#claim(room));
      if (claimed?.mayHaveMore) this.#woken = true;
    }
    if (!this.#stopped && !this.#woken) await this.guarded('look ahead', () => this.#pollAgain());
  }

  async #claim(limit: number): ReturnType<Work<Item>['claim']> {
    const claimed = await this.#work.claim(limit);
    for (const item of claimed.items) this.#begin(item);
    return claimed;
  }

  #begin(item: Item): void {
    const done = this.#work.handle(item).finally(() => {
      this.#running.delete(item);
      this.#work.ended?.(this.#running.size);
    });
    this.#running.set(item, done);
  }

  async #pollAgain(): Promise<void> {
    const running = this.#running.size;
    const most = running > 0 ? pollMs.busy : pollMs.idle;
    this.#pollIn(most);
    if (!this.#work.nextIn || this.#work.room(running) <= 0) return;
    const wait = await this.#work.nextIn();
    // What can be claimed now, and was not, is being written by another transaction.
    if (!this.#stopped && wait !== null && wait < most) this.#pollIn(Math.max(wait, gatherMs));
  }

  #pollIn(ms: number): void {
    clearTimeout(this.#poll);
    this.#poll = setTimeout(() => this.wake(), ms);
  }

  async #finished(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #clearTimers(): void {
    clearTimeout(this.#poll);
    clearTimeout(this.#soon);
    this.#soon = undefined;
  }

  #stopChores(isOver: (chore: Chore) => boolean): void {
    for (const [chore, timer] of this.#chores) if (isOver(chore)) clearInterval(timer);
  }
}
