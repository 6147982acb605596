import type { Connection } from './driver.ts';
import type { Call, WriteStatement } from './statement.ts';

// Statements of any input: each is only ever handed the calls that came with it.
type AnyWrite = WriteStatement<unknown, unknown>;

/** A write whose answer nobody waits for. */
export interface Step {
  readonly statement: AnyWrite;
  readonly call: Call<unknown>;
  /** Makes the error for a statement that answers false because a unique value is taken. */
  readonly taken?: (() => Promise<unknown>) | undefined;
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

/** A transaction that holds a connection. */
export interface Begun {
  readonly connection: Connection;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/**
 * What one transaction remembers. It begins on a connection when something is asked under its locks. Until then its
 * writes are collected: a transaction that only writes becomes one call of the group commit.
 */
export class Transaction {
  /** Set for a worker: its writes wait for those of requests. */
  readonly isBackground: boolean;
  begun: Promise<Begun> | undefined;
  readonly atEnd: AtEnd[] = [];
  readonly afterCommit: (() => void)[] = [];
  #pending: (Step | Savepoint)[] = [];
  #savepoints = 0;

  constructor(isBackground: boolean) {
    this.isBackground = isBackground;
  }

  /** Nothing was written, and no row is locked: a read sees what it would see outside. */
  get isUntouched(): boolean {
    return !this.begun && this.#steps().length === 0;
  }

  /** Where a pending write, which others may depend on, must find its unique values free. */
  get guard(): 'none' | 'last' | 'inside' {
    const place = this.#pending.findIndex((one) => 'taken' in one && one.taken);
    if (place < 0) return 'none';
    return place === this.#pending.length - 1 ? 'last' : 'inside';
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

/** Both answer whether the database has not heard of the savepoint. */
interface SavepointHandle {
  readonly name: string;
  /** Keeps what was done since. */
  release(): boolean;
  /** Forgets what was noted since, when the work that noted it is rolled back. */
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
