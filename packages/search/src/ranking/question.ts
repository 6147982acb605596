/** A word of the query as it is looked up in the index. */
export interface Group {
  readonly word: string;
  /** Empty when nothing in the index is like it. */
  readonly alternatives: readonly Alternative[];
  /** Its weight: rare words weigh more. */
  readonly idf: number;
  /** Every text of its language has it. */
  readonly isCommon: boolean;
}

export interface Alternative {
  readonly term: string;
  /** 1 for the word itself, less for a spelling correction. */
  readonly weight: number;
}

export interface Question {
  readonly groups: readonly Group[];
  /** The query in its order, as places in `groups`. */
  readonly sequence: readonly number[];
  readonly totalIdf: number;
}

/** The documents that a small index is assumed to have in addition, until its own outweigh them. */
const assumed = { documents: 20, withCommonWord: 10 } as const;

/** BM25's inverse document frequency: the weight of a term by the number of documents with it. */
export function idfOf(documentsWith: number, documents: number, isCommon: boolean): number {
  const having = documentsWith + (isCommon ? assumed.withCommonWord : 0);
  return Math.log(1 + (documents + assumed.documents - having + 0.5) / (having + 0.5));
}

/** The places of a term in the groups of a question. */
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
