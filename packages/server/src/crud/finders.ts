import { fold, tagKey } from '@parley/contract/schemas';
import type { Filter } from '@parley/domain';
import type { Table } from '../db/table.ts';
import { findByTag, taggedAs } from '../db/tag-index.ts';
import { findByText, hasTextIndex, hasTrigram } from '../db/text-index.ts';
import { type Find, inParts, timesByTag, timesByText } from './page-steps.ts';

/** Returns functions for the indexes of texts and tags of a table. */
export function findersOf<Rec, Query, Row>(
  table: Table<Rec, Row>,
  filters: readonly (readonly [name: string, filter: Filter<Rec>])[],
) {
  return { textIn, findText, findTags };

  function valueFor(query: Query, kind: Filter<Rec>['kind']): unknown {
    const name = filters.find(([, filter]) => filter.kind === kind)?.[0];
    return name && query[name as keyof Query];
  }

  /**
   * Returns the text that the query searches for, without case and accents; empty when the table has no index of texts.
   */
  function textIn(query: Query): string {
    if (!hasTextIndex(table)) return '';
    return fold(String(valueFor(query, 'containing') ?? '').trim());
  }

  function findText(text: string): Find | undefined {
    if (!hasTrigram(text)) return undefined;
    const search = { table: table.name, text };
    return (ctx, most) => ctx.db.run(findByText, { ...search, most: inParts(most, timesByText) });
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
}
