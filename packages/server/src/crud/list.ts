import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page, PageQuery } from '@parley/contract/schemas';
import { readSort } from '@parley/domain';
import { cursorAt, type Listing, listOf, placeOf, readPosition } from '../db/cursor.ts';
import { readPage } from '../db/page-statement.ts';
import { type Made, RecordMemo } from '../db/record-memo.ts';
import { readRowText } from '../db/row-text.ts';
import type { Table } from '../db/table.ts';
import type { Place, Position } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type FilterRules, type ListFilters, pageSqlOf, type Steps } from './page-sql.ts';

// One list implementation for every resource. A page is one prepared statement. Requests of one turn of the event loop
// share a round trip, and equal ones share the response. A record with an unchanged row is neither rebuilt nor
// validated again.

/** Judges rows by a filter, in their order, until it has looked at `most` other rows. It judges the first row always. */
export type Sift<Row> = (ctx: TenantContext, rows: readonly Row[], most: number) => Promise<Sifted>;

interface Sifted {
  /** The ids of the rows that pass. */
  readonly passed: ReadonlySet<string>;
  /** How many of the rows were judged. */
  readonly judged: number;
  /** How many other rows were looked at. */
  readonly looked: number;
}

/** The rows of a page, and one more when there is one. */
interface Lines {
  readonly lines: readonly string[];
  /** The last place that was looked at, when the request has looked at as many rows as it may. */
  readonly stoppedAt?: Place;
}

export interface ListOptions<Rec, Answer, Query, Row> {
  readonly filters?: ListFilters<Query>;
  /** Returns narrower queries that find the same records together; undefined where one query finds them well. */
  narrow?(ctx: TenantContext, query: Query): Promise<readonly Query[] | undefined>;
  /** Returns the filter of a query that needs rows of other tables, and reads them itself; undefined without it. */
  sift?(query: Query): Sift<Row> | undefined;
  /** The record as the API shows it, and until when. */
  make(record: Rec, nowMs: number): Made<Answer>;
}

