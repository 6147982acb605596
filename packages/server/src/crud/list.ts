import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page, PageQuery } from '@parley/contract/schemas';
import { readSort } from '@parley/domain';
import { cursorAt, type Listing, listOf, placeOf, readPosition } from '../db/cursor.ts';
import { readPage } from '../db/page-statement.ts';
import { asItIs, type Made, RecordMemo } from '../db/record-memo.ts';
import { readRowText } from '../db/row-text.ts';
import type { Table } from '../db/table.ts';
import type { Place, Position } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type FilterRules, type ListFilters, pageSqlOf } from './page-sql.ts';
import { comparedByPatterns, comparisonsOfShortText, endIn, type Steps } from './page-steps.ts';

// The implementation of all lists. A page is one prepared statement. Requests of one turn of the event loop share a
// round trip, and equal requests share the response. If a row has not changed, its record is neither built nor
// validated again.

/** A filter that must read rows of other tables. */
export interface Sift<Row> {
  /**
   * Returns which rows pass. Checks the rows in their order until it has read `most` rows of other tables. Checks at
   * least the first row; if `find` will be called next, it may check none.
   */
  passes(ctx: TenantContext, rows: readonly Row[], limits: SiftLimits): Promise<Sifted>;
  /**
   * Returns the IDs of all rows that pass, found by indexes. Undefined when no index can find them, or when there are
   * more than `most`.
   */
  find?(ctx: TenantContext, most: number): Promise<readonly string[] | undefined>;
}

export interface SiftLimits {
  readonly most: number;
  readonly isBeforeFind: boolean;
}

interface Sifted {
  /** The IDs of the rows that pass. */
  readonly passed: ReadonlySet<string>;
  /** How many of the rows were compared with the filter. */
  readonly judged: number;
  /** How many rows of other tables were read. */
  readonly looked: number;
}

/** The rows of a page, and one further row if there is a next page. */
interface Lines {
  readonly lines: readonly string[];
  /**
   * The position of the last checked row, if the request stopped because it had read as many rows as it may; absent
   * otherwise.
   */
  readonly stoppedAt?: Place;
}

export interface ListOptions<Rec, Answer, Query, Row> {
  readonly filters?: ListFilters<Query>;
  /** Returns narrower queries that together find the same records; undefined when the query itself is fast. */
  narrow?(ctx: TenantContext, query: Query): Promise<readonly Query[] | undefined>;
  /**
   * Returns a filter that needs rows of other tables, and reads them itself; undefined when the query has no such
   * filter.
   */
  sift?(query: Query): Sift<Row> | undefined;
  /** Returns the record as the API shows it, by default the stored record, and until when the result is valid. */
  make?(record: Rec, nowMs: number): Made<Answer>;
}

/** How many of the narrower queries that replace a slow one are sent at the same time. */
const queriesAtOnce = 20;
/** The number of rows that are first read for a filter that reads other tables. Most filters fill a page from these. */
const firstRows = 100;
/** The number of rows that each further read returns for a filter that reads other tables. */
const siftedAtOnce = 500;
/**
 * The maximum number of rows that a request may read for a filter that reads other tables, including the rows of those
 * tables.
 */
const siftedInAll = 100_000;

type ListQuery = PageQuery & { sort: string };

/** Returns a function that reads one page of the records that pass the filters and ranges of a query. */
export function defineList<
  Rec extends object,
  Answer extends object = Rec,
  Query extends ListQuery = ListQuery,
  Row extends { id: string } = { id: string },
