import { Gathering, type GatheringOptions } from '../gathering.ts';
import { QueueTimeoutError } from './failures.ts';
import type { Lanes } from './lanes.ts';
import { takeInTurns } from './take-in-turns.ts';

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly tenantId: string;
  /** The step of the watch when the call came, or was postponed. */
  since: number;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

export type Outcome<Output> = { readonly output: Output } | { readonly error: unknown };

/** The result of a call that a batch has not begun: a next batch runs it, before later calls of its tenant. */
export const postponed = Symbol('postponed');

export type Pending<Output> = Outcome<Output> | Promise<Outcome<Output>> | typeof postponed;

export interface Submission {
  readonly isBackground?: boolean;
  /** Whether background work gathers. Default: true. */
  readonly gathers?: boolean;
  /** The calls of the tenants run in turns. Calls without a tenant count as those of one tenant. */
  readonly tenantId?: string;
}

interface TurnBatchOptions<Input, Output> {
  /** Runs the inputs of a batch. If a result is a promise, only the caller that passed its input waits for it. */
  run(inputs: readonly Input[]): Promise<readonly Pending<Output>[]>;
  maxInFlight: number;
  maxSize: number;
  /** The maximum amount of background work in a batch. Unlimited when absent. */
  maxBackground?: number;
  /** The background work that a batch may always have, however slow the database is. */
  leastBackground?: number;
  /**
   * How long a batch with background work should take, in milliseconds. Batches that take longer make the next ones
   * smaller.
   */
  backgroundMs?: number;
  /**
   * How long background work waits after a batch with such work, as a multiple of the batch's duration. It does not
   * wait when absent.
   */
  rest?: number;
  /**
   * How often batches may begin that have only background work that gathers. The work that comes between them shares a
   * commit. They begin at once when absent.
   */
  gathering?: GatheringOptions;
  /** Limits background work in addition to the other limits. */
  backgroundRoom?: BackgroundRoom;
}

export interface BackgroundRoom {
  /** Batches without requests run in these lanes, which other kinds of batches use, too. */
  readonly lanes: Lanes;
  /** Returns the maximum background work in a batch that has this many calls of requests. */
  writesBeside(requests: number): number;
}

/**
 * The maximum wait of a call for earlier batches, in milliseconds. While the database responds, they take only
 * milliseconds.
 */
export const maxWaitMs = 5_000;
/** The watch counts the wait in such steps. If the process stands still meanwhile, that counts as one. */
const watchSteps = 10;

/**
 * Collects the calls of one turn of the event loop and runs them together. While `maxInFlight` batches run, further
 * calls wait for the next one. Background work joins a batch last, up to a limit, and pauses between batches, so that
 * requests do not wait for a backlog of workers.
 */
export class TurnBatch<Input, Output> {
  readonly #options: TurnBatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  readonly #background: Waiting<Input, Output>[] = [];
  #inFlight = 0;
  #scheduled = false;
  /** Whether background work waits for a lane. */
  #entering = false;
  #watch: NodeJS.Timeout | undefined;
  #watched = 0;
  /** The maximum background work that a batch may have at present. */
  #backgroundLimit: number;
  #restsUntil = 0;
  readonly #gathering: Gathering | undefined;
  /** Whether background work that does not gather waits. */
  #isUrgent = false;
  #restTimer: NodeJS.Timeout | undefined;

  constructor(options: TurnBatchOptions<Input, Output>) {
    this.#options = options;
    this.#backgroundLimit = options.maxBackground ?? options.maxSize;
    this.#gathering = options.gathering && new Gathering(options.gathering);
  }

