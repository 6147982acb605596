import type { Logger } from 'pino';
import { Gathering } from '../gathering.ts';
import { inTime } from '../in-time.ts';
import type { Ahead } from './statements/look-ahead.ts';

/**
 * The items that a worker claims, such as jobs, and how it handles them. Any number of workers can share a database.
 */
export interface Work<Item> {
  /** The name of the items in log messages, such as `jobs`. */
  readonly name: string;
  /** Calls `wakeSoon` when this process may have added work. Returns a function that stops these calls. */
  listen(wakeSoon: () => void): () => void;
  /** Returns whether the worker can claim another item in addition to the running ones. */
  hasRoom(): boolean;
  /** Claims as many items as the worker has room for. */
  claim(): Promise<{ items: readonly Item[]; mayHaveMore: boolean }>;
  /** Returns whether the running items leave no room for another one like this: with room, the claim would have got more. */
  isFull?(item: Item): boolean;
  /** Handles an item. Never rejects. */
  handle(item: Item): Promise<void>;
  /** Called after an item was handled. */
  ended?(): void;
  /** Ends the lease of an item that still runs when the worker stops, so that another worker can claim it at once. */
  giveBack(item: Item): Promise<void>;
  /** Returns when the next work is due, by one read-only statement. */
  lookAhead(): Promise<Ahead>;
  readonly chores: readonly Chore[];
}

/** Work that the worker repeats while it runs, such as freeing blocked jobs. */
interface Chore {
  /** The end of the log message "could not …" when the chore fails. */
  readonly what: string;
  readonly everyMs: number;
  /** Whether the chore also runs while a stopping worker waits for its running jobs or deliveries. */
  readonly isNeededToEnd?: boolean;
  /** Whether the chore also runs when the worker starts. */
  readonly isDoneAtStart?: boolean;
  /** Never called while an earlier call runs. `stopping` is aborted when the worker stops, which waits for the chore. */
  do(stopping: AbortSignal): Promise<unknown>;
}

const gatherMs = 5;
/** The number of running items from which the worker claims less often, and more at once. */
const manyItems = 50;
const gatherManyMs = 20;
/**
 * After a claim that got fewer than 16 items, `wakeSoon` and due times wait before they lead to the next one. They wait
 * for up to 60 ms when 120 items a second are claimed. Items that become due meanwhile share a claim, and the commits
 * of the steps that follow. The next claim does not wait when a claim got few items because the worker has no room for
 * more of them.
 */
const gathering = { mostMs: 60, manyPerSecond: 120, enough: 16 };
export const pollMs = { busy: 250, idle: 1_000 } as const;

/**
 * Claims work and passes it to the handler, until `stop`. Claims at once when this process adds work, and when work
 * becomes due. Also checks from time to time, because other processes may add work. A check is one read, and a claim
 * follows only when something is due, so an idle process writes nothing.
 */
export class ClaimLoop<Item> {
  readonly #work: Work<Item>;
  readonly #log: Logger;
  readonly #running = new Map<Item, Promise<void>>();
  readonly #chores = new Map<Chore, NodeJS.Timeout>();
  readonly #runningChores = new Map<Chore, Promise<unknown>>();
  #stopping = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #woken = false;
  /** Whether work may have become due since the last look began. */
  #mustLook = false;
  readonly #gathering = new Gathering(gathering);
  /** The number of claims in a row that got nothing. */
  #misses = 0;
  #stopped = true;
  #stopListening: () => void = () => {};

  constructor(work: Work<Item>, log: Logger) {
    this.#work = work;
    this.#log = log;
  }

