import type { Call, WriteStatement } from './statement.ts';

/** One of the inputs of a statement that runs at the end of the transaction. */
interface Deferred {
  readonly statement: WriteStatement<readonly unknown[], unknown>;
  readonly tenantId: string;
  readonly input: unknown;
}

/** What one open transaction remembers: its connection, and what is due at its end. */
export class Transaction {
  readonly connection: unknown;
  readonly deferred: Deferred[] = [];
  readonly afterCommit: (() => void)[] = [];
  #savepoints = 0;

  constructor(connection: unknown) {
    this.connection = connection;
  }

  nextSavepoint(): string {
    this.#savepoints += 1;
    return `nested_${this.#savepoints}`;
  }

  /** The deferred statements, each with one call for a tenant, in ascending order of tenants. */
  deferredCalls() {
    const inputs = new Map<Deferred['statement'], Map<string, unknown[]>>();
    for (const { statement, tenantId, input } of this.deferred) {
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

  /** Forgets what was noted since, when the work that noted it is rolled back. */
  mark(): () => void {
    const deferred = this.deferred.length;
    const callbacks = this.afterCommit.length;
    return () => {
      this.deferred.length = deferred;
      this.afterCommit.length = callbacks;
    };
  }
}
