import type { Profile } from './profile.ts';
import type { Question } from './question.ts';

export interface Statistics {
  readonly documents: number;
  readonly bodyWords: number;
}

export interface FirstPass {
  readonly question: Question;
  readonly profile: Profile;
  readonly statistics: Statistics;
  /** The words that must occur, as indexes of `groups`. */
  readonly required: readonly number[];
  /** Terms that exclude a record. */
  readonly excludedTerms: readonly string[];
  /** Revisions of the records that may be found; undefined for all. */
  readonly allowed: Pick<ReadonlySet<number>, 'has'> | undefined;
  readonly limit: number;
}