/** Narrower queries that share their round trips. */
const queriesAtOnce = 20;
/** Most filters find a page among so many rows. */
const firstRows = 100;
/** Rows that are read for a filter which needs rows of other tables. */
const siftedAtOnce = 500;
/** Rows that a request may look at for such a filter, those of the other tables included. */
const siftedInAll = 100_000;

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
  { filters = {}, narrow, sift, make }: ListOptions<Rec, Answer, Query, Row>,
): (ctx: TenantContext, query: Query) => Promise<Page<Answer>> {
  const { writePage, writeEnd, readerOf } = pageSqlOf(table, rules, filters);
  const listName = table.name.replaceAll('_', '-');
  const memo = new RecordMemo<Answer>();
  const pages = new WeakMap<readonly string[], Page<Answer>>();

  interface From {
    readonly position: Position;
    rowOf(line: string): Row;
  }

  return async (ctx, query) => {
    const { sort, cursor, limit, ...given } = query;
    const { field } = readSort(sort);
    const list = listOf<Row>(listName, { [field]: table.sortColumns(field) });
    const listing: Listing = { sort, page: { cursor, limit }, filters: given };
    const position = readPosition(ctx.db, list, listing);
    const { toRow } = readerOf(position.column);
    const rowOf = (line: string) => toRow(readRowText(ctx.db.dialect, line));
    const narrower = await narrow?.(ctx, query);
    const { lines, stoppedAt } = narrower
      ? await readEach(ctx, narrower, { position, rowOf })
      : await readLines(ctx, query, { position, rowOf });
    // Equal requests of one turn share their rows.
    const shared = pages.get(lines);
    if (shared) return shared;
    const nowMs = ctx.now().getTime();
    const shown = lines.slice(0, limit);
    const last = lines.length > shown.length ? shown.at(-1) : undefined;
    const end = last === undefined ? stoppedAt : placeOf(position, rowOf(last));
    const page = Object.freeze({
      data: shown.map((line) =>
        memo.get(line, nowMs, () => make(table.toRecord(rowOf(line)), nowMs)),
      ),
      nextCursor: end === undefined ? null : cursorAt(ctx.db, position, end),
    });
    pages.set(lines, page);
    return page;
  };

  async function readLines(ctx: TenantContext, query: Query, from: From): Promise<Lines> {
    const passes = sift?.(query);
    return passes
      ? await readSifted(ctx, query, { ...from, passes })
      : await readPassing(ctx, query, from);
  }

  async function readPassing(ctx: TenantContext, query: Query, from: From): Promise<Lines> {
    const { sql, steps } = writePage(ctx, query, from.position);
    if (steps) return await readInTurns(ctx, query, { ...from, steps });
    return { lines: await ctx.db.run(readPage, sql) };
  }

  /** The lines of a page of several queries. */
  async function readEach(
    ctx: TenantContext,
    queries: readonly Query[],
    { position, rowOf }: From,
  ): Promise<Lines> {
    const { limit, direction } = position;
    const sign = direction === 'asc' ? 1 : -1;
    const isBefore = (a: Place, b: Place) => a.key < b.key || (a.key === b.key && a.id < b.id);
    const order = (a: Place, b: Place) => (isBefore(a, b) ? -sign : isBefore(b, a) ? sign : 0);
    let found: { line: string; place: Place }[] = [];
    let stoppedAt: Place | undefined;
    for (let at = 0; at < queries.length; at += queriesAtOnce) {
      const some = queries.slice(at, at + queriesAtOnce);
      const read = await Promise.all(
        some.map((query) => readLines(ctx, query, { position, rowOf })),
      );
      const stopped = [stoppedAt, ...read.map((one) => one.stoppedAt)];
      stoppedAt = stopped.filter((place) => place !== undefined).sort(order)[0];
      const lines = read.flatMap((one) => one.lines);
      found.push(...lines.map((line) => ({ line, place: placeOf(position, rowOf(line)) })));
      found.sort((a, b) => order(a.place, b.place));
      found = found.slice(0, limit + 1);
    }
    // Beyond the place where it stopped, a query may have more rows.
    const end = stoppedAt;
    const known = end ? found.filter(({ place }) => order(place, end) <= 0) : found;
    return { lines: known.map(({ line }) => line), ...(end && { stoppedAt: end }) };
  }

  /** The lines of a page that pass a filter which reads rows of other tables. */
  async function readSifted(
    ctx: TenantContext,
    query: Query,
    { position, rowOf, passes }: From & { passes: Sift<Row> },
  ): Promise<Lines> {
    const lines: string[] = [];
    let { after } = position;
    let looked = 0;
    for (let rows = firstRows; ; rows = siftedAtOnce) {
      // The one more that is read shows nothing here: it is a row like the others.
      const next = { ...position, after, limit: rows - 1 };
      const given = await readPassing(ctx, query, { position: next, rowOf });
      const found = given.lines.map((line) => ({ line, row: rowOf(line) }));
      const all = found.map(({ row }) => row);
      const { passed, judged, looked: more } = await passes(ctx, all, siftedInAll - looked);
      lines.push(...found.flatMap(({ line, row }) => (passed.has(row.id) ? line : [])));
      const last = judged < found.length || found.length === rows ? all[judged - 1] : undefined;
      const end = last ? placeOf(position, last) : given.stoppedAt;
      if (!end || lines.length > position.limit) return { lines };
      looked += rows + more;
      if (judged < found.length || looked >= siftedInAll || given.stoppedAt) {
        return { lines, stoppedAt: end };
      }
      after = end;
      await nextTurn();
    }
  }

  /**
   * The lines of a page, some rows of the table at a time; others have their turn in between. A text or a tag that many
   * rows have fills the page with the first of them. For any other, an index is asked which rows have it.
   */
  async function readInTurns(
    ctx: TenantContext,
    query: Query,
    { position, rowOf, steps }: From & { steps: Steps },
  ): Promise<Lines> {
    const lines: string[] = [];
    let { after } = position;
    let looked = 0;
    let { finder } = steps;
    const rest = () => ({ ...position, after, limit: position.limit - lines.length });
    for (let rows = Math.min(steps.rows, firstRows); ; rows = steps.rows) {
      if (finder) rows = Math.min(rows, finder.most);
      const from = rest();
      const [end] = await ctx.db.run(readPage, writeEnd(ctx, query, from, rows));
      const until = end === undefined ? undefined : placeIn(end);
      const { sql } = writePage(ctx, query, { ...from, until });
      lines.push(...(await ctx.db.run(readPage, sql)));
      if (!until || lines.length > position.limit) return { lines };
      looked += rows;
      after = until;
      if (finder && looked >= finder.most) {
        const ids = await finder.find(ctx);
        if (ids) {
          const some = { ids, atOnce: finder.most };
          const left = await readAmong(ctx, query, { position: rest(), rowOf, ...some });
          return { lines: [...lines, ...left] };
        }
        finder = undefined;
      }
      if (looked >= steps.inAll) return { lines, stoppedAt: until };
      await nextTurn();
    }
  }

  /** The lines of a page that are among these rows; a statement looks at so many of them. */
  async function readAmong(
    ctx: TenantContext,
    query: Query,
    { position, rowOf, ids, atOnce }: From & { ids: readonly string[]; atOnce: number },
  ): Promise<readonly string[]> {
    const read = async (some: readonly string[]) =>
      await ctx.db.run(readPage, writePage(ctx, query, position, some).sql);
    let left = ids;
    while (left.length > atOnce) {
      // The rows of the page are among the first of each part.
      const first: string[] = [];
      for (let at = 0; at < left.length; at += atOnce) {
        const lines = await read(left.slice(at, at + atOnce));
        first.push(...lines.map((line) => rowOf(line).id));
        await nextTurn();
      }
      left = first;
    }
    return left.length === 0 ? [] : await read(left);
  }
}

function placeIn(line: string): Place {
  // `writeEnd` writes it so.
  const [key, id] = JSON.parse(line) as [Place['key'], string];
  return { key, id };
}
