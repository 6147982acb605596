import { firstAfter, inOrder, type Rerank, rerank } from './rerank.ts';

/** What a page is cut out by. */
export interface Paging {
  /** Not blank. No text is an error. */
  readonly q: string;
  readonly limit: number;
  /** Go on behind this one of an earlier page. */
  readonly after?: SearchPosition | undefined;
  readonly minScore?: number | undefined;
  /** Puts the best of a first page into another order; later pages follow it by themselves. */
  readonly rerank?: Rerank | undefined;
}

/** The last record of a page, for the cursor of the next. */
export interface SearchPosition {
  readonly score: number;
  readonly id: string;
  /** Where the best do not stand as the words have it. */
  readonly order?: string | undefined;
}

export async function pageOf<Record extends { readonly id: string; readonly score: number }>(
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
  return { shown, after: more ? { score: last.score, id: last.id, order } : null };
}

/** Behind the record itself where it is still found, else where it would stand. */
function placeAfter(
  records: readonly { readonly id: string; readonly score: number }[],
  { score, id, order }: SearchPosition,
): number {
  const own = records.findIndex((record) => record.id === id);
  if (own >= 0) return own + 1;
  if (order) return firstAfter(records, id, order);
  const next = records.findIndex((record) => record.score < score);
  return next < 0 ? records.length : next;
}
