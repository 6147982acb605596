import { ServiceError } from '@parley/contract/schemas';
import { type Connection, type Driver, endOnPostgres } from './driver.ts';
import { canRunAgain, isClosedBefore, RunAgainError } from './failures.ts';
import type { GroupCommit } from './group-commit.ts';
import { inOrder } from './in-order.ts';
import { Lanes } from './lanes.ts';
import type { Call, Statement, Topic } from './statement.ts';
import { type Begun, callsAtEnd, type Step, Transaction } from './transaction.ts';
import { causeOf, TakenError, writeUnit } from './write-unit.ts';

interface Options {
  readonly driver: Driver;
  readonly groupCommit: GroupCommit;
  /** The pool of Postgres for transactions. */
  readonly pool: {
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): void;
  };
  /** The number of connections that the pool has. */
  readonly connections: number;
  wake(topics: readonly Topic[]): void;
}

const maxAttempts = 5;
/** On Postgres, the connections that transactions of workers leave to requests. */
const keptForRequests = 1;
/**
 * How long a transaction of a worker waits for others, in milliseconds. Many can begin at once, for example for the
 * messages of a webhook.
 */
const maxWaitMs = 30_000;

/** Runs the transactions of services. */
export class Transactions {
  readonly #options: Options;
  readonly #workerLanes: Lanes;

  constructor(options: Options) {
    this.#options = options;
    const most = Math.max(1, options.connections - keptForRequests);
    this.#workerLanes = new Lanes(() => most, maxWaitMs);
  }

