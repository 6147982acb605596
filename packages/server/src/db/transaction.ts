import type { Connection } from './driver.ts';
import type { Call, WriteStatement } from './statement.ts';

// Statements of any input: each is only ever handed the calls that came with it.
type AnyWrite = WriteStatement<unknown, unknown>;

/** A write whose result is not needed. */
export interface Step {
  readonly statement: AnyWrite;
  readonly call: Call<unknown>;
  /** Set for a write that depends on a unique value. */
  readonly unique?: Unique;
}

export interface Unique {
  /** Returns false and writes nothing when the statement of the step fails because the value exists. */
  readonly unlessTaken: AnyWrite;
  /** Makes the error of the transaction. */
  taken(): Promise<unknown>;
}

interface Savepoint {
  readonly savepoint: string;
}

/** One of the inputs of a statement that runs at the end of the transaction. */
export interface AtEnd {
  readonly statement: WriteStatement<readonly unknown[], unknown>;
  readonly tenantId: string;
  readonly input: unknown;
}

interface TransactionOptions {
  readonly isBackground: boolean;
  readonly isRepeated: boolean;
  /** Whether rows that are read under a lock may be locked at the end. A repeated transaction locks its rows first. */
  readonly locksLate: boolean;
}

/** A transaction that holds a connection. */
export interface Begun {
  readonly connection: Connection;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/**
 * The state of a transaction. It gets a connection with the first query under its locks. Until then its writes are
 * collected: a transaction that only writes becomes one call of the group commit.
 */
export class Transaction {
  /** Set for a worker: its writes wait for writes of requests. */
  readonly isBackground: boolean;
  /** Set after a concurrent change: the transaction runs again. */
  readonly isRepeated: boolean;
  #locksLate: boolean;
  begun: Promise<Begun> | undefined;
  readonly atEnd: AtEnd[] = [];
  /** Statements that fail when the transaction must not be committed; before those of `atEnd`. */
  readonly checks: Step[] = [];
  readonly afterCommit: (() => void)[] = [];
  #pending: (Step | Savepoint)[] = [];
  #savepoints = 0;

  constructor({ isBackground, isRepeated, locksLate }: TransactionOptions) {
    this.isBackground = isBackground;
    this.isRepeated = isRepeated;
    this.#locksLate = locksLate && !isRepeated;
  }

  /** Whether a row that is read now may be locked at the end. */
  get mayLockLate(): boolean {
    return this.#locksLate && this.isUntouched;
  }

  /** Rows are locked as they are read from now on. */
  lockAtOnce(): void {
    this.#locksLate = false;
  }

  /** Nothing was written and no row is locked: a read outside of the transaction sees the same. */
  get isUntouched(): boolean {
    return !this.begun && this.#steps().length === 0;
  }

  /** Whether a pending write, on which others may depend, must find its unique value free. */
  get isGuarded(): boolean {
    return this.#steps().some(({ unique }) => unique);
  }

  write(step: Step): void {
    this.#pending.push(step);
  }

  /** The writes and savepoints that the database does not know of yet, in their order. They are the caller's from now on. */
  takePending(): readonly (Step | Savepoint)[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  takeSteps(): readonly Step[] {
    const steps = this.#steps();
    this.#pending = [];
    return steps;
  }

  /** Called after a rollback: the queries that build its error run outside of it. */
  forget(): void {
    this.begun = undefined;
    this.#pending = [];
  }

  setSavepoint(): SavepointHandle {
    this.#savepoints += 1;
    const savepoint: Savepoint = { savepoint: `nested_${this.#savepoints}` };
    const atEnd = this.atEnd.length;
    const callbacks = this.afterCommit.length;
    this.#pending.push(savepoint);
    const isPending = () => this.#pending.includes(savepoint);
    return {
      name: savepoint.savepoint,
      release: () => {
        const pending = isPending();
        this.#pending = this.#pending.filter((one) => one !== savepoint);
        return pending;
      },
      undo: () => {
        this.atEnd.length = atEnd;
        this.afterCommit.length = callbacks;
        const pending = isPending();
        this.#pending = pending ? this.#pending.slice(0, this.#pending.indexOf(savepoint)) : [];
        return pending;
      },
    };
  }

  #steps(): Step[] {
    return this.#pending.filter((one): one is Step => 'statement' in one);
  }
}

/** Both return whether the database has not seen the savepoint. */
interface SavepointHandle {
  readonly name: string;
  /** Keeps the changes since then. */
  release(): boolean;
  /** Drops the notes of rolled-back work. */
  undo(): boolean;
}

/** The statements of the end, each with one call for a tenant, in ascending order of tenants. */
export function callsAtEnd(all: readonly AtEnd[]) {
  const inputs = new Map<AtEnd['statement'], Map<string, unknown[]>>();
  for (const { statement, tenantId, input } of all) {
    const byTenant = inputs.get(statement) ?? new Map<string, unknown[]>();
    inputs.set(statement, byTenant);
    const known = byTenant.get(tenantId);
    if (known) known.push(input);
    else byTenant.set(tenantId, [input]);
  }
  return [...inputs].map(([statement, byTenant]) => {
    const calls: Call<readonly unknown[]>[] = [...byTenant]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([tenantId, input]) => ({ tenantId, input }));
    return { statement, calls };
  });
}
