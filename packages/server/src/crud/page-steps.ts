import { pageLimits } from '@parley/contract/schemas';
import type { SqlWriter } from '../db/sql-writer.ts';
import type { Place } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';

// The limits of a page that no index finds. It is read in several statements, each of which reads a limited number of
// rows.

/** Finds the rows of a page by the indexes of texts, tags and values. */
export interface Finder {
  /**
   * The maximum number of rows that are compared before the indexes are asked. Also the maximum number of found rows
   * that one statement compares.
   */
  readonly most: number;
  /** Returns the IDs of all rows that the page may contain; undefined when no index can find them. */
  find(ctx: TenantContext): Promise<readonly string[] | undefined>;
}

export type Find = (ctx: TenantContext, most: number) => Promise<readonly string[] | undefined>;

/** The limits of a page that is read in several statements. */
export interface Steps {
  /** How many rows one statement may read, besides the rows of a minute (db/minute-index.ts). */
  readonly rows: number;
  /** How many rows one read of the list may read. A request may need several (`readEach`, `readSifted`). */
  readonly inAll: number;
  readonly finder?: Finder;
}

/** Returns the limits of a page whose rows no index finds. */
export function stepsOf({ dialect, cost }: SqlWriter): Steps {
  const costOfOne = cost || costOfRow;
  return {
    rows: Math.ceil(comparisonsAtOnce[dialect] / costOfOne),
    inAll: Math.ceil(comparisonsOfRequest / costOfOne),
  };
}

/** The end of the rows that a statement has read, and the row there, if it passes. */
interface StepEnd {
  readonly end: Place;
  readonly line: string | null;
}

/** Returns the end in a line of `writeStep`; undefined when the line is a row, which begins with a parenthesis. */
export function endIn(line: string): StepEnd | undefined {
  if (!line.startsWith('>')) return undefined;
  const [key, id, row] = JSON.parse(line.slice(1)) as [Place['key'], string, string | null];
  return { end: { key, id }, line: row };
}

/**
 * The maximum number of comparisons of rows with patterns in one statement. On SQLite, they take a few milliseconds,
 * even with the longest texts.
 */
const comparisonsAtOnce = { sqlite: 300, postgres: 10_000 };

/**
 * The number of comparisons with patterns before an index is asked. The same number is allowed for the rows that the
 * index finds. If one row in 40 has the text or tag, the page is full before an index is needed.
 */
export const comparedByPatterns = 1_000;

/** The number of rows that are compared without a pattern before an index is asked. */
export const comparedByValues = 3_000;

/**
 * The factors by which the indexes may return more rows than one statement compares. If more of a million records have
 * the text, tag or value, comparing the rows in their order is as fast.
 */
export const timesByText = 2;
export const timesByTag = 5;
export const timesByValue = 5;

/**
 * Returns how many rows an index may return. `readAmong` keeps the first page of each part: unless a part exceeds two
 * pages, the number of rows hardly shrinks, so the index may return only one part.
 */
export const inParts = (most: number, times: number) =>
  most > 2 * pageLimits.max + 1 ? most * times : most;

/**
 * The maximum number of comparisons of rows with patterns in one request. They take about 0.1 s, and 1 s with the
 * longest texts.
 */
const comparisonsOfRequest = 100_000;

/**
 * The maximum number of comparisons in one request for a text of one or two characters. No index finds it, but most
 * such texts are in many rows.
 */
export const comparisonsOfShortText = 10_000;

/** The cost of reading a row that is compared with no pattern; 1 is one comparison. */
const costOfRow = 0.1;
