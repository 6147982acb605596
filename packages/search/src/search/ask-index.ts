import type { Statistics } from '../ranking/pass.ts';
import { type Alternative, type Group, idfOf, type Question } from '../ranking/question.ts';
import type { IndexReader } from '../reader.ts';
import { commonTerms } from '../text/common-words.ts';
import type { ParsedQuery } from '../text/query.ts';
import { type Analyzer, analyzers as allAnalyzers } from '../text/stems.ts';
import { isCharacter } from '../text/tokens.ts';
import type { Effort } from './effort.ts';
import { guessWords, stemsOf } from './guess-words.ts';

// Converts the words of a query to terms of the index, with the stemmers of its languages. An unknown word becomes the
// words that it may stand for.

export interface Asked {
  readonly question: Question;
  readonly analyzers: readonly Analyzer[];
  readonly statistics: Statistics;
  /** The last revision of a record of the index. Records that change later get higher ones. */
  readonly revision: number;
  /** The number of documents with each term that the query contains or excludes. */
  readonly counts: ReadonlyMap<string, number>;
  /** The terms of the query that the index did not have. */
  readonly absent: readonly string[];
}

interface Asking {
  readonly analyzers?: readonly Analyzer[] | undefined;
  readonly fuzzy: boolean;
  readonly effort: Effort;
}

/** The maximum number of unknown words whose similar words are looked up. A question has few; random text has many. */
const maxUnknown = 16;
/** The weight of two query words written as one: "log in" may be written "login". */
const joinedWeight = 0.8;
/**
 * The share of its weight with which a word counts that the index does not have: not every word of a question is in the
 * index.
 */
const unknownShare = 0.6;

export async function askIndex(
  index: IndexReader,
  { analyzers: given, fuzzy, effort }: Asking,
  parsed: ParsedQuery,
): Promise<Asked> {
  const possible = given ?? allAnalyzers;
  const joined = fuzzy ? joinedWords(parsed) : [];
  const looked = [...parsed.words, ...joined.map(({ word }) => word), ...parsed.excluded.flat()];
  const wanted = [...new Set(looked.flatMap((word) => stemsOf(word, possible)))];
  const { head, terms } = await index.findTerms(wanted);
  const statistics = { documents: head?.documents ?? 0, bodyWords: head?.bodyWords ?? 0 };
  const analyzers = possible.filter((one) => head?.analyzers[one] !== undefined);
  const counts = new Map(terms.map(({ term, documents }) => [term, documents]));
  const absent = wanted.filter((term) => !counts.has(term));
  const knownTerms = (word: string) => stemsOf(word, analyzers).filter((term) => counts.has(term));
  const quoted = new Set(parsed.phrases.flat());
  const isGuessed = (word: string) =>
    !quoted.has(word) && (isCharacter(word) || (fuzzy && knownTerms(word).length === 0));
  const unknown = parsed.words.filter(isGuessed);
  if (unknown.length > maxUnknown) effort.leaveOut();
  const words = unknown.slice(0, maxUnknown);
  const guesses = await guessWords(index, { words, analyzers, effort });
  for (const { counts: found } of guesses.values()) {
    for (const [term, documents] of found) counts.set(term, documents);
  }
  const isCommon = commonTerms(analyzers);
  const groups = parsed.words.map((word, place): Group => {
    const known = knownTerms(word).map((term) => ({ term, weight: 1 }));
    const guessed = guesses.get(word)?.alternatives ?? [];
    const written = joined
      .filter(({ places }) => known.length === 0 && places.includes(place))
      .flatMap((join) => knownTerms(join.word))
      .map((term) => ({ term, weight: joinedWeight }));
    const alternatives = eachOnce([...known, ...(written.length > 0 ? written : guessed)]);
    const most = Math.max(1, ...alternatives.map(({ term }) => counts.get(term) ?? 0));
    const common = stemsOf(word, analyzers).some(isCommon);
    const idf = idfOf(most, statistics.documents, common);
    const share = alternatives.length === 0 ? unknownShare : 1;
    return { word, alternatives, idf: idf * share, isCommon: common };
  });
  const totalIdf = groups.reduce((sum, { idf }) => sum + idf, 0);
  const question = { groups, sequence: parsed.sequence, totalIdf };
  const revision = head?.revision ?? 0;
  return { question, analyzers, statistics, revision, counts, absent };
}

function eachOnce(alternatives: readonly Alternative[]): Alternative[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of alternatives) {
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** Returns adjacent words of the query, joined to one word. */
function joinedWords({ words, sequence }: ParsedQuery): { word: string; places: number[] }[] {
  return sequence.slice(1).flatMap((second, index) => {
    const first = sequence[index] ?? second;
    const word = `${words[first] ?? ''}${words[second] ?? ''}`;
    return first !== second && /^\p{L}{4,}$/u.test(word) ? { word, places: [first, second] } : [];
  });
}