  /** The running items. */
  get running(): readonly Item[] {
    return [...this.#running.keys()];
  }

  /** The number of running items. */
  get size(): number {
    return this.#running.size;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#stopping = new AbortController();
    this.#stopListening = this.#work.listen(() => this.wakeSoon());
    for (const chore of this.#work.chores) {
      this.#chores.set(
        chore,
        setInterval(() => this.#doChore(chore), chore.everyMs),
      );
      if (chore.isDoneAtStart) this.#doChore(chore);
    }
    this.wake();
  }

  /** Checks for work now. */
  wake(): void {
    if (this.#stopped) return;
    this.#misses = 0;
    this.#woken = true;
    this.#turn();
  }

  /**
   * Checks for work in a few milliseconds: many commits may come at once, and one claim is enough for them. While few
   * items come, looks first, because a claim that gets nothing is a commit. When claims wait for each other, many items
   * come, so it claims at once.
   */
  wakeSoon(): void {
    if (this.#stopped) return;
    const leastMs = this.#running.size < manyItems ? gatherMs : gatherManyMs;
    const waitMs = this.#gathering.waitMs();
    this.#soon ??= setTimeout(
      () => {
        this.#soon = undefined;
        // A claim may have begun after this call.
        if (this.#gathering.waitMs() > 0) this.wakeSoon();
        else if (waitMs > gatherMs) this.wake();
        else this.#look();
      },
      Math.max(leastMs, waitMs),
    );
  }

  /**
   * Stops claiming and waits for the running items and chores. Gives back the items that still run at the deadline.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    this.#stopping.abort();
    this.#stopChores(({ isNeededToEnd }) => !isNeededToEnd);
    this.#clearTimers();
    await this.#claiming;
    this.#clearTimers();
    const running = Promise.all([this.#finished(), ...this.#runningChores.values()]);
    await inTime(running, deadlineMs, () => {});
    this.#stopChores(() => true);
    await Promise.all(
      this.running.map((item) =>
        this.guarded(`give back ${this.#work.name}`, () => this.#work.giveBack(item)),
      ),
    );
  }

  /**
   * Handles due items until there are none; for tests. `settled` must resolve when the work that follows from the items
   * is done.
   */
  async runUntilIdle(settled: () => Promise<unknown> = async () => {}): Promise<void> {
    for (;;) {
      const { items } = await this.#claim();
      await this.#finished();
      await settled();
      if (items.length === 0) return;
    }
  }

  /** Runs work on the database. Logs a failure and returns undefined: the next round of the loop tries again. */
  async guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log.error({ err: error }, `could not ${what}`);
      return undefined;
    }
  }

  /** Claims if something is due now. */
  #look(): void {
    this.#misses = 0;
    this.#mustLook = true;
    this.#turn();
  }

  /** Claims if the worker was woken. Then checks when to claim next. */
  #turn(): void {
    if (this.#stopped || this.#claiming) return;
    this.#clearTimers();
    this.#claiming = this.#fill().finally(() => {
      this.#claiming = undefined;
      if (this.#woken || this.#mustLook) this.#turn();
    });
  }

  async #fill(): Promise<void> {
    // The worker may be woken during a claim: then it claims once more.
    while (!this.#stopped && this.#woken) {
      this.#woken = false;
      if (!this.#work.hasRoom()) break;
      const claimed = await this.guarded(`claim ${this.#work.name}`, () => this.#claim());
      this.#misses = claimed && claimed.items.length > 0 ? 0 : this.#misses + 1;
      if (claimed?.mayHaveMore) this.#woken = true;
    }
    if (this.#stopped || this.#woken) return;
    this.#mustLook = false;
    await this.guarded('look ahead', () => this.#lookAhead());
  }

  async #claim(): ReturnType<Work<Item>['claim']> {
    const claimed = await this.#work.claim();
    const { items } = claimed;
    for (const item of items) this.#begin(item);
    if (items.some((item) => this.#work.isFull?.(item))) this.#gathering.count(items.length);
    else this.#gathering.begin(items.length);
    return claimed;
  }

  #begin(item: Item): void {
    const done = this.#work.handle(item).finally(() => {
      this.#running.delete(item);
      this.#work.ended?.();
    });
    this.#running.set(item, done);
  }

  async #lookAhead(): Promise<void> {
    const most = this.#running.size > 0 ? pollMs.busy : pollMs.idle;
    this.#turnIn(most);
    if (!this.#work.hasRoom()) return;
    const { isDue, nextInMs } = await this.#work.lookAhead();
    if (this.#stopped) return;
    if (!isDue) this.#misses = 0;
    const soonMs = Math.max(gatherMs, this.#gathering.waitMs());
    if (isDue && this.#misses === 0 && soonMs === gatherMs) {
      this.#woken = true;
      return;
    }
    // A due item that was not claimed is locked by another transaction, or waits for another item.
    const missedMs = this.#misses === 0 ? 0 : gatherMs * 2 ** this.#misses;
    const retryMs = isDue ? Math.max(soonMs, missedMs) : most;
    const nextMs = Math.max(nextInMs ?? most, soonMs);
    this.#turnIn(Math.min(most, retryMs, nextMs), isDue || nextMs < most);
  }

  #turnIn(ms: number, claims = false): void {
    clearTimeout(this.#poll);
    this.#poll = setTimeout(() => {
      this.#woken ||= claims;
      this.#turn();
    }, ms);
  }

  async #finished(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #clearTimers(): void {
    clearTimeout(this.#poll);
    clearTimeout(this.#soon);
    this.#soon = undefined;
  }

  /** Runs a chore, unless an earlier run of it has not ended. */
  #doChore(chore: Chore): void {
    if (this.#runningChores.has(chore)) return;
    const { signal } = this.#stopping;
    const done = this.guarded(chore.what, () => chore.do(signal)).finally(() =>
      this.#runningChores.delete(chore),
    );
    this.#runningChores.set(chore, done);
  }

  #stopChores(isOver: (chore: Chore) => boolean): void {
    for (const [chore, timer] of this.#chores) if (isOver(chore)) clearInterval(timer);
  }
}
