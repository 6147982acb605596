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
  /** On SQLite, where no index finds the rows: how many rows a statement may look at. */
  readonly rowsAtOnce: number | undefined;
  /** Builds a row from the cells in the text of a row. */
  toRow(cells: readonly Cell[]): Row;
}

type Shape<Row> = Pick<Written<Row>, 'toRow'> & Pick<PageSql, 'name' | 'text'>;

interface RowReader<Row> extends Pick<Written<Row>, 'toRow'> {
  readonly columns: readonly string[];
}

/** How an index helps with a condition: it has the wanted rows in the order of the page, it finds few rows, or not at all. */
type Help = 'in order' | 'few' | 'none';

interface Condition {
  readonly help: Help;
  /** Undefined where the value excludes nothing. */
  write(sql: SqlWriter): string | undefined;
}

/** Returns the functions that write the SQL of a page of a table, and of the end of the rows that it looks at. */
export function pageSqlOf<Rec, Query extends object, Row>(
  table: Table<Rec, Row>,
  rules: FilterRules<Rec, Query>,
  own: ListFilters<Query>,
) {
  const filters = Object.entries<Filter<Rec>>(rules.filters);
  const shapes = new Map<string, Shape<Row>>();
  const readers = new Map<string, RowReader<Row>>();
  const { deletedField } = rules;
  const isLive =
    deletedField === undefined ? '' : ` and ${table.filterColumn(String(deletedField))} is null`;

  return { writePage, writeEnd };

  function writePage(ctx: TenantContext, query: Query, position: Position): Written<Row> {
    const sql = sqlWriter(ctx.db);
    const written = conditionsOf(ctx, query, position).flatMap(({ help, write }) => {
      const text = write(sql);
      return text === undefined ? [] : [{ help, text }];
    });
    const conditions = written.map(({ text }) => text);
    const isAny = (wanted: Help) => written.some(({ help }) => help === wanted);
    const isSqlite = sql.dialect === 'sqlite';
    // SQLite does not know that a tenant has many rows: it would read all of them in the order of the page instead. An
    // expression is in no index.
    const { column } = position;
    const ordering = isSqlite && isAny('few') ? `+${column}` : column;
    const { order, rest } = keysetOf(sql, { ...position, column: ordering });
    if (rest) conditions.push(rest);
    const limit = sql.bind(position.limit + 1);
    const { name, text, toRow } = shapeOf(sql, conditions, { column, order, limit });
    const inSteps = isSqlite && isAny('none') && !isAny('few');
    const rowsAtOnce = inSteps ? Math.ceil(comparisonsAtOnce / (sql.cost || costOfRow)) : undefined;
    return { toRow, sql: { name, text, values: sql.values }, rowsAtOnce };
  }

  /**
   * Writes the SQL that finds the last row of a statement with a limited number of rows; returns none when fewer remain.
   * A page without an index reads rows in their order until it is full, and a statement on SQLite blocks the process
   * meanwhile.
   */
  function writeEnd(ctx: TenantContext, query: Query, position: Position, rows: number): PageSql {
    const sql = sqlWriter(ctx.db);
    const conditions = conditionsOf(ctx, query, position)
      .filter(({ help }) => help === 'in order')
      .flatMap(({ write }) => write(sql) ?? []);
    const { order, rest } = keysetOf(sql, position);
    const where = [`tenant_id = ${sql.tenant}`, ...conditions, ...(rest ? [rest] : [])];
    const text = `select json_array(${position.column}, id) as line from ${table.name}
      where ${where.join(' and ')} order by ${order} limit 1 offset ${rows - 1}`;
    return { name: undefined, text, values: sql.values };
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

  function conditionsOf(ctx: TenantContext, query: Query, position: Position): Condition[] {
    return [...filtersIn(ctx, query, position.column), ...rangesIn(query, position)];
  }

  function filtersIn(ctx: TenantContext, query: Query, order: string): Condition[] {
    return filters.flatMap(([name, filter]) => {
      const value = query[name as keyof Query];
      if (value === undefined) return [];
      const help = helpOf(name, value, order);
      const write = own[name as keyof Query];
      // The value has been parsed by the contract's schema of this parameter.
      if (write) return { help, write: (sql) => write(distinct(value) as never, sql, ctx) };
      if (filter.kind === 'custom') throw new Error(`${table.name} has no SQL of ${name}`);
      const field = filter.kind === 'containing' ? undefined : filter.field;
      const column = `${table.name}.${table.filterColumn(name, field)}`;
      return { help, write: (sql) => conditionOf(filter, column, value, sql) };
    });
  }

  function helpOf(filter: string, value: unknown, order: string): Help {
    const index = table.indexOrder(filter);
    if (!index) return 'none';
    const isOne = !Array.isArray(value) || value.length === 1;
    return isOne && index.includes(order) ? 'in order' : 'few';
  }

  function rangesIn(query: Query, position: Position): Condition[] {
    return rangesOf(query).flatMap(({ field, after, before }) => {
      // An empty value is in no range: it sorts last in both directions.
      const { asc, desc } = table.sortColumns(field);
      const [column, is, bound] = after === undefined ? [asc, '<', before] : [desc, '>=', after];
      const write = (sql: SqlWriter) => `${column} ${is} ${sql.bind(bound)}`;
      if (column !== position.column) return { help: 'none', write };
      // A page between two rows of the range is in the range. SQLite would use the wider bound of its index.
      const isStart = (is === '>=') === (position.direction === 'asc');
      return (isStart ? position.after : position.until) ? [] : { help: 'in order', write };
    });
  }
}

/** Comparisons of a row with a pattern: a few milliseconds, even where each text is as long as it can be. */
const comparisonsAtOnce = 300;

/** A row that is compared with no pattern, in comparisons. */
const costOfRow = 0.1;

/** A filter or a range, and the start of the page. */
const maxConditions = 2;

/** A list is one statement for any order and repeats of its filter values. */
function distinct(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}