  async run<T>(
    work: (tx: Transaction) => Promise<T>,
    options: Pick<Transaction, 'tenantId' | 'isBackground'>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const locksLate = this.#options.driver.dialect === 'postgres';
        const tx = new Transaction({ ...options, isRepeated: attempt > 1, locksLate });
        return await this.#attempt(tx, work);
      } catch (error) {
        if (attempt >= attemptsAfter(error)) throw error;
      }
    }
  }

  async savepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
    const savepoint = tx.setSavepoint();
    const command = async (sql: string) => {
      const begun = await tx.begun;
      const { driver } = this.#options;
      if (begun) await driver.execute(begun.connection, `${sql} SAVEPOINT ${savepoint.name}`);
    };
    try {
      const result = await work();
      const begun = savepoint.isUnused() ? undefined : await tx.begun;
      const waits = tx.isGuarded || this.#options.driver.dialect === 'sqlite';
      const flushed = begun && this.#flush(tx, begun);
      // On Postgres, the release fails with the query before it. A taken unique value is no failed query.
      if (waits) await flushed;
      await inOrder([flushed, savepoint.release() || command('RELEASE')]);
      return result;
    } catch (error) {
      if (!savepoint.undo()) await command('ROLLBACK TO').catch(() => {});
      throw error;
    }
  }

  /** Runs a statement in the transaction, after the collected writes. */
  async inside<Input, Output>(
    tx: Transaction,
    statement: Statement<Input, Output>,
    call: Call<Input>,
  ): Promise<Output> {
    const { driver } = this.#options;
    refuseAfterEnd(tx);
    tx.begun ??= driver.dialect === 'sqlite' ? this.#enterBatch(tx) : this.#begin(tx);
    const begun = await tx.begun;
    refuseAfterEnd(tx);
    const { isGuarded } = tx;
    const flushed = this.#flush(tx, begun);
    if (isGuarded) await flushed;
    const answered = driver.run(begun.connection, statement, [call]);
    await inOrder([flushed, answered]);
    // Every statement returns a result for each call. The result may be undefined.
    const answer = (await answered)[0] as Output;
    if (statement.access === 'write') this.#wakeAfter(tx, statement.wakes?.(answer));
    return answer;
  }

  async #attempt<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work(tx);
      tx.end();
      await (tx.begun ? this.#commit(tx, await tx.begun) : this.#commitUnit(tx));
    } catch (error) {
      tx.end();
      const begun = await tx.begun?.catch(() => undefined);
      await begun?.rollBack();
      tx.forget();
      if (tx.runAgain) throw tx.runAgain;
      const reason = error instanceof TakenError ? await error.step.unique?.taken() : error;
      // The repeated transaction begins with these checks.
      const isRefused = reason instanceof ServiceError;
      if (isRefused && tx.last.some(({ precedes }) => precedes)) throw new RunAgainError();
      throw reason;
    }
    for (const callback of tx.afterCommit) callback();
    return result;
  }

  /**
   * Commits a transaction that ran no query under a lock: its writes can share a commit with those of other
   * transactions.
   */
  async #commitUnit(tx: Transaction): Promise<void> {
    const steps = tx.takeSteps();
    const last = steps.length === 0 ? [] : tx.last;
    const input = { first: tx.first, steps, last, atEnd: tx.atEnd };
    const tenantId = (input.steps[0]?.call ?? input.atEnd[0])?.tenantId;
    if (tenantId === undefined) return;
    const call = { tenantId, input, isBackground: tx.isBackground };
    const { taken } = await this.#options.groupCommit.submit(writeUnit, call);
    if (taken) throw new TakenError(taken);
  }

  /**
   * Sends all remaining queries and the COMMIT at once. If a query fails, Postgres answers the COMMIT with a ROLLBACK.
   */
  async #commit(tx: Transaction, { connection, commit }: Begun): Promise<void> {
    const { driver } = this.#options;
    const sent: Promise<unknown>[] = tx
      .takePending()
      .map((one) =>
        'savepoint' in one
          ? driver.execute(connection, `SAVEPOINT ${one.savepoint}`)
          : this.#send(tx, connection, one),
      );
    sent.push(...tx.last.map((step) => this.#send(tx, connection, step)));
    for (const { statement, calls } of callsAtEnd(tx.atEnd)) {
      const ended = driver.run(connection, statement, calls).then((outputs) => {
        for (const output of outputs) this.#wakeAfter(tx, statement.wakes?.(output));
      });
      sent.push(ended);
    }
    if (driver.dialect === 'sqlite') await inOrder(sent);
    await inOrder([...sent, commit()]);
  }

  /**
   * Sends the collected writes without waiting for them, so that the next query follows at once. Waits only for writes
   * that fail when a unique value already exists.
   */
  async #flush(tx: Transaction, { connection }: Begun): Promise<void> {
    const { driver } = this.#options;
    const sent: Promise<unknown>[] = [];
    for (const one of tx.takePending()) {
      if ('savepoint' in one) {
        sent.push(driver.execute(connection, `SAVEPOINT ${one.savepoint}`));
        continue;
      }
      const { unique } = one;
      const written = this.#send(tx, connection, {
        ...one,
        statement: unique?.unlessTaken ?? one.statement,
      });
      sent.push(written);
      if (!unique) continue;
      await inOrder(sent);
      if ((await written) === false) throw await unique.taken();
    }
    await inOrder(sent);
  }

  async #send(tx: Transaction, connection: Connection, step: Step): Promise<unknown> {
    const { statement, call } = step;
    const [output] = await this.#options.driver
      .run(connection, statement, [call])
      .catch((error: unknown) => {
        if (error instanceof RunAgainError) tx.runAgain = error;
        throw causeOf(step, error);
      });
    this.#wakeAfter(tx, statement.wakes?.(output));
    return output;
  }

  #wakeAfter(tx: Transaction, topics: readonly Topic[] = []): void {
    if (topics.length > 0) tx.afterCommit.push(() => this.#options.wake(topics));
  }

  async #begin({ isBackground }: Transaction): Promise<Begun> {
    const { pool, driver } = this.#options;
    const leave = isBackground ? await this.#workerLanes.enter() : undefined;
    const connection = await pool.acquireConnection().catch((error: unknown) => {
      leave?.();
      throw error;
    });
    const release = () => {
      pool.releaseConnection(connection);
      leave?.();
    };
    const begun = driver.begin(connection);
    // The first query is sent at once, and fails when BEGIN fails.
    begun.catch(() => {});
    let isCommitted = false;
    return {
      connection,
      async commit() {
        await endOnPostgres(connection, begun);
        isCommitted = true;
        release();
      },
      async rollBack() {
        if (isCommitted) return;
        // The connection may be lost. Then the first error is the one to report.
        await driver.execute(connection, 'ROLLBACK').catch(() => {});
        release();
      },
    };
  }

  /**
   * Runs the transaction in a batch: SQLite has one writer, so transactions that begin at the same time run one after
   * the other and share a commit.
   */
  #enterBatch({ tenantId, isBackground }: Transaction): Promise<Begun> {
    return new Promise((resolve, reject) => {
      const section = (connection: Connection) =>
        new Promise<boolean>((leave) => {
          const end = async (isKept: boolean) => {
            leave(isKept);
            await committed;
          };
          resolve({
            connection,
            commit: () => end(true),
            rollBack: () => end(false).catch(() => {}),
          });
        });
      const committed = this.#options.groupCommit.enter(section, { tenantId, isBackground });
      committed.catch(reject);
    });
  }
}

/** Returns how often a transaction runs that fails in this way. */
function attemptsAfter(error: unknown): number {
  if (canRunAgain(error) || error instanceof RunAgainError) return maxAttempts;
  // Each attempt may wait for seconds, so there is only one more.
  return isClosedBefore(error) ? 2 : 1;
}

/**
 * Throws when the transaction has ended. If one of several queries that run at the same time fails, code may continue
 * after another one. It must not take a connection that nobody releases, or write without a transaction.
 */
function refuseAfterEnd(tx: Transaction): void {
  if (tx.hasEnded) throw new Error('a query came after the end of its transaction');
}
