/** A word of the query with the terms that are looked up for it. */
export interface Group {
  readonly word: string;
  /** The terms to look up; empty when no term of the index is similar. */
  readonly alternatives: readonly Alternative[];
  /** The weight of the word: rare words have more (inverse document frequency). */
  readonly idf: number;
  /** Whether the word is so common in its language that every text has it. */
  readonly isCommon: boolean;
}

export interface Alternative {
  readonly term: string;
  /** The weight of this alternative: 1 for the word itself, less for a spelling correction. */
  readonly weight: number;
}

export interface Question {
  readonly groups: readonly Group[];
  /** The words of the query in their order, as indexes of `groups`. */
  readonly sequence: readonly number[];
  readonly totalIdf: number;
}

/** Documents that every index is assumed to have in addition. They matter only in a small index. */
const assumed = { documents: 20, withCommonWord: 10 } as const;

/** Returns the weight of a term by the number of documents with it: BM25's inverse document frequency. */
export function idfOf(documentsWith: number, documents: number, isCommon: boolean): number {
  const having = documentsWith + (isCommon ? assumed.withCommonWord : 0);
  return Math.log(1 + (documents + assumed.documents - having + 0.5) / (having + 0.5));
}

/** Returns for each term the indexes of the groups that look it up. */
export function placesOf({ groups }: Question): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  groups.forEach(({ alternatives }, place) => {
    for (const { term } of alternatives) {
      const known = places.get(term);
      if (known) known.push(place);
      else places.set(term, [place]);
    }
  });
  return places;
}
