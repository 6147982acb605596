import type { Knex } from 'knex';
import type { Database } from './database.ts';
import type { Statement, WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';
import type { TenantQuery } from './tenant-query.ts';
import type { Transaction } from './transaction.ts';

// Everything that one tenant owns, and nothing else: no method takes a tenant id. `select` reads
// through a subquery that holds the filter, so no later clause can widen it. Made by
// SystemDb.forTenant alone.

export class TenantDb {
  readonly tenantId: string;
  readonly #database: Database;
  readonly #tx: Transaction | undefined;

  constructor(database: Database, tenantId: string, tx?: Transaction) {
    this.#database = database;
    this.tenantId = tenantId;
    this.#tx = tx;
  }

  get dialect() {
    return this.#database.dialect;
  }

  get defaultQuota() {
    return this.#database.defaultQuota;
  }

  get cursorSecrets() {
    return this.#database.cursorSecrets;
  }

  select<Row extends object>(table: RowsIn<Row>): TenantQuery<Row> {
    const knex = this.#tx ? this.#database.writer : this.#database.reader;
    const { name } = table;
    const own = knex(name).where({ tenant_id: this.tenantId }).as(name);
    const query = this.#bound(knex.from(own).select(`${name}.*`));
    // TenantQuery is the part of Knex's builder that cannot leave this subquery.
    return query as unknown as TenantQuery<Row>;
  }

  async insert<Row extends object>(table: RowsIn<Row>, rows: Row | readonly Row[]): Promise<void> {
    await this.#write((db) => db.#bound(db.#table(table).insert(db.#owned(rows))));
  }

  /** Inserts unless a row with these unique columns exists (any unique ones when absent); answers whether it did. */
  async insertIfAbsent<Row extends object>(
    table: RowsIn<Row>,
    row: Row,
    uniqueColumns?: readonly (keyof Row & string)[],
  ): Promise<boolean> {
    return await this.#write(async (db) => {
      const insert = db.#table(table).insert(db.#owned(row));
      const conflict = uniqueColumns
        ? insert.onConflict(['tenant_id', ...uniqueColumns])
        : insert.onConflict();
      const written = await db.#bound(conflict.ignore().returning('tenant_id'));
      // With `returning`, Knex answers the rows that were written.
      return (written as unknown[]).length > 0;
    });
  }

  /** Answers how many rows matched: a plain `match` on the old values is a compare-and-set. */
  async update<Row extends object>(
    table: RowsIn<Row>,
    match: Partial<Row>,
    patch: Partial<Row>,
  ): Promise<number> {
    const { tenant_id: _tenant, id: _id, ...changes } = patch as Record<string, unknown>;
    return await this.#write(async (db) =>
      Number(await db.#bound(db.#own(table, match).update(changes))),
    );
  }

  async remove<Row extends object>(table: RowsIn<Row>, match: Partial<Row>): Promise<number> {
    return await this.#write(async (db) => Number(await db.#bound(db.#own(table, match).delete())));
  }

  /** Runs a statement for this tenant, in the transaction if there is one. */
  async run<Input, Output>(statement: Statement<Input, Output>, input: Input): Promise<Output> {
    return await this.#database.run(statement, { tenantId: this.tenantId, input }, this.#tx);
  }

  get inTransaction(): boolean {
    return this.#tx !== undefined;
  }

  /** Opens a transaction, or joins the one that is open: what fails in it fails the whole. */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    if (this.#tx) return await work(this);
    return await this.#database.transaction((opened) =>
      work(new TenantDb(this.#database, this.tenantId, opened)),
    );
  }

  /** Like `transaction`; inside an open one, what fails is undone alone and may be caught. */
  async savepoint<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const tx = this.#tx;
    if (!tx) return await this.transaction(work);
    return await this.#database.savepoint(tx, () => work(this));
  }

  /**
   * Runs the statement at the end of the outermost transaction, last before the commit, once with all inputs
   * of the tenant in their order. Throws outside a transaction.
   */
  runAtEnd<Input, Output>(
    statement: WriteStatement<readonly Input[], Output>,
    input: NoInfer<Input>,
  ): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into the transaction of its cause`);
    // The inputs are handed back to this very statement.
    const anyStatement = statement as WriteStatement<readonly unknown[], unknown>;
    this.#tx.deferred.push({ statement: anyStatement, tenantId: this.tenantId, input });
  }

  /** Calls back once the outermost transaction is committed; at once when there is none. */
  afterCommit(callback: () => void): void {
    if (this.#tx) this.#tx.afterCommit.push(callback);
    else callback();
  }

  #table(table: RowsIn<object>): Knex.QueryBuilder {
    return this.#database.writer(table.name);
  }

  #own<Row extends object>(table: RowsIn<Row>, match: Partial<Row>): Knex.QueryBuilder {
    const query = this.#table(table).where({ tenant_id: this.tenantId });
    for (const [column, value] of Object.entries(match)) {
      if (value === null) query.whereNull(column);
      else query.where(column, value as Knex.Value);
    }
    return query;
  }

  #owned(rows: object | readonly object[]): object[] {
    return [rows].flat().map((row) => ({ ...row, tenant_id: this.tenantId }));
  }

  #bound<Query extends Knex.QueryBuilder>(query: Query): Query {
    return this.#tx ? (query.connection(this.#tx.connection) as Query) : query;
  }

  /** A lone write on SQLite takes the write lock as a transaction does: waiting must not block the process. */
  async #write<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    if (this.#tx || this.#database.dialect === 'postgres') return await work(this);
    return await this.transaction(work);
  }
}
