import type { Query } from './collection.ts';

/** The IDs that an engine found for a query, best first. */
export interface Run {
  readonly query: Query;
  readonly found: readonly string[];
}

export interface Measures {
  readonly ndcg: number;
  readonly mrr: number;
  readonly hit1: number;
  readonly hit5: number;
}

const depth = 10;

/** Returns means over all queries. A document is either relevant or not. */
export function measure(runs: readonly Run[]): Measures {
  const mean = (of: (run: Run) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / Math.max(1, runs.length);
  return {
    ndcg: mean(ndcg),
    mrr: mean((run) => reciprocal(firstRelevant(run))),
    hit1: mean((run) => (firstRelevant(run) === 0 ? 1 : 0)),
    hit5: mean((run) => (firstRelevant(run) < 5 ? 1 : 0)),
  };
}

function firstRelevant({ query, found }: Run): number {
  const place = found.slice(0, depth).findIndex((id) => query.relevant.has(id));
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

function reciprocal(place: number): number {
  return 1 / (place + 1);
}

function ndcg({ query, found }: Run): number {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const ideal = Array.from({ length: Math.min(depth, query.relevant.size) }, (_, place) =>
    gain(place),
  );
  const real = found.slice(0, depth).map((id, place) => (query.relevant.has(id) ? gain(place) : 0));
  const sum = (gains: readonly number[]) => gains.reduce((total, one) => total + one, 0);
  return ideal.length === 0 ? 0 : sum(real) / sum(ideal);
}
