import type { Ranked } from '../ranking/confidence.ts';

// A reranker may reorder the best matches by meaning. It does not change which records match, their confidence, or the
// scores by position.

/** Returns the indexes of the texts, the nearest to the question first; undefined when no order can be given. */
export type Rerank = (
  q: string,
  passages: readonly string[],
) => Promise<readonly number[] | undefined>;

export interface Arrangement<Record> {
  readonly records: readonly Record[];
  /** The new order, which later pages must keep; undefined when it is the order by words. */
  readonly order: string | undefined;
}

/**
 * The maximum number of records to reorder. With the question they are one request: some servers accept at most 32
 * texts.
 */
export const rerankedRecords = 30;
/**
 * The constant of reciprocal rank fusion, with its usual value. The larger it is, the less the first positions count
 * more than the others.
 */
const rankOffset = 60;

/**
 * Reorders the best records. Records stay within their band, in which nearness counts as much as the order by words.
 * The scores themselves are not reordered: the first record gets the highest one.
 */
export async function rerank<Record extends Ranked>(
  records: readonly Record[],
  asked: {
    readonly bandOf: (record: Record) => string;
    readonly passagesOf: (records: readonly Record[]) => Promise<readonly string[]>;
    readonly nearest: (passages: readonly string[]) => ReturnType<Rerank>;
  },
): Promise<Arrangement<Record>> {
  const passages = await asked.passagesOf(records.slice(0, rerankedRecords));
  // A record that was deleted meanwhile has none.
  const known = records.slice(0, rerankedRecords).filter((_, place) => passages[place]?.trim());
  const nearest =
    known.length > 1 ? await asked.nearest(passages.filter((text) => text.trim())) : undefined;
  if (!nearest) return { records, order: undefined };
  const values = known.map((_, place) => 1 / (rankOffset + place));
  nearest.forEach((place, nearness) => {
    values[place] = (values[place] ?? 0) + 1 / (rankOffset + nearness);
  });
  const best = known
    .map(({ id }, place) => ({ id, value: values[place] ?? 0 }))
    .sort((a, b) => b.value - a.value);
  const arranged = inOrder(records, orderOf(best), asked.bandOf);
  const order = orderOf(arranged.filter(({ id }) => known.some((one) => one.id === id)));
  return { records: arranged, order };
}

/** Returns the records in the order of an earlier page. Records outside of that order follow. */
export function inOrder<Record extends Ranked>(
  records: readonly Record[],
  order: string,
  bandOf: (record: Record) => string,
): Record[] {
  const bands = new Map<string, number>();
  for (const record of records) {
    const band = bandOf(record);
    if (!bands.has(band)) bands.set(band, bands.size);
  }
  const bandPlace = (record: Record) => bands.get(bandOf(record)) ?? 0;
  const places = placesOf(order);
  const place = ({ id }: Ranked) => places.get(tagOf(id)) ?? places.size;
  return records
    .toSorted((a, b) => bandPlace(a) - bandPlace(b) || place(a) - place(b))
    .map((record, index) => ({ ...record, score: records[index]?.score ?? record.score }));
}

/**
 * Returns the index of the first record after a record that no longer exists; undefined when the order does not contain
 * it.
 */
export function firstAfter(
  records: readonly Ranked[],
  id: string,
  order: string,
): number | undefined {
  const places = placesOf(order);
  const own = places.get(tagOf(id));
  if (own === undefined) return undefined;
  const next = records.findIndex((record) => (places.get(tagOf(record.id)) ?? places.size) > own);
  return next < 0 ? records.length : next;
}

const tagLength = 6;

/** Returns the end of an ID, which is random: it is enough to distinguish the records of a search. */
export function tagOf(id: string): string {
  return id.slice(-tagLength).padStart(tagLength, '_');
}

function orderOf(records: readonly { readonly id: string }[]): string {
  return records.map(({ id }) => tagOf(id)).join('');
}

function placesOf(order: string): Map<string, number> {
  return new Map(tagsIn(order).map((tag, place) => [tag, place]));
}

/** Splits concatenated tags. */
export function tagsIn(text: string): string[] {
  return text.match(new RegExp(`.{${tagLength}}`, 'g')) ?? [];
}
