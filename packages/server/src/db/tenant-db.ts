import type { Database } from './database.ts';
import { readRows, writeRows } from './row-statements.ts';
import { type SqlWriter, sqlWriter } from './sql-writer.ts';
import type { Statement, WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';
import { Conditions, TenantQuery } from './tenant-query.ts';
import type { Transaction } from './transaction.ts';

// Everything that one tenant owns, and nothing else: no method takes a tenant id. Conditions
// stand in parentheses behind the filter by tenant, so none of them can widen it. Made by
// SystemDb.forTenant alone.

export class TenantDb {
  readonly tenantId: string;
  readonly #database: Database;
  readonly #tx: Transaction | undefined;
  readonly #isBackground: boolean;

  constructor(
    database: Database,
    tenantId: string,
    { tx, isBackground = false }: { tx?: Transaction; isBackground?: boolean } = {},
  ) {
    this.#database = database;
    this.tenantId = tenantId;
    this.#tx = tx;
    this.#isBackground = isBackground;
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
    const read = (text: string, values: readonly unknown[]) => this.run(readRows, { text, values });
    return new TenantQuery<Row>(this.#sql(), table, read);
  }

  async insert<Row extends object>(table: RowsIn<Row>, rows: Row | readonly Row[]): Promise<void> {
    const all = [rows].flat() as Row[];
    if (all.length === 1 || this.#tx) await Promise.all(all.map((row) => this.#insert(table, row)));
    else await this.transaction((db) => db.insert(table, rows));
  }

  /** Inserts unless a row with these unique columns exists (any unique ones when absent); answers whether it did. */
  async insertIfAbsent<Row extends object>(
    table: RowsIn<Row>,
    row: Row,
    uniqueColumns?: readonly (keyof Row & string)[],
  ): Promise<boolean> {
    const conflict = uniqueColumns ? ` (${['tenant_id', ...uniqueColumns].join(', ')})` : '';
    return (await this.#insert(table, row, ` on conflict${conflict} do nothing`)) > 0;
  }

  /** Answers how many rows matched: a plain `match` on the old values is a compare-and-set. */
  async update<Row extends object>(
    table: RowsIn<Row>,
    match: Partial<Row>,
    patch: Partial<Row>,
  ): Promise<number> {
    const { tenant_id: _tenant, id: _id, ...changes } = patch as Record<string, unknown>;
    const sql = this.#sql();
    const assignments = Object.entries(changes).map(
      ([column, value]) => `${column} = ${sql.bind(value)}`,
    );
    return await this.#write(`update ${table.name} set ${assignments.join(', ')}`, sql, match);
  }

  async remove<Row extends object>(table: RowsIn<Row>, match: Partial<Row>): Promise<number> {
    return await this.#write(`delete from ${table.name}`, this.#sql(), match);
  }

  /** Runs a statement for this tenant, in the transaction if there is one. */
  async run<Input, Output>(statement: Statement<Input, Output>, input: Input): Promise<Output> {
    const call = { tenantId: this.tenantId, input, isBackground: this.#isBackground };
    return await this.#database.run(statement, call, this.#tx);
  }

  get inTransaction(): boolean {
    return this.#tx !== undefined;
  }

  /** Opens a transaction, or joins the one that is open: what fails in it fails the whole. */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    if (this.#tx) return await work(this);
    return await this.#database.transaction((opened) =>
      work(new TenantDb(this.#database, this.tenantId, { tx: opened })),
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

  #sql(): SqlWriter {
    return sqlWriter(this);
  }

  async #insert(table: RowsIn<object>, row: object, conflict = ''): Promise<number> {
    const { tenant_id: _tenant, ...cells } = row as Record<string, unknown>;
    const sql = this.#sql();
    const marks = Object.values(cells).map((cell) => sql.bind(cell));
    const columns = ['tenant_id', ...Object.keys(cells)].join(', ');
    const text = `insert into ${table.name} (${columns}) values (${[sql.tenant, ...marks].join(', ')})`;
    return await this.#change(`${text}${conflict}`, sql);
  }

  async #write<Row>(text: string, sql: SqlWriter, match: Partial<Row>): Promise<number> {
    // On SQLite placeholders have no numbers.
    const tenantAt = this.dialect === 'sqlite' ? sql.values.length : 0;
    const conditions = new Conditions<Row>(sql).where(match).text;
    const own = `tenant_id = ${sql.tenant}${conditions && ` and ${conditions}`}`;
    return await this.#change(`${text} where ${own}`, sql, tenantAt);
  }

  async #change(text: string, { values }: SqlWriter, tenantAt = 0): Promise<number> {
    const returning = this.dialect === 'postgres' ? ' returning 1' : '';
    return await this.run(writeRows, { text: `${text}${returning}`, values, tenantAt });
  }
}
