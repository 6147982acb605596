// Rows of the table of distances, shared by all calls: no code awaits while it uses them. No word is longer.
const longest = 64;
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 1));

/**
 * Returns the number of insertions, deletions, substitutions and swaps of adjacent letters between two words;
 * `max + 1` if there are more than `max`. Words whose lengths differ by more than `max` are not compared.
 */
export function distance(a: string, b: string, max: number): number {
  const tooFar = max + 1;
  if (Math.abs(a.length - b.length) > max) return tooFar;
  if (a.length > longest || b.length > longest) return a === b ? 0 : tooFar;
  let [before, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j += 1) last[j] = Math.min(j, tooFar);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i += 1) {
    // More than `max` columns from the diagonal, every distance is too large.
    const from = Math.max(1, i - max);
    const to = Math.min(b.length, i + max);
    row[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar;
    if (to < b.length) row[to + 1] = tooFar;
    let least = row[from - 1] as number;
    const letter = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(j - 1);
      let cost = (last[j - 1] as number) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (last[j] as number) + 1, (row[j - 1] as number) + 1, tooFar);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // A swap reaches back over one row.
    if (least > max && leastBefore > max) return tooFar;
    leastBefore = least;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] as number;
}

/** Returns which letters a word has, one bit for each. Words with very different bits need not be compared. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Returns whether two words can be within `max` typos by their letters: a typo changes two letters at most. */
function mayBeNear(a: number, b: number, max: number): boolean {
  let differing = a ^ b;
  for (let left = 2 * max; differing !== 0; left -= 1) {
    if (left === 0) return false;
    differing &= differing - 1;
  }
  return true;
}

/**
 * Returns the number of typos that a word may have. Short words are too similar; a word with digits is a number or a
 * code.
 */
export function typosIn(word: string): 0 | 1 | 2 {
  if (!/^\p{L}{3,}$/u.test(word)) return 0;
  return word.length >= 8 ? 2 : 1;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Returns the words from which one typo at the beginning could have made this one. */
export function otherBeginnings(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return [];
  const rest = word.slice(1);
  return [
    rest,
    `${word[1]}${word[0]}${word.slice(2)}`,
    ...letters.flatMap((letter) => [letter + rest, letter + word]),
  ].filter((other) => other !== word);
}

/** Returns the pairs of words that were perhaps written as one. */
export function splitsOf(word: string): [string, string][] {
  if (!/^\p{L}{4,}$/u.test(word)) return [];
  return Array.from({ length: word.length - 3 }, (_, index) => [
    word.slice(0, index + 2),
    word.slice(index + 2),
  ]);
}

export interface Spelling {
  readonly term: string;
  readonly documents: number;
  readonly word: string;
  /** The result of `lettersOf` for the word, and for the term. */
  readonly letters: number;
  readonly termLetters: number;
}

export function spelling(term: string, documents: number, word: string): Spelling {
  const letters = lettersOf(word);
  return { term, documents, word, letters, termLetters: word === term ? letters : lettersOf(term) };
}

export interface Correction {
  readonly term: string;
  readonly documents: number;
  readonly distance: number;
}

const maxCorrections = 3;

interface Correcting {
  /** Whether the word or the term of a spelling is compared. Default: the word. */
  readonly as?: 'word' | 'term';
  /** Called before each comparison. If it returns false, no more comparisons are made. */
  readonly mayCompare: () => boolean;
}

/** Returns the three nearest terms at most. Among equals, the more common come first. */
export function correctionsOf(
  word: string,
  spellings: Iterable<Spelling>,
  { as = 'word', mayCompare }: Correcting,
): Correction[] {
  const max = typosIn(word);
  if (max === 0) return [];
  const letters = lettersOf(word);
  const nearest = new Map<string, { distance: number; documents: number }>();
  for (const one of spellings) {
    const { term, documents } = one;
    const spelled = one[as];
    if (Math.abs(spelled.length - word.length) > max) continue;
    if (!mayBeNear(letters, as === 'word' ? one.letters : one.termLetters, max)) continue;
    if (!mayCompare()) break;
    const far = distance(word, spelled, max);
    if (far > max || far === 0) continue;
    const known = nearest.get(term);
    if (!known || far < known.distance) nearest.set(term, { distance: far, documents });
  }
  return [...nearest]
    .map(([term, found]) => ({ term, ...found }))
    .sort(
      (a, b) => a.distance - b.distance || b.documents - a.documents || (a.term < b.term ? -1 : 1),
    )
    .slice(0, maxCorrections);
}