>(
  table: Table<Rec, Row>,
  rules: FilterRules<Rec, Query>,
  { filters = {}, narrow, sift, make = asItIs }: ListOptions<Rec, Answer, Query, Row> = {},
): (ctx: TenantContext, query: Query) => Promise<Page<Answer>> {
  const { writePage, writeEnd, writeStep, readerOf } = pageSqlOf(table, rules, filters);
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
    // Equal requests in one turn of the event loop share their rows.
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
    const filter = sift?.(query);
    return filter
      ? await readSifted(ctx, query, { ...from, filter })
      : await readPassing(ctx, query, from);
  }

  async function readPassing(ctx: TenantContext, query: Query, from: From): Promise<Lines> {
    const { sql, steps } = writePage(ctx, query, from.position);
    if (steps) return await readInTurns(ctx, query, { ...from, steps });
    return { lines: await ctx.db.run(readPage, sql) };
  }

  /** Reads a page of each narrower query, and returns the first rows of all results together. */
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
    // After the place where a query stopped, it may have rows that were not read.
    const end = stoppedAt;
    const known = end ? found.filter(({ place }) => order(place, end) <= 0) : found;
    return { lines: known.map(({ line }) => line), ...(end && { stoppedAt: end }) };
  }

  /**
   * Returns the rows of a page that pass a filter which reads other tables. If many rows pass, the first rows of the
   * list fill the page. Otherwise, indexes find the rows that pass.
   */
  async function readSifted(
    ctx: TenantContext,
    query: Query,
    { position, rowOf, filter }: From & { filter: Sift<Row> },
  ): Promise<Lines> {
    const lines: string[] = [];
    let { after } = position;
    let looked = 0;
    let { find } = filter;
    const inAll = find ? siftedInAll : comparisonsOfShortText;
    for (let rows = firstRows; ; rows = siftedAtOnce) {
      // `readPassing` reads one row more than the limit; here that row is checked like the others.
      const next = { ...position, after, limit: rows - 1 };
      const given = await readPassing(ctx, query, { position: next, rowOf });
      const found = given.lines.map((line) => ({ line, row: rowOf(line) }));
      const all = found.map(({ row }) => row);
      const most = (find ? comparedByPatterns : inAll) - looked;
      const limits = { most, isBeforeFind: find !== undefined };
      const { passed, judged, looked: more } = await filter.passes(ctx, all, limits);
      lines.push(...found.flatMap(({ line, row }) => (passed.has(row.id) ? line : [])));
      const isPart = judged < found.length;
      const isEnd = !isPart && found.length < rows && !given.stoppedAt;
      if (isEnd || lines.length > position.limit) return { lines };
      looked += judged + more;
      const last = isPart || found.length === rows ? all[judged - 1] : undefined;
      if (last) after = placeOf(position, last);
      else if (!isPart) after = given.stoppedAt;
      if (find && (isPart || looked >= comparedByPatterns)) {
        const ids = await find(ctx, comparedByPatterns);
        if (ids) {
          const rest = { ...position, after, limit: position.limit - lines.length };
          const among = { position: rest, rowOf, ids, atOnce: comparedByPatterns };
          return { lines: [...lines, ...(await readAmong(ctx, query, among))] };
        }
        find = undefined;
      } else if (isPart || looked >= inAll || given.stoppedAt) {
        return { lines, ...(after && { stoppedAt: after }) };
      }
      await nextTurn();
    }
  }

  /**
   * Reads a page in several statements, and lets other requests run in between. First compares rows in the order of the
   * list: if many rows match the text or tag of the query, they already fill the page. Otherwise, asks the index for
   * the IDs of all matching rows.
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
    const isPostgres = ctx.db.dialect === 'postgres';
    if (isPostgres && position.limit < firstRows) {
      // A statement without a mark costs less. It is enough for most filters.
      const first = { rows: firstRows, marked: false };
      const found = await ctx.db.run(readPage, writeStep(ctx, query, position, first));
      if (found.length > position.limit) return { lines: found };
    }
    // On Postgres, each statement ends when the page is full.
    for (
      let rows = isPostgres ? steps.rows : Math.min(steps.rows, firstRows);
      ;
      rows = steps.rows
    ) {
      if (finder) rows = Math.min(rows, finder.most);
      const { found, until } = await readSome(ctx, query, rest(), rows);
      lines.push(...found);
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

  /**
   * Reads the rows that pass among the next `rows` rows, and the place of the last one if further rows may pass. On
   * Postgres, one statement does both.
   */
  async function readSome(
    ctx: TenantContext,
    query: Query,
    from: Position,
    rows: number,
  ): Promise<{ found: readonly string[]; until: Place | undefined }> {
    if (ctx.db.dialect === 'postgres') {
      const step = writeStep(ctx, query, from, { rows, marked: true });
      const found = await ctx.db.run(readPage, step);
      const last = endIn(found.at(-1) ?? '');
      if (!last) return { found, until: undefined };
      return {
        found: [...found.slice(0, -1), ...(last.line === null ? [] : [last.line])],
        until: last.end,
      };
    }
    const [end] = await ctx.db.run(readPage, writeEnd(ctx, query, from, rows));
    const until = end === undefined ? undefined : placeIn(end);
    const { sql } = writePage(ctx, query, { ...from, until });
    return { found: await ctx.db.run(readPage, sql), until };
  }

  /** Reads one page of the rows with these IDs only. Each statement gets a limited number of IDs. */
  async function readAmong(
    ctx: TenantContext,
    query: Query,
    { position, rowOf, ids, atOnce }: From & { ids: readonly string[]; atOnce: number },
  ): Promise<readonly string[]> {
    const read = async (some: readonly string[]) =>
      await ctx.db.run(readPage, writePage(ctx, query, position, some).sql);
    let left = ids;
    while (left.length > atOnce) {
      // Keeps the first rows of each part: the page is among them.
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
  // The form in which `writeEnd` writes a place.
  const [key, id] = JSON.parse(line) as [Place['key'], string];
  return { key, id };
}
