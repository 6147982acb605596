import { spellingsOf } from '../format/spellings.ts';
import type { Alternative } from '../ranking/question.ts';
import {
  correctionsOf,
  otherBeginnings,
  type Spelling,
  spelling,
  splitsOf,
} from '../ranking/typos.ts';
import type { IndexReader, StoredTerm } from '../reader.ts';
import { commonTerms } from '../text/common-words.ts';
import { type Analyzer, termOf } from '../text/stems.ts';
import { isCharacter } from '../text/tokens.ts';
import type { Effort } from './effort.ts';

// Finds the words of the tenant's index that an unknown query word may mean.

export interface Guess {
  readonly alternatives: readonly Alternative[];
  /** The number of documents with each term. */
  readonly counts: ReadonlyMap<string, number>;
}

const typoWeights = [1, 0.8, 0.6] as const;
/** The weight of a term that has only its stem in common with the word. */
const stemShare = 0.8;
const splitWeight = 0.8;
const beginningWeight = 0.6;
const minBeginning = 4;
const maxBeginnings = 3;
/** The maximum number of terms for a query of one character in a script without spaces: pairs that begin with it. */
const maxPairs = 24;

/** Maximum number of terms read per prefix. If more terms have the prefix, a longer prefix is used. */
const maxScanned = 6_000;
const maxScannedLonger = 2_000;
const longerBeginning = 3;
/** The maximum number of terms that are looked up in one turn of the event loop. */
const lookedUpAtOnce = 2_000;

interface Guessing {
  readonly words: readonly string[];
  readonly analyzers: readonly Analyzer[];
  readonly effort: Effort;
}

export async function guessWords(
  index: IndexReader,
  { words, analyzers, effort }: Guessing,
): Promise<Map<string, Guess>> {
  if (words.length === 0) return new Map();
  const beginnings = new Map<string, ReadonlySet<string>>();
  const splits = new Map<string, readonly (readonly [string, string])[]>();
  const lookedUp = new Set<string>();
  for (const word of words) {
    const [others, parts] = [otherBeginnings(word), splitsOf(word)];
    if (!effort.take('guesses', (others.length + 2 * parts.length) * analyzers.length)) continue;
    beginnings.set(word, new Set(others));
    splits.set(word, parts);
    for (const one of [...others, ...parts.flat()]) {
      for (const stem of stemsOf(one, analyzers)) lookedUp.add(stem);
    }
    await effort.pause();
  }
  const [scanned, terms] = await Promise.all([
    scanFor(index, words, effort),
    findTerms(index, [...lookedUp], effort),
  ]);
  const elsewhere = terms.flatMap(wordsOf);
  const known = new Set(elsewhere.map(({ word }) => word));
  const isCommon = commonTerms(analyzers);
  const guesses = new Map<string, Guess>();
  for (const word of words) {
    const spellings = [
      ...(scanned.get(word) ?? []),
      ...elsewhere.filter((one) => beginnings.get(word)?.has(one.word)),
    ];
    const split = splits.get(word)?.find((halves) => halves.every((half) => known.has(half)));
    // Many texts have a common word, such as the "in" of "log in", but are about something else.
    const halves = elsewhere.filter((one) => split?.includes(one.word) && !isCommon(one.term));
    const guessed = guess(word, { spellings, halves, analyzers, effort });
    guesses.set(word, {
      alternatives: guessed.map(({ term, weight }) => ({ term, weight })),
      counts: new Map(guessed.map(({ term, documents }) => [term, documents])),
    });
    await effort.pause();
  }
  return guesses;
}

/** Returns those of the terms that exist in the index. */
export async function findTerms(
  index: IndexReader,
  terms: readonly string[],
  effort: Effort,
): Promise<StoredTerm[]> {
  const found: StoredTerm[] = [];
  for (let start = 0; start < terms.length; start += lookedUpAtOnce) {
    const some = await index.findTerms(terms.slice(start, start + lookedUpAtOnce));
    found.push(...some.terms);
    await effort.pause();
  }
  return found;
}

