import type { Connection } from './driver.ts';
import { RunAgainError } from './failures.ts';
import { lockSeenRows, requireSeenRows, type SeenRow } from './lock-rows.ts';
import type { Call, WriteStatement } from './statement.ts';

// A statement without its types. Each statement only gets the calls that were made with it.
type AnyWrite = WriteStatement<unknown, unknown>;

/** A collected write of a transaction. Its result is not needed. */
export interface Step {
  readonly statement: AnyWrite;
  readonly call: Call<unknown>;
  /**
   * The statement and the error for the case that the unique value exists. Set for a write that depends on a unique
   * value.
   */
  readonly unique?: Unique;
  /** Whether it is a check at the end whose error precedes all other errors: a refused transaction then runs again. */
  readonly precedes?: boolean;
}

export interface Unique {
  /** The statement that runs instead: it returns false and writes nothing when the unique value exists. */
  readonly unlessTaken: AnyWrite;
  /** Returns the error with which the transaction fails when the unique value is taken. */
  taken(): Promise<unknown>;
}

interface Savepoint {
  readonly savepoint: string;
}

/** An input of a statement that runs at the end of the transaction. */
export interface AtEnd {
  readonly statement: WriteStatement<readonly unknown[], unknown>;
  readonly tenantId: string;
  readonly input: unknown;
}

interface TransactionOptions {
  readonly tenantId: string;
  readonly isBackground: boolean;
  readonly isRepeated: boolean;
  /**
   * Whether the transaction may lock rows at its end instead of when it reads them. A repeated transaction never does.
   */
  readonly locksLate: boolean;
}

/** A transaction that has begun on a connection. */
export interface Begun {
  readonly connection: Connection;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/**
 * The state of a transaction. It takes a connection for its first query that needs a lock. Until then it collects its
 * writes: a transaction that only writes becomes one call of the group commit.
 */
export class Transaction {
  readonly tenantId: string;
  /** Whether it belongs to a worker: its writes wait until the writes of requests are done. */
  readonly isBackground: boolean;
  /** Whether the transaction runs again because of a concurrent change. */
  readonly isRepeated: boolean;
  #locksLate: boolean;
  #readsOn = false;
  begun: Promise<Begun> | undefined;
  /** Set when a write has thrown it. Queries that were sent after this write fail, too, with errors that follow from it. */
  runAgain: RunAgainError | undefined;
  /** Statements without results that run before all others of the transaction. */
  readonly first: Step[] = [];
  readonly atEnd: AtEnd[] = [];
  /** Statements without results that run after all others except those of `atEnd`. Some are checks, which may throw. */
  readonly last: Step[] = [];
  readonly afterCommit: (() => void)[] = [];
  #pending: (Step | Savepoint)[] = [];
  #savepoints = 0;
  #hasEnded = false;

  constructor({ tenantId, isBackground, isRepeated, locksLate }: TransactionOptions) {
    this.tenantId = tenantId;
    this.isBackground = isBackground;
    this.isRepeated = isRepeated;
    this.#locksLate = locksLate && !isRepeated;
  }

  /** Whether a row that is read now may be locked at the end of the transaction. */
  get mayLockLate(): boolean {
    return this.#locksLate && this.isUntouched;
  }

  /** From now on, rows are locked when they are read. */
  lockAtOnce(): void {
    this.#locksLate = false;
  }

  /** From now on, the transaction reads without locks until it writes, also after rows that it locks at its end. */
  lockAtEnd(): void {
    this.#readsOn = true;
  }

  /** Whether nothing was written and no read needs a lock, so that a read outside of the transaction returns the same. */
  get isUntouched(): boolean {
    return !this.begun && this.#steps().every((step) => this.#readsOn && isLock(step));
  }

  /**
   * Whether a collected write needs its unique value to be free. The next query must wait for the result of such a
   * write.
   */
  get isGuarded(): boolean {
    return this.#steps().some(({ unique }) => unique);
  }

  /** Collects a write. On Postgres, its statement must send all its queries at once: a RELEASE may follow them. */
  write(step: Step): void {
    this.#pending.push(step);
  }

  /** Locks a row that was read: with the next query or at the end, in one step with other rows. */
  lockLate(tenantId: string, row: SeenRow): void {
    const last = this.#pending.at(-1);
    if (last && isLock(last) && last.call.tenantId === tenantId) {
      last.call.input.push(row);
      return;
    }
    const call = { tenantId, input: [row], isBackground: this.isBackground };
    const unique = { unlessTaken: lockSeenRows, taken: async () => new RunAgainError() };
    // The statement only gets the call that is given with it.
    this.write({ statement: requireSeenRows, call, unique } as unknown as Step);
  }

  /**
   * Removes and returns the writes and savepoints that were not sent yet, in their order. The caller must send them.
   */
  takePending(): readonly (Step | Savepoint)[] {
    const pending = [...this.first.splice(0), ...this.#pending];
    this.#pending = [];
    return pending;
  }

  takeSteps(): readonly Step[] {
    const steps = this.#steps();
    this.#pending = [];
    return steps;
  }

  /** Whether it was committed or rolled back, or is about to be. Then it has no connection for a further query. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  end(): void {
    this.#hasEnded = true;
  }

  /** Resets the state after a rollback. Queries that build the error then run outside of the transaction. */
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
      isUnused: () => this.#pending.at(-1) === savepoint,
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

type LockStep = Step & { readonly call: Call<SeenRow[]> };

function isLock(step: Step | Savepoint): step is LockStep {
  return 'statement' in step && (step.statement as unknown) === requireSeenRows;
}

/** A savepoint. `release` and `undo` return true when it was never sent to the database. */
interface SavepointHandle {
  readonly name: string;
  /** Whether the transaction has sent and collected nothing since the savepoint. */
  isUnused(): boolean;
  /** Keeps the changes since the savepoint. */
  release(): boolean;
  /**
   * Undoes the changes since the savepoint, and drops the writes collected for the end of the transaction since then.
   */
  undo(): boolean;
}

/**
 * Returns the calls of the statements at the end: for each statement one call per tenant, in ascending order of
 * tenants.
 */
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
