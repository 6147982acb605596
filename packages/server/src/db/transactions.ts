import { type Connection, type Driver, endOnPostgres } from './driver.ts';
import { isDeadlock, RunAgainError } from './failures.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Call, Statement, Topic } from './statement.ts';
import { type Begun, callsAtEnd, Transaction } from './transaction.ts';
import { TakenError, writeUnit } from './write-unit.ts';

interface Options {
  readonly driver: Driver;
  readonly groupCommit: GroupCommit;
  /** Of Postgres. */
  readonly pool: {
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): void;
  };
  wake(topics: readonly Topic[]): void;
}

const maxAttempts = 5;

/** Runs the transactions of services. */
export class Transactions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async run<T>(
    work: (tx: Transaction) => Promise<T>,
    { isBackground }: { isBackground: boolean },
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(new Transaction(isBackground), work);
      } catch (error) {
        const mayPass = isDeadlock(error) || error instanceof RunAgainError;
        if (!mayPass || attempt >= maxAttempts) throw error;
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
      const begun = await tx.begun;
      if (begun) await this.#flush(tx, begun);
      if (!savepoint.release()) await command('RELEASE');
      return result;
    } catch (error) {
      if (!savepoint.undo()) await command('ROLLBACK TO').catch(() => {});
      throw error;
    }
  }

  /** Runs a statement in the transaction, after what was collected before it. */
  async inside<Input, Output>(
    tx: Transaction,
    statement: Statement<Input, Output>,
    call: Call<Input>,
  ): Promise<Output> {
    const { driver } = this.#options;
    tx.begun ??= driver.dialect === 'sqlite' ? this.#enterBatch(tx) : this.#begin();
    const begun = await tx.begun;
    const { guard } = tx;
    const flushed = this.#flush(tx, begun);
    if (guard !== 'none') await flushed;
    const [output] = await inOrder(flushed, driver.run(begun.connection, statement, [call]));
    // Every statement answers each of its calls; undefined may itself be the answer.
    const answer = output as Output;
    if (statement.access === 'write') this.#wakeAfter(tx, statement.wakes?.(answer));
    return answer;
  }

  async #attempt<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work(tx);
      await (tx.begun ? this.#commit(tx, await tx.begun) : this.#commitUnit(tx));
    } catch (error) {
      const begun = await tx.begun?.catch(() => undefined);
      await begun?.rollBack();
      throw error;
    }
    for (const callback of tx.afterCommit) callback();
    return result;
  }

  /** Nothing was asked under a lock: what is to be written shares a commit with others. */
  async #commitUnit(tx: Transaction): Promise<void> {
    const input = { steps: tx.takeSteps(), atEnd: tx.atEnd };
    const tenantId = (input.steps[0]?.call ?? input.atEnd[0])?.tenantId;
    if (tenantId === undefined) return;
    const call = { tenantId, input, isBackground: tx.isBackground };
    const taken = await this.#options.groupCommit.submit(writeUnit, call).then(
      (written) => written.taken,
      (error: unknown) => {
        if (error instanceof TakenError) return error.step;
        throw error;
      },
    );
    if (taken) throw await taken.taken?.();
  }

  async #commit(tx: Transaction, begun: Begun): Promise<void> {
    const { guard } = tx;
    const flushed = this.#flush(tx, begun);
    // What runs at the end locks rows that are locked last, and needs none of those that are written here.
    if (guard === 'inside') await flushed;
    const ended = callsAtEnd(tx.atEnd).map(async ({ statement, calls }) => {
      const outputs = await this.#options.driver.run(begun.connection, statement, calls);
      for (const output of outputs) this.#wakeAfter(tx, statement.wakes?.(output));
    });
    await inOrder(flushed, Promise.all(ended));
    await begun.commit();
  }

  /**
   * Sends what was collected before it waits, so that the next query may follow at once. Only what depends on a unique
   * value waits until it is known that the value is free.
   */
  async #flush(tx: Transaction, { connection }: Begun): Promise<void> {
    const { driver } = this.#options;
    const sent: Promise<unknown>[] = [];
    for (const one of tx.takePending()) {
      if ('savepoint' in one) {
        sent.push(driver.execute(connection, `SAVEPOINT ${one.savepoint}`));
        continue;
      }
      const { statement, call, taken } = one;
      const written = driver.run(connection, statement, [call]).then(([output]) => {
        this.#wakeAfter(tx, statement.wakes?.(output));
        return output;
      });
      sent.push(written);
      if (taken) {
        await Promise.all(sent);
        if ((await written) === false) throw await taken();
      }
    }
    await Promise.all(sent);
  }

  #wakeAfter(tx: Transaction, topics: readonly Topic[] = []): void {
    if (topics.length > 0) tx.afterCommit.push(() => this.#options.wake(topics));
  }

  async #begin(): Promise<Begun> {
    const { pool, driver } = this.#options;
    const connection = await pool.acquireConnection();
    const begun = driver.begin(connection);
    // The first query follows at once: when BEGIN fails, it fails too.
    begun.catch(() => {});
    return {
      connection,
      async commit() {
        await endOnPostgres(connection, begun);
        pool.releaseConnection(connection);
      },
      async rollBack() {
        // The connection may be gone; the first error is the one that tells.
        await driver.execute(connection, 'ROLLBACK').catch(() => {});
        pool.releaseConnection(connection);
      },
    };
  }

  /** SQLite has one writer: transactions of the same moment share its commit, one after the other. */
  #enterBatch({ isBackground }: Transaction): Promise<Begun> {
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
      const committed = this.#options.groupCommit.enter(section, { isBackground });
      committed.catch(reject);
    });
  }
}

/** Of two that are under way on one connection, the failure of the first is told: the second may follow from it. */
async function inOrder<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  second.catch(() => {});
  await first;
  return await second;
}
