import { tagKey } from '@parley/contract/schemas';
import { type Filter, wantedTexts } from '@parley/domain';
import { minuteColumn } from '../db/minute-index.ts';
import { readPage } from '../db/page-statement.ts';
import { SqlWriter } from '../db/sql-writer.ts';
import type { Table } from '../db/table.ts';
import { findByTag, taggedAs } from '../db/tag-index.ts';
import { findByTexts, hasTextIndex, hasTrigram } from '../db/text-index.ts';
import type { Condition } from './helpful-indexes.ts';
import { type Find, inParts, timesByTag, timesByText, timesByValue } from './page-steps.ts';

/** Returns functions for the indexes of texts, tags and values of a table. */
export function findersOf<Rec, Query, Row>(
  table: Table<Rec, Row>,
  filters: readonly (readonly [name: string, filter: Filter<Rec>])[],
) {
  // If the indexes begin with `archived`, its columns are those that have an index. `lastInboundAt` of contacts has none.
  const orders = filters.flatMap(([name]) => {
    const index = table.orderedIndex(name);
    return index?.isShared ? index.columns : [];
  });
  const hasIndex = (column = '') =>
    !table.isOwned && (orders.length === 0 || orders.includes(column));

  return { textsIn, findTexts, findTags, findValues };

  function valueFor(query: Query, kind: Filter<Rec>['kind']): unknown {
    const name = filters.find(([, filter]) => filter.kind === kind)?.[0];
    return name && query[name as keyof Query];
  }

  /**
   * Returns the texts of which the query wants one, without case and accents; none when the table has no index of texts.
   */
  function textsIn(query: Query): string[] {
    const filter = filters.find(([, { kind }]) => kind === 'containing');
    if (!filter || !hasTextIndex(table)) return [];
    const [name, rule] = filter;
    return wantedTexts(rule, String(query[name as keyof Query] ?? ''));
  }

  function findTexts(texts: readonly string[]): Find | undefined {
    if (texts.length === 0 || !texts.every(hasTrigram)) return undefined;
    const search = { table: table.name, texts };
    return (ctx, most) => findByTexts(ctx.db, { ...search, most: inParts(most, timesByText) });
  }

  /** Returns searches that each find all rows of the page: by any of the tags, and by each tag that all rows have. */
  function findTags(query: Query): Find[] {
    const entity = taggedAs.get(table.name);
    if (!entity) return [];
    const any = valueFor(query, 'tagged') as readonly string[] | undefined;
    const all = (valueFor(query, 'taggedAll') ?? []) as readonly string[];
    return [...(any ? [any] : []), ...all.map((tag) => [tag])].map((tags) => {
      const search = { entity, keys: tags.map(tagKey) };
      return (ctx, most) => ctx.db.run(findByTag, { ...search, most: inParts(most, timesByTag) });
    });
  }

  /** Returns searches that each find all rows of the page by an index that does not have the order of the page. */
  function findValues(conditions: readonly Condition[]): Find[] {
    const shared = conditions.filter(({ isShared }) => isShared);
    const able = conditions.filter(
      ({ help, finds }) => help === 'none' && finds && (!finds.isRange || hasIndex(finds.order)),
    );
    // One search for both bounds of a range.
    const parts = able.map(({ finds }, place) => (finds?.isRange ? `${finds.order}` : place));
    return [...new Set(parts)].map((part) => async (ctx, most) => {
      const found = able.filter((_, place) => parts[place] === part);
      const [{ isWhole = false, finds = undefined } = {}] = found;
      const sql = new SqlWriter(ctx.db);
      const known = isWhole ? found : [...shared, ...found];
      // As for a page in the order of the index.
      const where = known.flatMap(({ write }) => write(sql, 'in order') ?? []);
      const limit = inParts(most, timesByValue);
      const column = finds?.order && (minuteColumn(table, finds.order, sql) ?? finds.order);
      const text = `select id as line from ${table.name}
        where tenant_id = ${sql.tenant} and ${where.join(' and ')}
        ${column ? `order by ${column}` : ''} ${sql.limit(limit + 1)}`;
      const ids = await ctx.db.run(readPage, { name: undefined, text, values: sql.values });
      return ids.length > limit ? undefined : ids;
    });
  }
}
