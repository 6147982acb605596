import { hash } from 'node:crypto';
import type { Page, PageQuery } from '@parley/contract/schemas';
import { type Filter, type RecordRules, rangesOf, type Stored } from '@parley/domain';
import { cursorAfter, type List, type Listing, listOf, readPosition } from '../db/cursor.ts';
import type { Dialect } from '../db/driver.ts';
import { readPage } from '../db/page-statement.ts';
import { type Made, RecordMemo } from '../db/record-memo.ts';
import { readRowText, rowTextSql } from '../db/row-text.ts';
import type { Table } from '../db/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { conditionOf, type SqlWriter, sqlWriter } from './conditions.ts';

// One list for every noun: a page is one prepared statement, requests of one turn share a round trip and, when they
// are equal, their answer; a record whose row has not changed is neither made nor checked again.

/** The SQL of filters, by their names; undefined where the value excludes nothing. */
export type ListFilters<Query> = {
  readonly [Name in keyof Query]?: (
    value: Exclude<Query[Name], undefined>,
    sql: SqlWriter,
    ctx: TenantContext,
  ) => string | undefined;
};

interface Options<Rec, Answer, Query> {
  /** Filters of kind `custom`, and others that the table answers sooner in another way. */
  readonly filters?: ListFilters<Query>;
  /** The record as the API shows it, and until when. */
  make(record: Rec, nowMs: number): Made<Answer>;
}

type ListQuery = PageQuery & { sort: string };

/** A function that reads one page of the records that pass the filters and ranges of a query. */
export function defineList<
  Rec extends Stored,
  Answer extends object,
  Query extends ListQuery,
  Row extends { id: string },
>(
  table: Table<Rec, Row>,
  rules: Pick<RecordRules<Rec, never, never, Query>, 'filters'>,
  { filters = {}, make }: Options<Rec, Answer, Query>,
): (ctx: TenantContext, query: Query) => Promise<Page<Answer>> {
  const memo = new RecordMemo<Answer>();
  const pages = new WeakMap<readonly string[], Page<Answer>>();

  return async (ctx, query) => {
    const { listing, list, columns, sql } = pageSql(ctx, query);
    const lines = await ctx.db.run(readPage, sql);
    // Equal requests of one turn have got the same lines.
    const shared = pages.get(lines);
    if (shared) return shared;
    const { dialect } = ctx.db;
    const nowMs = ctx.now().getTime();
    const shown = lines.slice(0, query.limit);
    const last = lines.length > shown.length ? shown.at(-1) : undefined;
    const page = Object.freeze({
      data: shown.map((line) =>
        memo.get(line, nowMs, () => make(table.toRecord(rowOf(dialect, columns, line)), nowMs)),
      ),
      nextCursor:
        last === undefined
          ? null
          : cursorAfter(ctx.db, list, listing, rowOf<Row>(dialect, columns, last)),
    });
    pages.set(lines, page);
    return page;
  };

  function pageSql(ctx: TenantContext, query: Query) {
    const { sort, cursor, limit, ...given } = query;
    const field = sort.replace(/^-/, '');
    const list: List<Row> = listOf(table.name, { [field]: table.sortColumns(field) });
    const listing: Listing = { sort, page: { cursor, limit }, filters: given };
    const { column, direction, after } = readPosition(ctx.db, list, listing);
    const columns = table.recordColumns.includes(column as keyof Row & string)
      ? table.recordColumns
      : [...table.recordColumns, column as keyof Row & string];
    const sql = sqlWriter(ctx.db.dialect);
    const conditions = [...filtersOf(ctx, query, sql), ...rangesIn(given, sql)];
    const where = conditions.map((condition) => `and ${condition}`);
    if (after) {
      const comparison = direction === 'asc' ? '>' : '<';
      where.push(
        `and (${column}, id) ${comparison} (${sql.bind(after.key)}, ${sql.bind(after.id)})`,
      );
    }
    const text = `select ${rowTextSql(ctx.db.dialect, columns)} as line from ${table.name}
      where tenant_id = ${ctx.db.dialect === 'postgres' ? '$1' : '?'} ${where.join(' ')}
      order by ${column} ${direction}, id ${direction} limit ${sql.bind(limit + 1)}`;
    // A connection keeps what has a name: not every combination of filters that somebody thinks of.
    const name = conditions.length > 1 ? undefined : hash('sha1', text, 'base64url');
    return { list, listing, columns, sql: { name, text, values: sql.values } };
  }

  function filtersOf(ctx: TenantContext, query: Query, sql: SqlWriter): string[] {
    return Object.entries<Filter<Rec>>(rules.filters).flatMap(([name, filter]) => {
      const value = query[name as keyof Query];
      if (value === undefined) return [];
      const own = filters[name as keyof Query];
      if (own) {
        // The value is what the contract's schema of this parameter gives.
        const condition = own(value as never, sql, ctx);
        return condition ?? [];
      }
      if (filter.kind === 'custom')
        throw new Error(`${table.name} has no SQL of the filter ${name}`);
      const field = filter.kind === 'containing' ? undefined : filter.field;
      const column = `${table.name}.${table.filterColumn(name, field)}`;
      const condition = conditionOf(filter, column, value, sql);
      return condition ?? [];
    });
  }

  function rangesIn(given: object, sql: SqlWriter): string[] {
    return rangesOf(given).map(({ field, after, before }) => {
      // An empty value is in no range: it sorts last in both directions.
      const { asc, desc } = table.sortColumns(field);
      return after === undefined ? `${asc} < ${sql.bind(before)}` : `${desc} >= ${sql.bind(after)}`;
    });
  }
}

function rowOf<Row>(dialect: Dialect, columns: readonly string[], line: string): Row {
  const cells = readRowText(dialect, line);
  // The cells are those of the columns, in their order.
  return Object.fromEntries(columns.map((column, place) => [column, cells[place]])) as Row;
}
