import { createRandom } from './noise.ts';

export interface Writer {
  title(): string;
  /** A heading and a paragraph of one chunk. */
  section(): string;
  question(): string;
}

const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  );
const everyday =
  'the of and to in is you your for on with can that how what are it or from this be we if do not when where will an as at by our have has'.split(
    ' ',
  );
const vocabulary = 60_000;
const everydayShare = 0.45;

/** Texts with the word frequencies of a language: some words everywhere, most hardly ever. */
export function createWriter(seed: number): Writer {
  const random = createRandom(seed);
  const cumulated: number[] = [];
  let total = 0;
  for (let rank = 0; rank < vocabulary; rank += 1) {
    total += 1 / (rank + 8);
    cumulated.push(total);
  }
  const word = () => {
    if (random() < everydayShare) {
      return everyday[Math.floor(random() ** 2 * everyday.length)] ?? '';
    }
    return wordOf(rankOf(cumulated, random() * total));
  };
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  return {
    title: () => words(6),
    section: () => `## ${words(3)}\n\n${words(150)}`,
    question: () => words(4 + Math.floor(random() * 9)),
  };
}

function rankOf(cumulated: readonly number[], value: number): number {
  let low = 0;
  let high = cumulated.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulated[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 7; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? '';
  }
  return word;
}
