import type { KnowledgeReader } from '../reader.ts';
import { type FoundDocument, unread } from './search-index.ts';

// Combines the found documents to records.

export interface FoundRecord {
  readonly id: string;
  readonly score: number;
  readonly titleMatch: number;
  /** The documents of the record that match, best first. */
  readonly documents: readonly FoundDocument[];
}

/** How much a second, equally good chunk adds to a score: this share of its distance to 1. */
const secondShare = 0.03;

/**
 * Returns records, best first. The score of a record is that of its best document, and a little more if a second
 * document is good. An unread document does not count as the second, because only some pages find it.
 */
export function recordsOf(documents: readonly FoundDocument[]): FoundRecord[] {
  const byRecord = new Map<string, FoundDocument[]>();
  for (const document of documents) {
    const known = byRecord.get(document.recordId);
    if (known) known.push(document);
    else byRecord.set(document.recordId, [document]);
  }
  return [...byRecord]
    .map(([id, found]) => {
      const [best, second] = found;
      const score = best?.score ?? 0;
      const more = second && second.titleMatch !== unread ? second.score : 0;
      return {
        id,
        score: score + (1 - score) * secondShare * more,
        titleMatch: Math.max(...found.map(({ titleMatch }) => titleMatch)),
        documents: found,
      };
    })
    .sort(byRank);
}

function byRank(a: FoundRecord, b: FoundRecord): number {
  return b.score - a.score || b.titleMatch - a.titleMatch || (a.id < b.id ? -1 : 1);
}

/**
 * Sorts records with equal scores by last change, then by ID. Sorts only the first `wanted`, and those equal to the
 * last of them.
 */
export async function orderEquals(
  reader: KnowledgeReader,
  { records, wanted }: { records: readonly FoundRecord[]; wanted: number },
): Promise<FoundRecord[]> {
  const same = (a: FoundRecord | undefined, b: FoundRecord | undefined) =>
    a !== undefined && a.score === b?.score && a.titleMatch === b.titleMatch;
  const end = records.findIndex(
    (record, place) => place >= wanted && !same(records[place - 1], record),
  );
  const first = end < 0 ? records : records.slice(0, end);
  const equals = first.filter(
    (record, place) => same(record, first[place - 1]) || same(record, first[place + 1]),
  );
  if (equals.length === 0) return [...records];
  const times = await reader.readChangeTimes(equals.map(({ id }) => id));
  const timeOf = ({ id }: FoundRecord) => times.get(id) ?? '';
  const ordered = first.toSorted((a, b) => {
    if (!same(a, b) || timeOf(a) === timeOf(b)) return byRank(a, b);
    return timeOf(a) > timeOf(b) ? -1 : 1;
  });
  return [...ordered, ...records.slice(first.length)];
}
