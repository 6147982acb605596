import { type Driver, transactOnPostgres } from './driver.ts';
import {
  canRunAgain,
  isClosedBefore,
  isConnectionLost,
  UnknownOutcome,
  unknownIfLost,
} from './failures.ts';
import { Lanes } from './lanes.ts';
import { RoomOfWorkers } from './room-of-workers.ts';
import { attempt, type Section, type Write, writeBatch } from './sqlite-batch.ts';
import type { Call, Sqlite, Topic, WriteStatement } from './statement.ts';
import {
  maxWaitMs,
  type Outcome,
  type Pending,
  postponed,
  type Submission,
  TurnBatch,
} from './turn-batch.ts';

// The writes of one turn of the event loop share one transaction, and each caller gets its result after the commit. A
// failing call fails alone. If the batch as a whole cannot be written (no lock within 200 ms, a failing row on
// Postgres), its calls run one by one.

type Item = Write;

type Settled = Outcome<unknown> | Promise<Outcome<unknown>>;

type WithConnection = <T>(work: (connection: unknown) => Promise<T>) => Promise<T>;

interface GroupCommitOptions {
  driver: Driver;
  withConnection: WithConnection;
  /** The number of connections that `withConnection` has. */
  connections: number;
  /**
   * The pool for calls that may wait long for a lock. On Postgres it is a separate pool, so that batches always find a
   * connection.
   */
  withPatientConnection: WithConnection;
  wake(topics: Iterable<Topic>): void;
  /** Called on SQLite after the commit of each batch. */
  afterCommit?: ((connection: Sqlite) => void) | undefined;
}

const maxAttempts = 3;
const batchLockWaitMs = 200;
const maxBatchSize = 200;
/**
 * The limits of workers' writes in a batch, and how long a batch with such writes should take. On SQLite, a batch
 * blocks the process, so requests run before the next one with such writes. On Postgres, it holds locks that requests
 * may wait for. Workers make about 25 small commits a second when they have many writes, or 33 on Postgres. Between these
 * commits, the steps of many messages gather: a commit costs several times as much as the writes of one step. On
 * Postgres, the writes of each statement gather for themselves.
 */
const background = {
  sqlite: {
    maxBackground: 100,
    leastBackground: 32,
    backgroundMs: 12,
    rest: 0.5,
    gathering: { mostMs: 40, manyPerSecond: 400, enough: 20 },
  },
  postgres: {
    maxBackground: 150,
    leastBackground: 5,
    backgroundMs: 60,
    gathering: { mostMs: 30, manyPerSecond: 150, enough: 12 },
  },
} as const;
/**
 * The maximum number of calls that run alone at the same time, on each of the two pools. Each holds a connection while it
 * waits for a lock, and other calls need connections, too.
 */
const maxAlone = 3;

interface Pool {
  readonly withConnection: WithConnection;
  /** Each call that runs alone on this pool uses one of them. */
  readonly lanes: Lanes;
}

