import { setImmediate as nextTurn } from 'node:timers/promises';
import { deleteSql, updateSql } from './change-sql.ts';
import type { Database } from './database.ts';
import { insertFreeRows, insertRows, insertTogether, newRow } from './insert-rows.ts';
import { lockRows, type RowSql, readRows, writeRows } from './row-statements.ts';
import { SqlWriter } from './sql-writer.ts';
import type { Statement, WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';
import { type Match, TenantQuery } from './tenant-query.ts';
import type { Step, Transaction } from './transaction.ts';
import { updateTogether } from './update-rows.ts';

// Contains the data of one tenant: only `ofTenant` accepts a tenant ID. Conditions are in parentheses after the filter
// by tenant, so that none of them can reach other tenants. Only SystemDb.forTenant and `ofTenant` create it.

/**
 * The number of updates that run before other requests may. On SQLite, an update that removes the earlier texts of a
 * row from the index takes some milliseconds.
 */
const updatesInTurn = 10;
type Id = { id: string };
/** The maximum number of rows that one statement of `removeAll` and `updateAll` writes. */
const rowsAtOnce = { sqlite: 500, postgres: 2_000 } as const;
/** The tenant of rows that belong to the installation, and of statements that read the rows of all tenants. */
export const noTenant = '';

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

  get suppressionKeys() {
    return this.#database.suppressionKeys;
  }

  /**
   * Returns the same transaction for another tenant. Only tenancy/grants.ts may call it; scripts/gates/rules.mjs checks
   * that.
   */
  ofTenant(tenantId: string): TenantDb {
    const tx = this.#tx;
    return new TenantDb(this.#database, tenantId, {
      ...(tx && { tx }),
      isBackground: this.#isBackground,
    });
  }

  /** Returns the rows of the installation itself, in the same transaction. */
  get installation(): TenantDb {
    return this.ofTenant(noTenant);
  }

  select<Row extends object>(table: RowsIn<Row>): TenantQuery<Row> {
    return new TenantQuery<Row>(this.#sql(), table, async (text, values, options) => {
      const sql = { text, values };
      if (!options?.lock) return await this.run(readRows, sql);
      if (options.lock === 'now' || !this.#tx?.mayLockLate) return await this.run(lockRows, sql);
      const { columns, rest } = options;
      const seen = { text: `select ${columns}, xmin::text as row_version ${rest}`, values };
      return (await this.#lockLate(table.name, seen)) ?? (await this.run(lockRows, sql));
    });
  }

  /** Inserts rows. In a transaction, they are written with the transaction's next query or at its end. */
  async insert<Row extends object>(table: RowsIn<Row>, rows: Row | readonly Row[]): Promise<void> {
    const all = ([rows].flat() as Row[]).map((row) => newRow(table, row));
    if (this.#tx) for (const row of all) this.write(insertRows, row);
    else if (all[0] && all.length === 1) await this.run(insertRows, all[0]);
    else await this.transaction((db) => db.insert(table, rows));
  }

  /**
   * Inserts a row unless another row has the same values in `uniqueColumns`, or in any unique columns when absent.
   * Returns whether it has inserted the row.
   */
  async insertIfAbsent<Row extends object>(
    table: RowsIn<Row>,
    row: Row,
    uniqueColumns?: readonly (keyof Row & string)[],
  ): Promise<boolean> {
    const columns = uniqueColumns ? ` (${['tenant_id', ...uniqueColumns].join(', ')})` : '';
    return await this.run(insertRows, newRow(table, row, ` on conflict${columns} do nothing`));
  }

  /**
   * Inserts many rows, on Postgres in one query. Throws the error of the database when a unique value already exists.
   */
  async insertTogether<Row extends object>(
    { name: table, columns }: RowsIn<Row>,
    rows: readonly Row[],
  ): Promise<void> {
    await this.run(insertTogether, { table, columns, rows });
  }

  /**
   * Inserts a row in a transaction: with the transaction's next query, or at its end. If a unique value exists, the
   * transaction then fails with the error of `taken`. If that is a RunAgainError, the transaction runs again.
   */
  insertNew<Row extends object>(table: RowsIn<Row>, row: Row, taken: () => Promise<unknown>): void {
    this.write(insertRows, newRow(table, row), { unlessTaken: insertFreeRows, taken });
  }

  /**
   * Runs a statement whose result is not needed, with the transaction's next query or at its end. If a unique value
   * exists, the transaction fails with the error of `taken`.
   */
  write<Input, Output>(
    statement: WriteStatement<Input, Output>,
    input: NoInfer<Input>,
    unique?: {
      /** The statement that runs instead of this one: it returns false when a unique value exists. */
      unlessTaken: WriteStatement<Input, boolean>;
      taken(): Promise<unknown>;
    },
  ): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into a transaction`);
    // Each statement only gets the input that was given with it.
    this.#tx.write({ statement, call: this.#call(input), unique } as Step);
  }

  /**
   * Updates the rows that match, and returns their number. If `match` contains the old values, it changes only rows
   * that have not changed since.
   */
  async update<Row extends object>(
    table: RowsIn<Row>,
    match: Match<Row>,
    patch: Partial<Row>,
  ): Promise<number> {
    return await this.run(writeRows, updateSql(this, table, { match, patch }));
  }

  /** Updates rows like `update`, but in a transaction with the transaction's next query or at its end. */
  patch<Row extends object>(table: RowsIn<Row>, match: Partial<Row>, patch: Partial<Row>): void {
    this.write(writeRows, updateSql(this, table, { match, patch }));
  }

  /**
   * Updates columns of many existing rows. Each row may occur only once, with all of its cells. Postgres updates rows
   * with the same columns in one query. SQLite updates a limited number at once, because updates block the process.
   */
  async updateTogether<Row extends Id>(
    { name: table }: RowsIn<Row>,
    changed: readonly { readonly row: Row; readonly columns: readonly (keyof Row & string)[] }[],
  ): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(({ row, columns }) => {
      const { tenant_id: _tenant, ...cells } = row as Row & Record<string, unknown>;
      return { table, cells, columns };
    });
    const atOnce = this.dialect === 'sqlite' ? updatesInTurn : rows.length;
    for (let at = 0; at < rows.length; at += atOnce) {
      if (at > 0) await nextTurn();
      await this.run(updateTogether, rows.slice(at, at + atOnce));
    }
  }

  async remove<Row extends object>(table: RowsIn<Row>, match: Partial<Row>): Promise<number> {
    return await this.run(writeRows, deleteSql(this, table, match));
  }

  /**
   * Removes any number of rows that match: a limited number in each statement, and other requests run in between.
   * Outside a transaction, each statement has its own.
   */
  async removeAll<Row extends Id>(table: RowsIn<Row>, match: Partial<Row>): Promise<void> {
    await this.#repeat(deleteSql(this, table, match, rowsAtOnce[this.dialect]));
  }

  /** Updates any number of rows like `removeAll`. The updated rows must no longer match. */
  async updateAll<Row extends Id>(
    table: RowsIn<Row>,
    match: Partial<Row>,
    patch: Partial<Row>,
  ): Promise<void> {
    await this.#repeat(updateSql(this, table, { match, patch }, rowsAtOnce[this.dialect]));
  }

  async #repeat(sql: RowSql): Promise<void> {
    while ((await this.run(writeRows, sql)) === rowsAtOnce[this.dialect]) await nextTurn();
  }

  /** Runs a statement for this tenant, in the transaction if there is one. */
  async run<Input, Output>(statement: Statement<Input, Output>, input: Input): Promise<Output> {
    return await this.#database.run(statement, this.#call(input), this.#tx);
  }

  get inTransaction(): boolean {
    return this.#tx !== undefined;
  }

  /** Whether the transaction runs again because of a concurrent change. */
  get isRepeated(): boolean {
    return this.#tx?.isRepeated ?? false;
  }

  /** Whether the transaction runs again because of a concurrent change, and has no lock yet. */
  get isRepeatedWithoutLock(): boolean {
    return (this.#tx?.isRepeated && this.#tx.isUntouched) ?? false;
  }

  /**
   * Runs work in a transaction. Inside an open transaction, it joins that one: a failure then fails the whole
   * transaction.
   */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    if (this.#tx) return await work(this);
    const { tenantId } = this;
    const isBackground = this.#isBackground;
    return await this.#database.transaction(
      (tx) => work(new TenantDb(this.#database, tenantId, { tx, isBackground })),
      { tenantId, isBackground },
    );
  }

  /**
   * Runs work in a transaction like `transaction`. Inside an open one, a failure undoes only this work, and the caller
   * may catch it.
   */
  async savepoint<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const tx = this.#tx;
    if (!tx) return await this.transaction(work);
    return await this.#database.savepoint(tx, () => work(this));
  }

  /**
   * Runs a statement once at the end of the outermost transaction, directly before the commit, with all inputs of the
   * tenant in their order. Throws outside a transaction.
   */
  runAtEnd<Input, Output>(
    statement: WriteStatement<readonly Input[], Output>,
    input: NoInfer<Input>,
  ): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into the transaction of its cause`);
    // Each statement only gets the inputs that were given with it.
    const anyStatement = statement as WriteStatement<readonly unknown[], unknown>;
    this.#tx.atEnd.push({ statement: anyStatement, tenantId: this.tenantId, input });
  }

  /**
   * From now on, the transaction locks each row when it reads it, not at the end. Call it in a transaction that runs
   * further queries under its locks: it saves the round trip of a lock at the end.
   */
  lockAtOnce(): void {
    this.#tx?.lockAtOnce();
  }

  /**
   * From now on, the transaction may read several rows `forChange` that it locks at its end, and until it writes, its
   * further reads take no lock. If one of these rows changes meanwhile, it runs again. Call it in a transaction that
   * reads before it writes, so that it can share its commit.
   */
  lockAtEnd(): void {
    this.#tx?.lockAtEnd();
  }

  /** Whether the transaction holds no lock yet, and may take its first one when it writes. */
  get mayLockLate(): boolean {
    return this.#tx?.mayLockLate ?? false;
  }

  /**
   * Runs a statement before all others of the transaction. Returns false, without effect, unless `mayLockLate`. The
   * statement must not wait: it may be part of a commit that many requests share.
   */
  runFirst<Input>(statement: WriteStatement<Input, undefined>, input: NoInfer<Input>): boolean {
    if (!this.#tx?.mayLockLate) return false;
    // Each statement only gets the input that was given with it.
    this.#tx.first.push({ statement, call: this.#call(input) } as Step);
    return true;
  }

  /**
   * Runs a statement at the end of the outermost transaction, before those of `runAtEnd`. It may be a check: if it
   * throws, the transaction fails, and a RunAgainError runs it again. So a transaction need not query beforehand what is
   * nearly always true. Or it writes a row that many transactions write, whose lock is then held briefly. With
   * `precedes`, a refusal by other code runs the transaction again, too: that run must make the check at its beginning.
   */
  runLast<Input>(
    statement: WriteStatement<Input, undefined>,
    input: NoInfer<Input>,
    { precedes = false } = {},
  ): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into a transaction`);
    // Each statement only gets the input that was given with it.
    this.#tx.last.push({ statement, call: this.#call(input), precedes } as Step);
  }

  /** Calls back after the commit of the outermost transaction, or at once outside of a transaction. */
  afterCommit(callback: () => void): void {
    if (this.#tx) this.#tx.afterCommit.push(callback);
    else callback();
  }

  /** Reads a row that the transaction locks at its end. Returns undefined when several rows match. */
  async #lockLate(table: string, sql: RowSql): Promise<object[] | undefined> {
    const rows = await this.run(readRows, sql);
    if (rows.length > 1) return undefined;
    return rows.map((found) => {
      // Every table that is changed this way has an ID, and the SQL adds the version.
      const { row_version: version, ...row } = found as { id: string; row_version: string };
      this.#tx?.lockLate(this.tenantId, { table, id: row.id, version });
      return row;
    });
  }

  #sql(): SqlWriter {
    return new SqlWriter(this);
  }

  #call<Input>(input: Input) {
    return { tenantId: this.tenantId, input, isBackground: this.#isBackground };
  }
}
