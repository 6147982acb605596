// Confidence depends less on the score of the best FAQ than on its lead: if two FAQs match equally well, it is unknown
// which one is meant. So the score of the best includes its lead, and the others stay below the threshold of `high`.
// The values were fitted to the CovidFAQ collection, to all of it and to parts of 1 to 30 FAQs without an answer to
// most questions; `npm run bench -- search` prints the result.

export type Confidence = 'exact' | 'high' | 'medium' | 'low';

export const confidenceFrom = { high: 0.75, medium: 0.45 } as const;

const fitShare = 0.55;
const leadShare = 1.4;
const fullLead = 0.3;
/** The score below which a lead over the second result counts less. */
const goodFit = 0.6;

export function confidenceOf(score: number, exact: boolean): Confidence {
  if (exact) return 'exact';
  if (score >= confidenceFrom.high) return 'high';
  return score >= confidenceFrom.medium ? 'medium' : 'low';
}

export interface Ranked {
  readonly id: string;
  readonly score: number;
}

interface Circumstances {
  /** IDs of FAQs that have the same question as the query. */
  readonly exact: ReadonlySet<string>;
  /** Whether the query has only words that most questions have, such as "how do I". */
  readonly isVague: boolean;
}

/** Returns the records with other scores, best first: how likely it is that a record is meant, not how well it fits. */
export function likelihoods<Record extends Ranked>(
  records: readonly Record[],
  { exact, isVague }: Circumstances,
): Record[] {
  const [best, second] = records;
  return records
    .map((record) => {
      if (exact.has(record.id)) return { ...record, score: 1 };
      const leads = record === best && exact.size === 0 && !isVague;
      return {
        ...record,
        score: likelihood(record.score, leads ? (second?.score ?? 0) : undefined),
      };
    })
    .sort((a, b) => b.score - a.score);
}

function likelihood(fit: number, next: number | undefined): number {
  if (next === undefined) return fitShare * fit;
  const lead = Math.min(fit - next, fullLead) * Math.min(1, (fit / goodFit) ** 2);
  // 1 is for exact matches.
  return Math.min(0.99, fitShare * fit + leadShare * lead);
}