const lanesOfPool = () => new Lanes(() => maxAlone, maxWaitMs);

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  /** For calls of a batch that was rolled back, because they may wait long for a lock. */
  readonly #patient: Pool;
  /** For batches, and for single calls of statements that commit by themselves. */
  readonly #usual: Pool;
  /** Absent on SQLite, which writes one batch at a time. */
  readonly #workers: RoomOfWorkers | undefined;
  readonly #batches = new Map<
    WriteStatement<unknown, unknown> | 'all',
    TurnBatch<Item | Section, unknown>
  >();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    const { driver, connections, withConnection, withPatientConnection } = options;
    this.#patient = { withConnection: withPatientConnection, lanes: lanesOfPool() };
    this.#usual = { withConnection, lanes: lanesOfPool() };
    if (driver.dialect === 'postgres') {
      this.#workers = new RoomOfWorkers(connections, background.postgres.backgroundMs);
    }
  }

  /** Notes that a request uses the database: workers leave it more room for a moment. */
  noteRequest(): void {
    this.#workers?.noteRequest();
  }

  async submit<Input, Output>(
    statement: WriteStatement<Input, Output>,
    call: Call<Input>,
  ): Promise<Output> {
    // The batch passes each item only to the statement that it came with.
    const item = { statement, call } as unknown as Item;
    return (await this.#batchFor(statement as Item['statement']).submit(item, call)) as Output;
  }

  /** Runs a transaction inside a batch on SQLite. Resolves after the commit. */
  async enter(section: Section, options: Submission): Promise<void> {
    // A transaction of a worker is one of several that follow each other, such as those of the messages of a webhook.
    await this.#batchFor('all').submit(section, { ...options, gathers: false });
  }

  #batchFor(statement: Item['statement'] | 'all'): TurnBatch<Item | Section, unknown> {
    // On SQLite all writes share one commit, because it has one writer. On Postgres a batch has the calls of one
    // statement.
    const key = this.#options.driver.dialect === 'sqlite' ? 'all' : statement;
    const known = this.#batches.get(key);
    if (known) return known;
    const batch = new TurnBatch<Item | Section, unknown>({
      run: (items) => this.#run(items),
      maxInFlight: this.#options.driver.dialect === 'sqlite' ? 1 : 2,
      maxSize: maxBatchSize,
      ...background[this.#options.driver.dialect],
      ...(this.#workers && { backgroundRoom: this.#workers }),
    });
    this.#batches.set(key, batch);
    return batch;
  }

  async #run(items: readonly (Item | Section)[]): Promise<readonly Pending<unknown>[]> {
    const sections = items.filter((item) => typeof item === 'function');
    const { runs, repeats } = withoutRepeats(items.filter((item) => typeof item !== 'function'));
    const outcomes = new Map<Item, Settled>();
    const { outcomes: results, entered } = await this.#write(runs, sections);
    const begun = new Set<Item | Section>(sections.slice(0, entered));
    runs.forEach((item, index) => {
      const result = results[index];
      if (result) outcomes.set(item, result);
    });
    for (const [item, first] of repeats)
      outcomes.set(item, this.#repeat(item, first, outcomes.get(first)));
    this.#wake(runs, outcomes);
    return items.map((item) => {
      if (typeof item === 'function') return begun.has(item) ? { output: undefined } : postponed;
      return outcomes.get(item) ?? { error: new Error('a call was left without an answer') };
    });
  }

  /**
   * Derives the result of a repeated call from that of the first call. If the first one failed, runs the call
   * itself.
   */
  async #repeat(
    { statement, call }: Item,
    first: Item,
    outcome: Settled | undefined,
  ): Promise<Outcome<unknown>> {
    const known = await outcome;
    if (!known || 'error' in known) return await this.#alone({ statement, call });
    const { output } = known;
    return attempt(() =>
      statement.repeated?.answer({ input: first.call.input, output }, call.input),
    );
  }

  /** Wakes each kind of worker once for all commits of the batch, and again for each call that commits later. */
  #wake(items: readonly Item[], outcomes: ReadonlyMap<Item, Settled>): void {
    const topics = new Set<Topic>();
    for (const item of items) {
      const { statement } = item;
      const outcome = statement.wakes && outcomes.get(item);
      if (outcome instanceof Promise) {
        void outcome.then((late) => this.#options.wake(topicsOf(statement, late)));
      } else if (outcome) {
        for (const topic of topicsOf(statement, outcome)) topics.add(topic);
      }
    }
    this.#options.wake(topics);
  }

  async #write(
    items: readonly Item[],
    sections: readonly Section[],
  ): Promise<{ readonly outcomes: readonly Settled[]; readonly entered: number }> {
    const { driver, withConnection, afterCommit } = this.#options;
    if (driver.dialect === 'sqlite') {
      return await withConnection(async (connection) => {
        await driver.begin(connection);
        const written = await writeBatch(connection as Sqlite, items, sections);
        afterCommit?.(connection as Sqlite);
        return written;
      });
    }
    const [first] = items;
    if (items.length === 1 && first?.statement.atomic) {
      return { outcomes: [await this.#alone(first, this.#usual)], entered: 0 };
    }
    const outcomes = await withConnection((connection) => this.#tryTogether(connection, items));
    return { outcomes: outcomes ?? items.map((item) => this.#alone(item)), entered: 0 };
  }

  /** Runs the items in one transaction. Returns undefined when it was rolled back, so that no item had an effect. */
  async #tryTogether(
    connection: unknown,
    items: readonly Item[],
  ): Promise<readonly Outcome<unknown>[] | undefined> {
    const [first] = items;
    if (!first) return [];
    const calls = items.map((item) => item.call);
    try {
      const options = { lockWaitMs: batchLockWaitMs };
      const outputs = await transactOnPostgres(connection, first.statement, calls, options);
      return outputs.map((output) => ({ output }));
    } catch (error) {
      // Running the items one by one would wait for the same database, or write them twice. A connection that was
      // closed before does neither.
      const isLost = error instanceof UnknownOutcome || isConnectionLost(error);
      if (isLost && !isClosedBefore(error)) throw reportedError(error);
      // Each item runs again alone, and its caller gets the error if it fails again.
      return undefined;
    }
  }

  /** Runs an item alone. Never rejects, because several callers may wait for the outcome, or none. */
  async #alone(item: Item, { lanes, withConnection } = this.#patient): Promise<Outcome<unknown>> {
    let done: (() => void) | undefined;
    try {
      done = await lanes.enter();
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await this.#attemptAlone(item, withConnection);
        const lost = 'error' in outcome && canRunAgain(outcome.error);
        if (!lost || attempt >= maxAttempts) return outcome;
      }
    } catch (error) {
      return { error };
    } finally {
      done?.();
    }
  }

  async #attemptAlone(
    { statement, call }: Item,
    withConnection: WithConnection,
  ): Promise<Outcome<unknown>> {
    const { driver } = this.#options;
    try {
      return await withConnection(async (connection) => {
        if (statement.atomic) {
          const [output] = await driver.run(connection, statement, [call]).catch(unknownIfLost);
          return { output };
        }
        const [output] = await transactOnPostgres(connection, statement, [call]);
        return { output };
      });
    } catch (error) {
      return { error: reportedError(error) };
    }
  }
}

/** Returns the error for the caller. The outcome is unknown only when the connection was lost. */
function reportedError(error: unknown): unknown {
  return error instanceof UnknownOutcome && !isConnectionLost(error.cause) ? error.cause : error;
}

function topicsOf({ wakes }: Item['statement'], outcome: Outcome<unknown>): readonly Topic[] {
  return 'output' in outcome ? (wakes?.(outcome.output) ?? []) : [];
}

/**
 * Returns the items without repeats, sorted by tenant and key, so that two batches lock their rows in the same order.
 */
function withoutRepeats(items: readonly Item[]) {
  const firsts = new Map<string, Item>();
  const repeats = new Map<Item, Item>();
  const runs: { item: Item; order: string }[] = [];
  for (const item of items) {
    const key = item.statement.repeated?.key(item.call.input);
    const order = `${item.call.tenantId} ${key ?? ''}`;
    const identity = `${item.statement.name} ${order}`;
    const first = key === undefined ? undefined : firsts.get(identity);
    if (first) {
      repeats.set(item, first);
      continue;
    }
    if (key !== undefined) firsts.set(identity, item);
    runs.push({ item, order });
  }
  runs.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  return { runs: runs.map(({ item }) => item), repeats };
}
