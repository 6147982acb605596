import { type Filter, type Filters, rangesOf } from '@parley/domain';
import { compileCopy } from '../db/compile-copy.ts';
import type { PageSql } from '../db/page-statement.ts';
import { preparedName } from '../db/row-statements.ts';
import { type Cell, rowTextSql } from '../db/row-text.ts';
import { type SqlWriter, sqlWriter } from '../db/sql-writer.ts';
import type { Table } from '../db/table.ts';
import { keysetOf, type Position } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { conditionOf } from './conditions.ts';

/** The SQL of filters, by their names; undefined where the value excludes nothing. */
export type ListFilters<Query> = {
  readonly [Name in keyof Query]?: (
    value: Exclude<Query[Name], undefined>,
    sql: SqlWriter,
    ctx: TenantContext,
  ) => string | undefined;
};

export interface FilterRules<Rec, Query> {
  readonly filters: Filters<Rec, Query>;
  readonly deletedField?: keyof Rec | undefined;
}

interface Written<Row> {
  readonly sql: PageSql;
  /** On SQLite, for filters without an index: how many rows a statement may look at. */
  readonly rowsAtOnce: number | undefined;
  /** Builds a row from the cells in the text of a row. */
  toRow(cells: readonly Cell[]): Row;
}

type Shape<Row> = Pick<Written<Row>, 'toRow'> & Pick<PageSql, 'name' | 'text'>;

interface RowReader<Row> extends Pick<Written<Row>, 'toRow'> {
  readonly columns: readonly string[];
}

/**
 * Writes the SQL that finds the last row of a statement with a limited number of rows; returns none when fewer remain.
 */
export function endOfRows<Rec, Row>(
  ctx: TenantContext,
  table: Table<Rec, Row>,
  { position, rows }: { position: Position; rows: number },
): PageSql {
  const sql = sqlWriter(ctx.db);
  const { order, rest } = keysetOf(sql, position);
  const text = `select json_array(${position.column}, id) as line from ${table.name}
    where tenant_id = ${sql.tenant}${rest && ` and ${rest}`} order by ${order} limit 1 offset ${rows - 1}`;
  return { name: undefined, text, values: sql.values };
}

/** Returns a function that writes the SQL of a page of a table. */
export function pageSqlOf<Rec, Query extends object, Row>(
  table: Table<Rec, Row>,
  rules: FilterRules<Rec, Query>,
  own: ListFilters<Query>,
): (ctx: TenantContext, query: Query, position: Position) => Written<Row> {
  const filters = Object.entries<Filter<Rec>>(rules.filters);
  const shapes = new Map<string, Shape<Row>>();
  const readers = new Map<string, RowReader<Row>>();
  const { deletedField } = rules;
  const isLive =
    deletedField === undefined ? '' : ` and ${table.filterColumn(String(deletedField))} is null`;

  return (ctx, query, position) => {
    const sql = sqlWriter(ctx.db);
    const conditions = [...filtersIn(ctx, query, sql), ...rangesIn(query, sql)];
    const { order, rest } = keysetOf(sql, position);
    if (rest) conditions.push(rest);
    const limit = sql.bind(position.limit + 1);
    const { column } = position;
    const { name, text, toRow } = shapeOf(sql, conditions, { column, order, limit });
    return { toRow, sql: { name, text, values: sql.values }, rowsAtOnce: rowsAtOnce(ctx, query) };
  };

  /**
   * Such a filter reads the rows of a tenant in their order until a page is full, and compares each with its patterns. A
   * statement on SQLite blocks the process meanwhile.
   */
  function rowsAtOnce({ db }: TenantContext, query: Query): number | undefined {
    const given = filters.filter(([name]) => query[name as keyof Query] !== undefined);
    if (db.dialect === 'postgres' || given.length === 0) return undefined;
    const patterns = given.map(([name, { kind }]) => {
      if (kind === 'containing') return 1;
      const values = query[name as keyof Query];
      return (kind === 'tagged' || kind === 'spoken') && Array.isArray(values) ? values.length : 0;
    });
    if (patterns.includes(0)) return undefined;
    return Math.ceil(comparisonsAtOnce / patterns.reduce((sum, count) => sum + count));
  }

  /** Equal SQL is cached once. Connections keep named statements, so rare combinations of filters get no name. */
  function shapeOf(
    { dialect, tenant }: SqlWriter,
    conditions: readonly string[],
    { column, order, limit }: { column: string; order: string; limit: string },
  ): Shape<Row> {
    const where = conditions.join(' and ');
    const key = `${dialect} ${order} ${where}`;
    const known = shapes.get(key);
    if (known) return known;
    const { columns, toRow } = readerOf(column);
    const text = `select ${rowTextSql(dialect, columns)} as line from ${table.name}
      where tenant_id = ${tenant}${isLive}${where && ` and ${where}`}
      order by ${order} limit ${limit}`;
    if (conditions.length > maxConditions) return { name: undefined, text, toRow };
    const shape = { name: preparedName(text), text, toRow };
    shapes.set(key, shape);
    return shape;
  }

  /** Reads what records show, and the column that orders them. */
  function readerOf(column: string): RowReader<Row> {
    const known = readers.get(column);
    if (known) return known;
    const shown: readonly string[] = table.recordColumns;
    const columns = shown.includes(column) ? shown : [...shown, column];
    const cells = columns.map((to, place) => ({ to, from: String(place) }));
    const reader = { columns, toRow: compileCopy<readonly Cell[], Row>(cells) };
    readers.set(column, reader);
    return reader;
  }

  function filtersIn(ctx: TenantContext, query: Query, sql: SqlWriter): string[] {
    return filters.flatMap(([name, filter]) => {
      const value = query[name as keyof Query];
      if (value === undefined) return [];
      const write = own[name as keyof Query];
      // The value has been parsed by the contract's schema of this parameter.
      if (write) return write(distinct(value) as never, sql, ctx) ?? [];
      if (filter.kind === 'custom') throw new Error(`${table.name} has no SQL of ${name}`);
      const field = filter.kind === 'containing' ? undefined : filter.field;
      const column = `${table.name}.${table.filterColumn(name, field)}`;
      return conditionOf(filter, column, value, sql) ?? [];
    });
  }

  function rangesIn(query: Query, sql: SqlWriter): string[] {
    return rangesOf(query).map(({ field, after, before }) => {
      // An empty value is in no range: it sorts last in both directions.
      const { asc, desc } = table.sortColumns(field);
      return after === undefined ? `${asc} < ${sql.bind(before)}` : `${desc} >= ${sql.bind(after)}`;
    });
  }
}

/** Comparisons of a row with a pattern: a few milliseconds, even where each text is as long as it can be. */
const comparisonsAtOnce = 300;

/** A filter or a range, and the start of the page. */
const maxConditions = 2;

/** A list is one statement for any order and repeats of its filter values. */
function distinct(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}
