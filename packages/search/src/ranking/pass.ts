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
  /** Words that must occur, by their places in the groups. */
  readonly required: readonly number[];
  /** Records with any of these terms are left out. */
  readonly excludedTerms: readonly string[];
  /** Revisions of the records that may be found; all when absent. */
  readonly allowed: ReadonlySet<number> | undefined;
  readonly limit: number;
}
