import type { Filter, Filters } from '@parley/domain';
import { compileCopy } from '../db/compile-copy.ts';
import { minuteColumn } from '../db/minute-index.ts';
import { findsRows } from '../db/ordered-index.ts';
import type { PageSql } from '../db/page-statement.ts';
import { preparedName } from '../db/row-statements.ts';
import { type Cell, rowTextSql } from '../db/row-text.ts';
import { SqlWriter } from '../db/sql-writer.ts';
import type { Table } from '../db/table.ts';
import { keysetOf, type Position } from '../db/tenant-query.ts';
import { hasTrigram } from '../db/text-index.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { conditionOf, distinct, rangesIn } from './conditions.ts';
import { findersOf } from './finders.ts';
import { type Condition, type Help, oneInOrder } from './helpful-indexes.ts';
import {
  comparedByPatterns,
  comparedByValues,
  comparisonsOfShortText,
  type Finder,
  type Steps,
  stepsOf,
} from './page-steps.ts';

/** Functions that write the SQL of filters, by name. They return undefined when the value excludes no rows. */
export type ListFilters<Query> = {
  readonly [Name in keyof Query]?: (
    value: Exclude<Query[Name], undefined>,
    sql: SqlWriter,
    ctx: TenantContext,
    help: Help,
  ) => string | undefined;
};

export interface FilterRules<Rec, Query> {
  readonly filters: Filters<Rec, Query>;
  readonly deletedField?: keyof Rec | undefined;
}

interface Written {
  readonly sql: PageSql;
  /**
   * How to read the page in several statements; undefined when one statement reads it, because an index finds its rows.
   */
  readonly steps: Steps | undefined;
}

type Shape = Pick<PageSql, 'name' | 'text'>;

interface ShapeParts extends Record<'from' | 'column' | 'order' | 'limit', string> {
  /** Whether few requests have this combination of filters. */
  readonly isRare: boolean;
}

interface RowReader<Row> {
  readonly columns: readonly string[];
  /** Builds a row from the cells of its text (row-text.ts). */
  toRow(cells: readonly Cell[]): Row;
}

/**
 * Returns functions for the pages of a table. The first writes the SQL of a page. The next two write the SQL of a
 * limited number of rows: on SQLite, of the last one, and on Postgres, of those that pass. The fourth reads rows.
 */
