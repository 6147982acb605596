import type { Ranked } from '../ranking/confidence.ts';
import { firstAfter, inOrder, type Rerank, rerank, tagOf, tagsIn } from './rerank.ts';

/** The parameters of a page. */
export interface Paging {
  /** The search text. It must not be blank; every other text is valid. */
  readonly q: string;
  readonly limit: number;
  /** The position of the last record on an earlier page; this page begins after it. */
  readonly after?: SearchPosition | undefined;
  readonly minScore?: number | undefined;
  /** Reorders the best records of the first page. Later pages keep that order without it. */
  readonly rerank?: Rerank | undefined;
}

/** The position of the last record of a page, for the cursor of the next page. */
export interface SearchPosition {
  readonly score: number;
  readonly id: string;
  /**
   * The tags of the records shown last. If the last record no longer exists, the next page starts after one of the
   * others.
   */
  readonly shown: string;
  /** The order of the reranked records, if it differs from the order by words. */
  readonly order?: string | undefined;
}

/** The maximum number of shown records that a cursor remembers. */
const maxRemembered = 10;
/**
 * How far above the score of the last shown record the next page may begin, when none of the shown records exists any
 * more. Scores, which are at most 1, change a little when other records are removed.
 */
const scoreSlack = 0.02;

export async function pageOf<Record extends Ranked>(
  records: readonly Record[],
  { q, after, limit, minScore = 0, rerank: nearest }: Paging,
  among: {
    readonly bandOf: (record: Record) => string;
    readonly passagesOf: (records: readonly Record[]) => Promise<readonly string[]>;
  },
): Promise<{ shown: readonly Record[]; after: SearchPosition | null }> {
  const found = records.filter(({ score }) => score >= minScore);
  const arranged = async () => {
    const known = after?.order;
    if (known) return { records: inOrder(found, known, among.bandOf), order: known };
    if (after || !nearest) return { records: found, order: undefined };
    return await rerank(found, { ...among, nearest: (passages) => nearest(q, passages) });
  };
  const { records: all, order } = await arranged();
  const start = after ? placeAfter(all, after) : 0;
  const shown = all.slice(start, start + limit);
  const last = shown.at(-1);
  const more = last !== undefined && all.length > start + limit;
  if (!more) return { shown, after: null };
  const tags = [...tagsIn(after?.shown ?? ''), ...shown.map(({ id }) => tagOf(id))];
  const lastShown = tags.slice(-maxRemembered).join('');
  return { shown, after: { score: last.score, id: last.id, shown: lastShown, order } };
}

/** Returns the parts of a position, except the ID, as text for a cursor. */
export function writePosition({ score, shown, order }: SearchPosition): string {
  return [score, shown, ...(order === undefined ? [] : [order])].join(' ');
}

export function readPosition(id: string, text: string): SearchPosition {
  const [score, shown = '', order] = text.split(' ');
  return { score: Number(score), id, shown, order };
}

/**
 * Returns the index at which the next page starts: after the last record or, if it no longer exists, after the last
 * existing one before it. If none exists, starts before records of the same score, so that a record may repeat but none
 * is lost.
 */
function placeAfter(
  records: readonly Ranked[],
  { score, id, shown, order }: SearchPosition,
): number {
  const own = records.findIndex((record) => record.id === id);
  if (own >= 0) return own + 1;
  const known = order === undefined ? undefined : firstAfter(records, id, order);
  if (known !== undefined) return known;
  const places = new Map(records.map((record, place) => [tagOf(record.id), place]));
  const before = tagsIn(shown).findLast((tag) => places.has(tag));
  if (before !== undefined) return (places.get(before) ?? 0) + 1;
  const next = records.findIndex((record) => record.score <= score + scoreSlack);
  return next < 0 ? records.length : next;
}
