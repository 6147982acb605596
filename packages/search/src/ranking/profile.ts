/** The weights of the ranking. `npm run bench -- search` measures their effect. */
export interface Profile {
  /** Weights of the three fields in BM25F. */
  readonly fields: readonly [number, number, number];
  readonly k1: number;
  /** How much less a word counts in a long body (BM25F). */
  readonly b: number;
  /** The shares of the score. They add up to 1. */
  readonly shares: Shares;
  /** How several titles count together. The two weights add up to 1. */
  readonly titles: {
    /** The title or question itself. */
    readonly own: number;
    /** The mean of the three titles that fit best. */
    readonly typical: number;
    readonly best: number;
  };
}

export interface Shares {
  /** The BM25F score b as b / (b + weight of all query words), so that it does not depend on the query length. */
  readonly words: number;
  /** The share of the query's words that the record has. */
  readonly coverage: number;
  /** Share of the query in the title, a heading or a question. */
  readonly inTitle: number;
  /** The share of the title, heading or question that the query contains. */
  readonly focus: number;
  /** The share of adjacent query words that are adjacent in the text, too. */
  readonly pairs: number;
}

export const sourceProfile: Profile = {
  fields: [3, 2, 1],
  k1: 2,
  b: 0.6,
  shares: { words: 0.65, coverage: 0.05, inTitle: 0, focus: 0.2, pairs: 0.1 },
  titles: { own: 0, typical: 0, best: 1 },
};

export const faqProfile: Profile = {
  fields: [5, 4, 1],
  k1: 2,
  b: 0.6,
  shares: { words: 0.3, coverage: 0, inTitle: 0.28, focus: 0.28, pairs: 0.14 },
  // Alternate questions are often written quickly: one that fits by chance must not beat the question of another FAQ,
  // but several that fit must.
  titles: { own: 0.5, typical: 0.3, best: 0.2 },
};
