import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { RunAgainError } from './failures.ts';
import { insertFreeRows, insertRows, insertTogether, newRow } from './insert-rows.ts';
import { lockSeenRows, requireSeenRows } from './lock-rows.ts';
import { lockRows, type RowSql, readRows, writeRows } from './row-statements.ts';
import { type SqlWriter, sqlWriter } from './sql-writer.ts';
import type { Statement, WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';
import { Conditions, TenantQuery } from './tenant-query.ts';
import type { Step, Transaction } from './transaction.ts';
import { updateTogether } from './update-rows.ts';

// The data of one tenant only: no method but `ofTenant` accepts a tenant ID. Conditions
// stand in parentheses behind the filter by tenant, so none of them can widen it. Made by
// SystemDb.forTenant and `ofTenant` alone.

/** On SQLite, an update that removes the earlier texts of a row from the index of texts takes some milliseconds. */
const updatesInTurn = 10;

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

  /** Returns the same transaction in another tenant. Only tenancy/grants.ts calls it, as scripts/gates/rules.mjs checks. */
  ofTenant(tenantId: string): TenantDb {
    const tx = this.#tx;
    return new TenantDb(this.#database, tenantId, {
      ...(tx && { tx }),
      isBackground: this.#isBackground,
    });
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

  /** In a transaction, it is written with the next query or at the end. */
  async insert<Row extends object>(table: RowsIn<Row>, rows: Row | readonly Row[]): Promise<void> {
    const all = ([rows].flat() as Row[]).map((row) => newRow(table, row));
    if (this.#tx) for (const row of all) this.write(insertRows, row);
    else if (all[0] && all.length === 1) await this.run(insertRows, all[0]);
    else await this.transaction((db) => db.insert(table, rows));
  }

  /** Inserts unless a row with these unique columns exists (any unique ones when absent); returns whether it did. */
  async insertIfAbsent<Row extends object>(
    table: RowsIn<Row>,
    row: Row,
    uniqueColumns?: readonly (keyof Row & string)[],
  ): Promise<boolean> {
    const columns = uniqueColumns ? ` (${['tenant_id', ...uniqueColumns].join(', ')})` : '';
    return await this.run(insertRows, newRow(table, row, ` on conflict${columns} do nothing`));
  }

  /** Inserts many rows in one query on Postgres. Fails when a unique value exists. */
  async insertTogether<Row extends object>(
    table: RowsIn<Row>,
    rows: readonly Row[],
  ): Promise<void> {
    await this.run(
      insertTogether,
      rows.map((row) => newRow(table, row)),
    );
  }

  /**
   * Inserts in a transaction, with the next query or at the end. When a unique value exists, the transaction fails then
   * with the error of `taken`; a RunAgainError runs it again.
   */
  insertNew<Row extends object>(table: RowsIn<Row>, row: Row, taken: () => Promise<unknown>): void {
    this.write(insertRows, newRow(table, row), { unlessTaken: insertFreeRows, taken });
  }

  /**
   * Runs a statement whose result is not needed, with the next query of the transaction or at its end. When a unique
   * value exists, the transaction fails with the error of `taken`.
   */
  write<Input, Output>(
    statement: WriteStatement<Input, Output>,
    input: NoInfer<Input>,
    unique?: {
      /** Answers false instead of failing. */
      unlessTaken: WriteStatement<Input, boolean>;
      taken(): Promise<unknown>;
    },
  ): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into a transaction`);
    // The input is handed back to these very statements.
    this.#tx.write({ statement, call: this.#call(input), unique } as Step);
  }

  /** Answers how many rows matched: a plain `match` on the old values is a compare-and-set. */
  async update<Row extends object>(
    table: RowsIn<Row>,
    match: Partial<Row>,
    patch: Partial<Row>,
  ): Promise<number> {
    return await this.run(writeRows, this.#updateSql(table, match, patch));
  }

  /** Like `update`, in a transaction, with the next query or at the end. */
  patch<Row extends object>(table: RowsIn<Row>, match: Partial<Row>, patch: Partial<Row>): void {
    this.write(writeRows, this.#updateSql(table, match, patch));
  }

  /**
   * Updates columns of many rows that exist, each given whole and once. Postgres updates them in one query for equal
   * columns, SQLite some at a time, because an update blocks the process.
   */
  async updateTogether<Row extends { id: string }>(
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
    const sql = this.#changeSql(`delete from ${table.name}`, this.#sql(), match);
    return await this.run(writeRows, sql);
  }

  /** Runs a statement for this tenant, in the transaction if there is one. */
  async run<Input, Output>(statement: Statement<Input, Output>, input: Input): Promise<Output> {
    return await this.#database.run(statement, this.#call(input), this.#tx);
  }

  get inTransaction(): boolean {
    return this.#tx !== undefined;
  }

  /** Whether the transaction runs again after a concurrent change. */
  get isRepeated(): boolean {
    return this.#tx?.isRepeated ?? false;
  }

  /** Whether the transaction runs again after a concurrent change, and has no lock yet. */
  get isRepeatedWithoutLock(): boolean {
    return (this.#tx?.isRepeated && this.#tx.isUntouched) ?? false;
  }

  /** Opens a transaction, or joins the open one: a failure then fails the whole transaction. */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    if (this.#tx) return await work(this);
    const isBackground = this.#isBackground;
    return await this.#database.transaction(
      (tx) => work(new TenantDb(this.#database, this.tenantId, { tx, isBackground })),
      { isBackground },
    );
  }

  /** Like `transaction`. Inside an open one, a failure undoes only this part and may be caught. */
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
    this.#tx.atEnd.push({ statement: anyStatement, tenantId: this.tenantId, input });
  }

  /**
   * Locks rows as they are read from now on, also those that are read to be changed: for a transaction that asks more
   * under their locks. It saves the round trip of a lock at the end.
   */
  lockAtOnce(): void {
    this.#tx?.lockAtOnce();
  }

  /**
   * Runs a statement at the end of the outermost transaction, which fails when it does. A RunAgainError runs the
   * transaction again. So a transaction can assume what it would have to ask before it writes.
   */
  checkAtEnd<Input>(statement: WriteStatement<Input, undefined>, input: NoInfer<Input>): void {
    if (!this.#tx) throw new Error(`${statement.name} belongs into a transaction`);
    // The input is handed back to this very statement.
    this.#tx.checks.push({ statement, call: this.#call(input) } as Step);
  }

  /** Calls back after the outermost transaction is committed; at once outside of a transaction. */
  afterCommit(callback: () => void): void {
    if (this.#tx) this.#tx.afterCommit.push(callback);
    else callback();
  }

  /** Undefined where it is not one row. */
  async #lockLate(table: string, sql: RowSql): Promise<object[] | undefined> {
    const rows = await this.run(readRows, sql);
    if (rows.length > 1) return undefined;
    return rows.map((found) => {
      // The columns of every table that is changed, and the version.
      const { row_version: version, ...row } = found as { id: string; row_version: string };
      this.write(
        requireSeenRows,
        { table, id: row.id, version },
        {
          unlessTaken: lockSeenRows,
          taken: async () => new RunAgainError(),
        },
      );
      return row;
    });
  }

  #sql(): SqlWriter {
    return sqlWriter(this);
  }

  #call<Input>(input: Input) {
    return { tenantId: this.tenantId, input, isBackground: this.#isBackground };
  }

  #updateSql<Row>(table: RowsIn<Row>, match: Partial<Row>, patch: Partial<Row>): RowSql {
    const { tenant_id: _tenant, id: _id, ...changes } = patch as Record<string, unknown>;
    const sql = this.#sql();
    const assignments = Object.entries(changes).map(
      ([column, value]) => `${column} = ${sql.bind(value)}`,
    );
    return this.#changeSql(`update ${table.name} set ${assignments.join(', ')}`, sql, match);
  }

  #changeSql<Row>(change: string, sql: SqlWriter, match: Partial<Row>): RowSql {
    // On SQLite placeholders have no numbers.
    const tenantAt = this.dialect === 'sqlite' ? sql.values.length : 0;
    const conditions = new Conditions<Row>(sql).where(match).text;
    const own = `tenant_id = ${sql.tenant}${conditions && ` and ${conditions}`}`;
    const returning = this.dialect === 'postgres' ? ' returning 1' : '';
    return { text: `${change} where ${own}${returning}`, values: sql.values, tenantAt };
  }
}
