import type { Knex } from 'knex';
import type { Dialect } from './driver.ts';

// Both databases store the same values. Text sorts by code point (COLLATE "C" on Postgres, BINARY on SQLite), JSON is
// text, a flag is 0 or 1, a due time is epoch milliseconds.

export interface Columns {
  /** Adds `tenant_id`, the first column of every key and index. */
  tenantId(): Knex.ColumnBuilder;
  text(name: string): Knex.ColumnBuilder;
  time(name: string): Knex.ColumnBuilder;
  json(name: string): Knex.ColumnBuilder;
  flag(name: string): Knex.ColumnBuilder;
  integer(name: string): Knex.ColumnBuilder;
  /** Adds a column for counters and epoch milliseconds: whole numbers up to 2^53. */
  bigInteger(name: string): Knex.ColumnBuilder;
  bytes(name: string): Knex.ColumnBuilder;
}

export function columnsOf(table: Knex.CreateTableBuilder, dialect: Dialect): Columns {
  const textType = dialect === 'postgres' ? 'text collate "C"' : 'text';
  const text = (name: string) => table.specificType(name, textType);
  return {
    tenantId: () => text('tenant_id').notNullable(),
    text,
    time: text,
    json: (name) => table.specificType(name, 'text'),
    flag: (name) => table.specificType(name, 'smallint').notNullable().defaultTo(0),
    integer: (name) => table.specificType(name, 'integer'),
    bigInteger: (name) => table.specificType(name, 'bigint'),
    bytes: (name) => table.specificType(name, dialect === 'postgres' ? 'bytea' : 'blob'),
  };
}

export function toFlag(value: boolean): number {
  return value ? 1 : 0;
}

export function fromFlag(value: number): boolean {
  return value === 1;
}

export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Returns the value of a JSON column. Its type is known, because only `toJson` writes such a column. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
