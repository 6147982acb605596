import type { Filter, FilterName, Filters } from '@parley/domain';
import { languagePattern, tagPattern } from '../crud/conditions.ts';
import type { Table } from '../db/table.ts';
import type { Condition } from './statements/records.ts';

// The filters of a plain list (crud/list.ts), as SQL conditions that narrow a search.

const ranges = [
  { parameter: 'createdAfter', field: 'createdAt', kind: '>=' },
  { parameter: 'createdBefore', field: 'createdAt', kind: '<' },
  { parameter: 'updatedAfter', field: 'updatedAt', kind: '>=' },
  { parameter: 'updatedBefore', field: 'updatedAt', kind: '<' },
] as const;

type Values<Query> = { readonly [Name in FilterName<Query>]?: readonly string[] | undefined };
type Ranges = {
  readonly [Range in (typeof ranges)[number] as Range['parameter']]?: string | undefined;
};

/**
 * Returns the conditions of a query. Every query of a table has the same columns and kinds, so that the SQL stays the
 * same.
 */
export function conditionsOf<Rec, Row, Query>(
  table: Table<Rec, Row>,
  filters: Filters<Rec, Query>,
  query: Values<Query> & Ranges,
): Condition[] {
  const given = Object.entries<Filter<Rec>>(filters).map(([name, filter]) => {
    const { [name as FilterName<Query>]: values } = query as Values<Query>;
    return conditionOf(table, name, filter, values ?? null);
  });
  const within = ranges.map(({ parameter, field, kind }) => ({
    column: table.sortColumns(field).asc,
    kind,
    value: query[parameter] ?? null,
  }));
  return [...given, ...within];
}

function conditionOf<Rec, Row>(
  table: Table<Rec, Row>,
  name: string,
  filter: Filter<Rec>,
  values: readonly string[] | null,
): Condition {
  switch (filter.kind) {
    case 'anyOf':
      return { column: table.filterColumn(name, filter.field), kind: 'in', value: values };
    case 'tagged':
    case 'spoken': {
      const column = table.filterColumn(name, filter.field);
      const patternOf = filter.kind === 'tagged' ? tagPattern : languagePattern;
      return { column, kind: 'like', value: values?.map(patternOf) ?? null };
    }
    default:
      throw new Error(`a search cannot be narrowed by the filter ${name} of ${table.name}`);
  }
}