  /** Runs the input in a batch. */
  submit(
    input: Input,
    { isBackground = false, gathers = true, tenantId = '' }: Submission = {},
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      const queue = isBackground ? this.#background : this.#waiting;
      if (isBackground && !gathers) this.#hurry();
      queue.push({ input, tenantId, since: this.#watched, resolve, reject });
      this.#schedule();
      if (!this.#scheduled) this.#watchWaiting();
    });
  }

  /** Ends the gathering of background work that waits. */
  #hurry(): void {
    this.#isUrgent = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) return;
    const gatherMs = this.#isUrgent ? 0 : (this.#gathering?.waitMs() ?? 0);
    const restMs = Math.max(this.#restsUntil - performance.now(), gatherMs);
    if (this.#waiting.length === 0 && restMs > 1) {
      this.#restTimer ??= setTimeout(() => {
        this.#restTimer = undefined;
        if (this.#hasMore()) this.#schedule();
      }, restMs);
      return;
    }
    const { backgroundRoom } = this.#options;
    if (this.#waiting.length === 0 && backgroundRoom) {
      this.#enter(backgroundRoom.lanes);
      return;
    }
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  /** Runs a batch as soon as a lane is free. Meanwhile, more background work may join it. */
  #enter(lanes: Lanes): void {
    if (this.#entering) return;
    this.#entering = true;
    const begin = (leave: () => void) =>
      setImmediate(() => {
        this.#entering = false;
        // The end of a batch schedules the next one.
        if (this.#inFlight >= this.#options.maxInFlight) leave();
        else void this.#flush().finally(leave);
      });
    lanes.enter().then(begin, () => {
      this.#entering = false;
      this.#schedule();
    });
  }

  /** Rejects calls that have waited for `maxWaitMs` because no batch could begin. */
  #watchWaiting(): void {
    if (this.#waiting.length === 0 || this.#watch) return;
    this.#watch = setTimeout(() => {
      this.#watch = undefined;
      this.#watched += 1;
      // A call may come in the middle of a step.
      const isLate = ({ since }: { since: number }) => this.#watched - since > watchSteps;
      const late = this.#waiting.filter(isLate);
      if (late.length > 0) this.#waiting = this.#waiting.filter((item) => !isLate(item));
      const message = `no batch began within ${maxWaitMs} ms`;
      for (const { reject } of late) reject(new QueueTimeoutError(message));
      this.#watchWaiting();
    }, maxWaitMs / watchSteps).unref();
  }

  /**
   * Adapts the limit of background work: it shrinks quickly and grows slowly, because requests wait for the batch
   * before theirs.
   */
  #adapt(background: number, tookMs: number): void {
    const { maxSize, maxBackground = maxSize, leastBackground = 1 } = this.#options;
    const { backgroundMs = Infinity, rest = 0 } = this.#options;
    if (background === 0) return;
    this.#restsUntil = performance.now() + rest * tookMs;
    if (tookMs > backgroundMs) {
      const smaller = Math.floor(Math.min(background, this.#backgroundLimit) * 0.7);
      this.#backgroundLimit = Math.max(leastBackground, smaller);
    } else if (background >= this.#backgroundLimit && tookMs < backgroundMs / 2) {
      this.#backgroundLimit = Math.min(maxBackground, Math.ceil(this.#backgroundLimit * 1.2));
    }
  }

  #hasMore(): boolean {
    return this.#waiting.length > 0 || this.#background.length > 0;
  }

  #postpone(
    items: readonly Waiting<Input, Output>[],
    background: readonly Waiting<Input, Output>[],
  ): void {
    // Their wait begins again, because the database has answered.
    for (const item of items) item.since = this.#watched;
    const isBackground = (item: Waiting<Input, Output>) => background.includes(item);
    const ofWorkers = items.filter(isBackground);
    this.#waiting.unshift(...items.filter((item) => !isBackground(item)));
    this.#background.unshift(...ofWorkers);
    if (ofWorkers.length > 0) this.#hurry();
  }

  async #flush(): Promise<void> {
    const { maxSize, backgroundRoom } = this.#options;
    const batch = takeInTurns(this.#waiting, maxSize);
    const isResting = batch.length > 0 && performance.now() < this.#restsUntil;
    const most = Math.min(this.#backgroundLimit, maxSize - batch.length);
    const beside = backgroundRoom?.writesBeside(batch.length) ?? most;
    const room = isResting ? 0 : Math.min(most, beside);
    const background = takeInTurns(this.#background, room);
    batch.push(...background);
    if (batch.length === 0) return;
    const startedAt = performance.now();
    const gathers = background.length === batch.length && !this.#isUrgent;
    if (gathers) this.#gathering?.begin(background.length);
    else this.#gathering?.count(background.length);
    if (this.#background.length === 0) this.#isUrgent = false;
    this.#inFlight += 1;
    if (this.#hasMore()) this.#schedule();
    this.#watchWaiting();
    try {
      const outcomes = await this.#options.run(batch.map((item) => item.input));
      this.#postpone(
        batch.filter((_, index) => outcomes[index] === postponed),
        background,
      );
      batch.forEach((item, index) => {
        const outcome = outcomes[index];
        if (outcome === postponed) return;
        if (outcome instanceof Promise) outcome.then((late) => settle(item, late), item.reject);
        else settle(item, outcome);
      });
    } catch (error) {
      for (const item of batch) item.reject(error);
    } finally {
      this.#adapt(background.length, performance.now() - startedAt);
      this.#inFlight -= 1;
      if (this.#hasMore()) this.#schedule();
    }
  }
}

function settle<Output>(
  item: Pick<Waiting<unknown, Output>, 'resolve' | 'reject'>,
  outcome: Outcome<Output> | undefined,
): void {
  if (outcome === undefined) item.reject(new Error('a batch left a call without an answer'));
  else if ('error' in outcome) item.reject(outcome.error);
  else item.resolve(outcome.output);
}
