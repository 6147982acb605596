import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page, PageQuery } from '@parley/contract/schemas';
import { readSort } from '@parley/domain';
import { cursorAfter, type Listing, listOf, readPosition } from '../db/cursor.ts';
import { readPage } from '../db/page-statement.ts';
import { type Made, RecordMemo } from '../db/record-memo.ts';
import { readRowText } from '../db/row-text.ts';
import type { Table } from '../db/table.ts';
import type { Place, Position } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type FilterRules, type ListFilters, pageSqlOf } from './page-sql.ts';

// One list implementation for every resource. A page is one prepared statement. Requests of one turn of the event loop
// share a round trip, and equal ones share the response. A record with an unchanged row is neither rebuilt nor
// validated again.

interface Options<Rec, Answer, Query> {
  readonly filters?: ListFilters<Query>;
  /** The record as the API shows it, and until when. */
  make(record: Rec, nowMs: number): Made<Answer>;
}

/** Most filters find a page among so many rows. */
const firstRows = 100;

type ListQuery = PageQuery & { sort: string };

/** Returns a function that reads one page of the records that pass the filters and ranges of a query. */
export function defineList<
  Rec extends object,
  Answer extends object,
  Query extends ListQuery,
  Row extends { id: string },
>(
  table: Table<Rec, Row>,
  rules: FilterRules<Rec, Query>,
  { filters = {}, make }: Options<Rec, Answer, Query>,
): (ctx: TenantContext, query: Query) => Promise<Page<Answer>> {
  const { writePage, writeEnd } = pageSqlOf(table, rules, filters);
  const listName = table.name.replaceAll('_', '-');
  const memo = new RecordMemo<Answer>();
  const pages = new WeakMap<readonly string[], Page<Answer>>();

  return async (ctx, query) => {
    const { sort, cursor, limit, ...given } = query;
    const { field } = readSort(sort);
    const list = listOf<Row>(listName, { [field]: table.sortColumns(field) });
    const listing: Listing = { sort, page: { cursor, limit }, filters: given };
    const position = readPosition(ctx.db, list, listing);
    const { toRow, sql, rowsAtOnce } = writePage(ctx, query, position);
    const lines = rowsAtOnce
      ? await readInTurns(ctx, query, { position, rows: rowsAtOnce })
      : await ctx.db.run(readPage, sql);
    // Equal requests of one turn share their rows.
    const shared = pages.get(lines);
    if (shared) return shared;
    const nowMs = ctx.now().getTime();
    const rowOf = (line: string) => toRow(readRowText(ctx.db.dialect, line));
    const shown = lines.slice(0, limit);
    const last = lines.length > shown.length ? shown.at(-1) : undefined;
    const page = Object.freeze({
      data: shown.map((line) =>
        memo.get(line, nowMs, () => make(table.toRecord(rowOf(line)), nowMs)),
      ),
      nextCursor: last === undefined ? null : cursorAfter(ctx.db, position, rowOf(last)),
    });
    pages.set(lines, page);
    return page;
  };

  /** The lines of a page, some rows of the table at a time; others have their turn in between. */
  async function readInTurns(
    ctx: TenantContext,
    query: Query,
    { position, rows: most }: { position: Position; rows: number },
  ): Promise<readonly string[]> {
    const lines: string[] = [];
    let after = position.after;
    for (let rows = Math.min(most, firstRows); ; rows = most) {
      const from = { ...position, after, limit: position.limit - lines.length };
      const [end] = await ctx.db.run(readPage, writeEnd(ctx, query, from, rows));
      const until = end === undefined ? undefined : placeOf(end);
      const { sql } = writePage(ctx, query, { ...from, until });
      lines.push(...(await ctx.db.run(readPage, sql)));
      if (!until || lines.length > position.limit) return lines;
      after = until;
      await nextTurn();
    }
  }
}

function placeOf(line: string): Place {
  // `endOfRows` writes it so.
  const [key, id] = JSON.parse(line) as [Place['key'], string];
  return { key, id };
}
