import type { Page, PageQuery } from '@parley/contract/schemas';
import { type Filter, type Filters, rangesOf } from '@parley/domain';
import { whereContains, whereSpoken, whereTagged } from '../db/conditions.ts';
import { listOf, paginate } from '../db/cursor.ts';
import type { Table } from '../db/table.ts';
import type { TenantQuery } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';

// The SQL of the filters that packages/domain declares as data.

/** Filters of kind `custom`, by their names. */
export type CustomFilters<Query, Row> = {
  readonly [Name in keyof Query]?: (
    select: TenantQuery<Row>,
    value: Exclude<Query[Name], undefined>,
    ctx: TenantContext,
  ) => void;
};

/** One page of the records that pass the filters and ranges of a query. */
export async function listRecords<
  Rec extends object,
  Query extends PageQuery & { sort: string },
  Row extends { id: string },
>(
  ctx: TenantContext,
  table: Table<Rec, Row>,
  rules: { readonly filters: Filters<Rec, Query>; readonly deletedField?: keyof Rec | undefined },
  query: Query,
  customs: CustomFilters<Query, Row> = {},
): Promise<Page<Rec>> {
  const { sort, cursor, limit, ...filters } = query;
  const select = liveRows(ctx, table, rules);
  for (const [name, filter] of Object.entries<Filter<Rec>>(rules.filters)) {
    const value = query[name as keyof Query];
    if (value === undefined) continue;
    if (filter.kind !== 'custom') {
      where(select, table, name, filter, value);
      continue;
    }
    const custom = customs[name as keyof Query];
    if (!custom) throw new Error(`the filter ${name} of ${table.name} is not implemented`);
    custom(select, value as never, ctx);
  }
  for (const { field, after, before } of rangesOf(filters)) {
    // An empty value is in no range: it sorts last in both directions.
    const { asc, desc } = table.sortColumns(field);
    if (after !== undefined) select.where(desc, '>=', after);
    if (before !== undefined) select.where(asc, '<', before);
  }
  const field = sort.replace(/^-/, '');
  const list = listOf<Row>(table.name.replaceAll('_', '-'), { [field]: table.sortColumns(field) });
  const listing = { sort, page: { cursor, limit }, filters };
  const { rows, nextCursor } = await paginate(ctx.db, select, list, listing);
  return { data: rows.map(table.toRecord), nextCursor };
}

/** The rows of records that are not deleted. */
export function liveRows<Rec, Row extends object>(
  ctx: TenantContext,
  table: Table<Rec, Row>,
  { deletedField }: { readonly deletedField?: keyof Rec | undefined },
): TenantQuery<Row> {
  const rows = ctx.db.select(table);
  return deletedField === undefined
    ? rows
    : rows.whereNull(table.filterColumn(String(deletedField)));
}

function where<Rec, Row>(
  select: TenantQuery<Row>,
  table: Table<Rec, Row>,
  name: string,
  filter: Exclude<Filter<Rec>, { kind: 'custom' }>,
  value: unknown,
): void {
  if (filter.kind === 'containing') {
    const text = String(value).trim();
    if (text !== '') whereContains(select, table.filterColumn(name), text);
    return;
  }
  // All other filters take several values.
  const values = value as readonly string[];
  const column = table.filterColumn(name, filter.field);
  switch (filter.kind) {
    case 'anyOf':
      select.whereIn(column, filter.key ? values.map(filter.key) : values);
      return;
    case 'anyOfOrNone':
      select.where((group) => {
        group.whereIn(column, values);
        if (values.includes('none')) group.orWhereNull(column);
      });
      return;
    case 'tagged':
      whereTagged(select, column, values);
      return;
    case 'spoken':
      whereSpoken(select, column, values);
  }
}
