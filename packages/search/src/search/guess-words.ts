import { spellingsOf } from '../format/spellings.ts';
import type { Alternative } from '../ranking/question.ts';
import { correctionsOf, otherBeginnings, type Spelling, splitsOf } from '../ranking/typos.ts';
import type { IndexReader, StoredTerm } from '../reader.ts';
import { type Analyzer, termOf } from '../text/stems.ts';
import { isCharacter } from '../text/tokens.ts';

// What a word that the index does not have may mean there, by the tenant's own words.

export interface Guess {
  readonly alternatives: readonly Alternative[];
  /** In how many documents each of them stands. */
  readonly counts: ReadonlyMap<string, number>;
}

const typoWeights = [1, 0.8, 0.6] as const;
/** Where only the stems are alike. */
const stemShare = 0.8;
const splitWeight = 0.8;
const beginningWeight = 0.6;
const minBeginning = 4;
const maxBeginnings = 3;
/** Every pair that begins with a character has it: they are the character itself. */
const maxPairs = 24;

export async function guessWords(
  index: IndexReader,
  { words, analyzers }: { words: readonly string[]; analyzers: readonly Analyzer[] },
): Promise<Map<string, Guess>> {
  if (words.length === 0) return new Map();
  const ranges = [...new Set(words.map(firstOf))].map((from) => ({ from, to: after(from) }));
  const beginnings = new Map(words.map((word) => [word, new Set(otherBeginnings(word))]));
  const splits = new Map(words.map((word) => [word, splitsOf(word)]));
  const lookedUp = [
    ...[...beginnings.values()].flatMap((others) => [...others]),
    ...[...splits.values()].flat(2),
  ];
  const [lines, { terms }] = await Promise.all([
    index.scanTerms(ranges),
    index.findTerms([...new Set(lookedUp.flatMap((word) => stemsOf(word, analyzers)))]),
  ]);
  const scanned = new Map(ranges.map(({ from }, place) => [from, spellingsIn(lines[place] ?? '')]));
  const elsewhere = terms.flatMap(wordsOf);
  const known = new Set(elsewhere.map(({ word }) => word));
  return new Map(
    words.map((word) => {
      const spellings = [
        ...(scanned.get(firstOf(word)) ?? []),
        ...elsewhere.filter((one) => beginnings.get(word)?.has(one.word)),
      ];
      const split = splits.get(word)?.find((halves) => halves.every((half) => known.has(half)));
      const halves = elsewhere.filter((one) => split?.includes(one.word));
      const guessed = guess(word, { spellings, halves, analyzers });
      return [
        word,
        {
          alternatives: guessed.map(({ term, weight }) => ({ term, weight })),
          counts: new Map(guessed.map(({ term, documents }) => [term, documents])),
        },
      ];
    }),
  );
}

interface Vocabulary {
  readonly spellings: readonly Spelling[];
  readonly halves: readonly Spelling[];
  readonly analyzers: readonly Analyzer[];
}

interface Guessed extends Alternative {
  readonly documents: number;
}

/** The likeliest mistake that explains the word: a typo, a missing space, an ending that is missing. */
function guess(word: string, { spellings, halves, analyzers }: Vocabulary): Guessed[] {
  if (isCharacter(word)) return begunWith(word, spellings, { max: maxPairs, weight: 1 });
  const typos = correctionsOf(word, spellings).map(({ term, documents, distance }) => ({
    term,
    documents,
    weight: typoWeights[distance] ?? 0,
  }));
  if (typos.length > 0) return typos;
  if (halves.length > 0) {
    return halves.map(({ term, documents }) => ({ term, documents, weight: splitWeight }));
  }
  const alike = stemsOf(word, analyzers)
    .flatMap((stem) => correctionsOf(stem, spellings, ({ term }) => term))
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

/** Every term that a word may have in these languages. */
export function stemsOf(word: string, analyzers: readonly Analyzer[]): string[] {
  return [...new Set(analyzers.map((analyzer) => termOf(word, analyzer)))];
}

function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** The least text above every text that begins with this character. */
function after(character: string): string {
  const point = (character.codePointAt(0) ?? 0) + 1;
  // No text has surrogates alone.
  const next = point >= 0xd800 && point < 0xe000 ? 0xe000 : Math.min(point, 0x10ffff);
  return String.fromCodePoint(next);
}

/** Of lines as `scanTerms` answers them, thousands where the vocabulary is large. */
function spellingsIn(lines: string): Spelling[] {
  const spellings: Spelling[] = [];
  for (let start = 0; start < lines.length; ) {
    const next = lines.indexOf('\n', start);
    const end = next < 0 ? lines.length : next;
    const term = lines.indexOf(' ', start) + 1;
    const words = lines.indexOf(' ', term) + 1;
    const documents = Number(lines.slice(start, term - 1));
    const spelled = lines.slice(term, words - 1);
    if (words === end) spellings.push({ term: spelled, documents, word: spelled });
    else spellings.push(...wordsOf({ term: spelled, documents, words: lines.slice(words, end) }));
    start = end + 1;
  }
  return spellings;
}

function wordsOf(stored: StoredTerm): Spelling[] {
  const { term, documents } = stored;
  return spellingsOf(stored).map(([word]) => ({ term, documents, word }));
}