/** Returns for each word the spellings in the index that begin in the same way. */
async function scanFor(
  index: IndexReader,
  words: readonly string[],
  effort: Effort,
): Promise<Map<string, readonly Spelling[]>> {
  const read = new Map<string, { readonly spellings: Spelling[]; readonly isAll: boolean }>();
  const scan = async (from: string, limit: number) => {
    const known = read.get(from);
    if (known) return known;
    const spellings = spellingsIn(await index.scanTerms({ from, to: after(from) }, limit + 1));
    const all = { spellings: spellings.slice(0, limit), isAll: spellings.length <= limit };
    read.set(from, all);
    if (!all.isAll) effort.leaveOut();
    await effort.pause();
    return all;
  };
  const scanned = new Map<string, readonly Spelling[]>();
  for (const word of words) {
    const characters = [...word];
    let found = await scan(characters[0] ?? '', maxScanned);
    if (!found.isAll && characters.length > longerBeginning) {
      found = await scan(characters.slice(0, longerBeginning).join(''), maxScannedLonger);
    }
    scanned.set(word, found.spellings);
  }
  return scanned;
}

interface Vocabulary {
  readonly spellings: readonly Spelling[];
  readonly halves: readonly Spelling[];
  readonly analyzers: readonly Analyzer[];
  readonly effort: Effort;
}

interface Guessed extends Alternative {
  readonly documents: number;
}

/** Returns the likeliest words for an unknown one, which may have a typo or lack a space or an ending. */
function guess(word: string, { spellings, halves, analyzers, effort }: Vocabulary): Guessed[] {
  const mayCompare = () => effort.take('comparisons');
  if (isCharacter(word)) return begunWith(word, spellings, { max: maxPairs, weight: 1 });
  const typos = correctionsOf(word, spellings, { mayCompare }).map(
    ({ term, documents, distance }) => ({
      term,
      documents,
      weight: typoWeights[distance] ?? 0,
    }),
  );
  if (typos.length > 0) return typos;
  if (halves.length > 0) {
    return halves.map(({ term, documents }) => ({ term, documents, weight: splitWeight }));
  }
  const alike = stemsOf(word, analyzers)
    .flatMap((stem) => correctionsOf(stem, spellings, { as: 'term', mayCompare }))
    .map(({ term, documents, distance }) => {
      return { term, documents, weight: stemShare * (typoWeights[distance] ?? 0) };
    });
  if (alike.length > 0) return alike;
  if (word.length < minBeginning) return [];
  return begunWith(word, spellings, { max: maxBeginnings, weight: beginningWeight });
}

function begunWith(
  word: string,
  spellings: readonly Spelling[],
  { max, weight }: { max: number; weight: number },
): Guessed[] {
  const begun = new Map(
    spellings.filter((one) => one.word.startsWith(word)).map((one) => [one.term, one.documents]),
  );
  return [...begun]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([term, documents]) => ({ term, documents, weight }));
}

/** Returns every term that a word may have in these languages. */
export function stemsOf(word: string, analyzers: readonly Analyzer[]): string[] {
  return [...new Set(analyzers.map((analyzer) => termOf(word, analyzer)))];
}

/** Returns the lowest text that sorts after every text with this prefix. */
function after(beginning: string): string {
  const characters = [...beginning];
  const point = (characters.pop()?.codePointAt(0) ?? 0) + 1;
  // No text contains lone surrogates.
  const next = point >= 0xd800 && point < 0xe000 ? 0xe000 : Math.min(point, 0x10ffff);
  return characters.join('') + String.fromCodePoint(next);
}

/** Parses the lines that `scanTerms` returns. A large vocabulary has thousands. */
function spellingsIn(lines: string): Spelling[] {
  const spellings: Spelling[] = [];
  for (let start = 0; start < lines.length; ) {
    const next = lines.indexOf('\n', start);
    const end = next < 0 ? lines.length : next;
    const term = lines.indexOf(' ', start) + 1;
    const words = lines.indexOf(' ', term) + 1;
    const documents = Number(lines.slice(start, term - 1));
    const spelled = lines.slice(term, words - 1);
    if (words === end) spellings.push(spelling(spelled, documents, spelled));
    else spellings.push(...wordsOf({ term: spelled, documents, words: lines.slice(words, end) }));
    start = end + 1;
  }
  return spellings;
}

function wordsOf(stored: StoredTerm): Spelling[] {
  const { term, documents } = stored;
  return spellingsOf(stored).map(([word]) => spelling(term, documents, word));
}