export function pageSqlOf<Rec, Query extends object, Row>(
  table: Table<Rec, Row>,
  rules: FilterRules<Rec, Query>,
  own: ListFilters<Query>,
) {
  const filters = Object.entries<Filter<Rec>>(rules.filters);
  const shapes = new Map<string, Shape>();
  const readers = new Map<string, RowReader<Row>>();
  const { deletedField } = rules;
  const { textsIn, findTexts, findTags, findValues } = findersOf<Rec, Query, Row>(table, filters);
  const isLive =
    deletedField === undefined ? '' : ` and ${table.filterColumn(String(deletedField))} is null`;

  return { writePage, writeEnd, writeStep, readerOf };

  /** Writes the SQL of a page. With `ids`, one statement reads only these rows. */
  function writePage(
    ctx: TenantContext,
    query: Query,
    position: Position,
    ids?: readonly string[],
  ): Written {
    const sql = new SqlWriter(ctx.db);
    const all = conditionsOf(ctx, query, position);
    if (ids) all.push({ help: 'few', write: (own) => own.isAnyOf('id', ids) });
    const written = all.flatMap(({ write, ...rest }) => {
      const text = write(sql);
      return text === undefined ? [] : [{ ...rest, text }];
    });
    const isSqlite = sql.dialect === 'sqlite';
    const found = written.filter(({ filter }) => filter !== undefined);
    const lead = found.find(({ help }) => help === 'few') ?? found[0];
    const isFew = ids !== undefined || lead?.help === 'few';
    const isLed = lead !== undefined || written.some(({ help }) => help === 'in order');
    const named = lead?.filter && found.length === 1 ? table.indexName(lead.filter) : undefined;
    // SQLite would prefer an index of two columns, even if it finds many rows.
    const index = ids ? `sqlite_autoindex_${table.name}_1` : named;
    // SQLite does not know that a tenant has many rows, and would read all of them in the order of the page, or by
    // another filter. The expression `+column` prevents that, because no index has it.
    const conditions = written.map((one) => {
      const isBehind = one.isBehind || (isLed && one !== lead && (isFew || one.help === 'none'));
      if (isSqlite) return !index && isBehind ? `+${one.text}` : one.text;
      // Without statistics, Postgres would read all rows of one status in the order of the page.
      return one.isBroad && isFew ? `(${one.text}) is true` : one.text;
    });
    const { column } = position;
    const ordering = isSqlite && isFew ? `+${column}` : column;
    const minute = minuteColumn(table, column, sql);
    const { order, rest } = keysetOf(sql, { ...position, column: ordering }, minute);
    if (rest) conditions.push(rest);
    const limit = sql.limit(position.limit + 1);
    const from = isSqlite && index ? `${table.name} indexed by ${index}` : table.name;
    const isRare = written.length > maxConditions;
    const { name, text } = shapeOf(sql, conditions, { from, column, order, limit, isRare });
    const steps = isFew || written.every(({ help }) => help !== 'none') ? undefined : stepsOf(sql);
    return {
      sql: { name, text, values: sql.values },
      steps: steps && limited(steps, query, { cost: sql.cost, conditions: all }),
    };
  }

  /**
   * Returns the limits with the indexes that may find the rows. A text that no index finds gets a lower limit of
   * comparisons.
   */
  function limited(
    steps: Steps,
    query: Query,
    { cost, conditions }: { cost: number; conditions: readonly Condition[] },
  ): Steps {
    const texts = textsIn(query);
    const finds = [...findTags(query), findTexts(texts)].filter((find) => find !== undefined);
    // Without a pattern, rows are compared quickly, but reading them by their IDs takes as long as with one.
    const most = cost > 0 ? Math.ceil(comparedByPatterns / cost) : comparedByValues;
    finds.push(...findValues(conditions));
    const finder: Finder = {
      most,
      async find(ctx) {
        for (const find of finds) {
          const ids = await find(ctx, most);
          if (ids) return ids;
        }
        return undefined;
      },
    };
    const isShort = !texts.every(hasTrigram);
    const inAll = isShort ? Math.ceil(comparisonsOfShortText / cost) : steps.inAll;
    return { ...steps, inAll, ...(finds.length > 0 && { finder }) };
  }

  /**
   * Writes the SQL that finds the last row that a statement with a limited number of rows may read, on SQLite. It
   * returns no row when fewer remain. Without this limit, a page without an index would block the process.
   */
  function writeEnd(ctx: TenantContext, query: Query, position: Position, rows: number): PageSql {
    const sql = new SqlWriter(ctx.db);
    const conditions = conditionsOf(ctx, query, position)
      .filter(({ help }) => help === 'in order')
      .flatMap(({ write }) => write(sql) ?? []);
    const { order, rest } = keysetOf(sql, position);
    const where = [`tenant_id = ${sql.tenant}`, ...conditions, ...(rest ? [rest] : [])];
    const cells = `${position.column}, id`;
    const text = `select json_array(${cells}) as line from ${table.name}
      where ${where.join(' and ')} order by ${order} limit 1 offset ${rows - 1}`;
    return { name: undefined, text, values: sql.values };
  }

  /**
   * Writes the SQL of a page of at most `rows` rows before the filters, on Postgres. It stops when the page is full. Otherwise, if
   * it is `marked` and does not come to the last row of the list, its last line is the end of the rows that it has read
   * (`endIn`).
   */
  function writeStep(
    ctx: TenantContext,
    query: Query,
    position: Position,
    { rows, marked }: { rows: number; marked: boolean },
  ): PageSql {
    const sql = new SqlWriter(ctx.db);
    const all = conditionsOf(ctx, query, position);
    const written = (isInOrder: boolean) =>
      all
        .filter(({ help }) => (help === 'in order') === isInOrder)
        .flatMap(({ write }) => write(sql) ?? []);
    const ranges = written(true);
    const passes = `${written(false).join(' and ')}${isLive}`;
    const { column } = position;
    const { order, rest } = keysetOf(sql, position, minuteColumn(table, column, sql));
    const from = [`tenant_id = ${sql.tenant}`, ...ranges, ...(rest ? [rest] : [])].join(' and ');
    const row = rowTextSql(sql.dialect, namesOf(column));
    const end = `'>' || json_build_array(${column}, id, case when ${passes} then ${row} end)::text`;
    const number = marked ? `, row_number() over (order by ${order}) as row_of_step` : '';
    const text = `select ${marked ? `case when row_of_step < ${rows} then ${row} else ${end} end` : row} as line
      from (select ${table.name}.*${number} from ${table.name}
        where ${from} order by ${order} limit ${rows}) as ${table.name}
      where (${passes})${marked ? ` or row_of_step = ${rows}` : ''}
      order by ${order} ${sql.limit(position.limit + 1)}`;
    const isRare = all.length > maxConditions || sql.patterns > 0;
    return { name: isRare ? undefined : preparedName(text), text, values: sql.values };
  }

  function namesOf(column: string): string[] {
    return readerOf(column).columns.map((name) => table.reads?.get(name) ?? name);
  }

  /**
   * Returns the SQL of a page, from a cache if possible. Rare combinations of filters get no name, because connections
   * keep every named statement.
   */
  function shapeOf(
    { dialect, tenant }: SqlWriter,
    conditions: readonly string[],
    { from, column, order, limit, isRare }: ShapeParts,
  ): Shape {
    const where = conditions.join(' and ');
    const key = `${dialect} ${order} ${where}`;
    const known = shapes.get(key);
    if (known) return known;
    const text = `select ${rowTextSql(dialect, namesOf(column))} as line from ${from}
      where tenant_id = ${tenant}${isLive}${where && ` and ${where}`}
      order by ${order} ${limit}`;
    if (isRare) return { name: undefined, text };
    const shape = { name: preparedName(text), text };
    shapes.set(key, shape);
    return shape;
  }

  /** Returns a function that reads the columns of the record and the column that orders the rows. */
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
    return [
      ...oneInOrder(filtersIn(ctx, query, position.column)),
      ...rangesIn(table, query, position),
    ];
  }

  function filtersIn(ctx: TenantContext, query: Query, order: string): Condition[] {
    const conditions: Condition[] = [];
    for (const [name, filter] of filters) {
      const value = query[name as keyof Query];
      if (value !== undefined) conditions.push(filterIn(ctx, { name, filter, value }, order));
    }
    return conditions;
  }

  function filterIn(
    ctx: TenantContext,
    { name, filter: rule, value }: { name: string; filter: Filter<Rec>; value: unknown },
    order: string,
  ): Condition {
    const help = helpOf(name, value, order);
    const ordered = table.orderedIndex(name);
    const { isShared, isBroad, isWhole } = ordered ?? {};
    const isLead = help !== 'none' && (isWhole || table.indexOrder(name));
    // The index would find all rows with the values, to sort them at once.
    const isBehind = (isBroad || isWhole) && help === 'none';
    const finds = findsRows(ordered, value);
    const filter = isLead ? name : undefined;
    const found = { help, filter, isShared, isBroad, isWhole, isBehind, finds };
    const write = own[name as keyof Query];
    // The value has been parsed by the contract's schema of this parameter.
    if (write) {
      return {
        ...found,
        write: (sql, own = help) => write(distinct(value) as never, sql, ctx, own),
      };
    }
    if (rule.kind === 'custom') throw new Error(`${table.name} has no SQL of ${name}`);
    const field = rule.kind === 'containing' ? undefined : rule.field;
    const column = `${table.name}.${table.filterColumn(name, field)}`;
    return { ...found, write: (sql) => conditionOf(rule, column, value, sql) };
  }

  function helpOf(filter: string, value: unknown, order: string): Help {
    const ordered = table.orderedIndex(filter);
    if (ordered?.columns.includes(order) && ordered.has(value)) return 'in order';
    const index = table.indexOrder(filter);
    if (!index) return 'none';
    const isOne = !Array.isArray(value) || value.length === 1;
    return isOne && index.includes(order) ? 'in order' : 'few';
  }
}

/**
 * The maximum number of filters and ranges of a query whose statement gets a name. Without a name, Postgres plans the
 * statement for each page.
 */
const maxConditions = 2;
