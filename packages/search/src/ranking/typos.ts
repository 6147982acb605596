/**
 * Insertions, deletions, substitutions and swaps of neighbours between two words; more than `max` is
 * answered as `max + 1`.
 */
export function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(before, j - 2) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap reaches back over one row.
    if (least > max && i > 1 && Math.min(...last) > max) return max + 1;
    before = last;
    last = row;
  }
  return Math.min(at(last, b.length), max + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

/** How many typos a word may have. Short ones are too alike; what has digits is a number or a code. */
export function typosIn(word: string): 0 | 1 | 2 {
  if (!/^\p{L}{3,}$/u.test(word)) return 0;
  return word.length >= 8 ? 2 : 1;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Words that one typo at the beginning could have made into this one. */
export function otherBeginnings(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return [];
  const rest = word.slice(1);
  return [
    rest,
    `${word[1]}${word[0]}${word.slice(2)}`,
    ...letters.flatMap((letter) => [letter + rest, letter + word]),
  ].filter((other) => other !== word);
}

/** Words that were written as one. */
export function splitsOf(word: string): [string, string][] {
  if (!/^\p{L}{6,}$/u.test(word)) return [];
  return Array.from({ length: word.length - 5 }, (_, index) => [
    word.slice(0, index + 3),
    word.slice(index + 3),
  ]);
}

export interface Spelling {
  readonly term: string;
  readonly documents: number;
  readonly word: string;
}

export interface Correction {
  readonly term: string;
  readonly documents: number;
  readonly distance: number;
}

const maxCorrections = 3;

/** The nearest terms, the more common first: at most three. */
export function correctionsOf(
  word: string,
  spellings: Iterable<Spelling>,
  spelledAs: (spelling: Spelling) => string = (spelling) => spelling.word,
): Correction[] {
  const max = typosIn(word);
  if (max === 0) return [];
  const nearest = new Map<string, { distance: number; documents: number }>();
  for (const spelling of spellings) {
    const { term, documents } = spelling;
    const far = distance(word, spelledAs(spelling), max);
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
