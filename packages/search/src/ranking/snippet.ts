import { cutAt } from '../chunks/chunk.ts';
import { termsOf } from '../text/analyze.ts';
import type { Analyzer } from '../text/stems.ts';

export interface Excerpt {
  readonly text: string;
  /** The ranges of the query words in `text`, in UTF-16 units and in order. */
  readonly highlights: [number, number][];
}

export const excerptLength = 320;
const before = 60;

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** Returns the part of a text that matches a query best. `weights` has the weight of each term. */
export function excerptOf(
  text: string,
  analyzer: Analyzer,
  weights: ReadonlyMap<string, number>,
): Excerpt {
  const hits = termsOf(text, analyzer).filter(({ term }) => weights.has(term));
  if (text.length <= excerptLength) return { text, highlights: merged(hits) };
  const [from, to] = window(text, hits, weights);
  const opening = from > 0 ? '…' : '';
  const closing = to < text.length ? '…' : '';
  const shift = opening.length - from;
  const inside = hits.filter(({ start, end }) => start >= from && end <= to);
  return {
    text: opening + text.slice(from, to) + closing,
    highlights: merged(inside).map(([start, end]) => [start + shift, end + shift]),
  };
}

/** Returns ranges without overlaps. Words overlap in scripts without spaces, where each is a pair of characters. */
function merged(hits: readonly Hit[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of hits) {
    const last = ranges.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

/**
 * Returns the range in which most query words occur together. The number of different words counts most; each
 * repetition adds only a little.
 */
function window(
  text: string,
  hits: readonly Hit[],
  weights: ReadonlyMap<string, number>,
): [number, number] {
  let best = { value: 0, start: 0 };
  const room = excerptLength - before;
  const times = new Map<string, number>();
  const share = (term: string, nth: number) => (weights.get(term) ?? 0) / (1 + 9 * nth);
  let value = 0;
  let next = 0;
  for (const first of hits) {
    for (let hit = hits[next]; hit && hit.end <= first.start + room; hit = hits[next]) {
      const known = times.get(hit.term) ?? 0;
      value += share(hit.term, known);
      times.set(hit.term, known + 1);
      next += 1;
    }
    // A little more is a rounding error.
    if (value > best.value + 1e-9) best = { value, start: first.start };
    const left = (times.get(first.term) ?? 1) - 1;
    value -= share(first.term, left);
    times.set(first.term, left);
  }
  const from = startNear(text, best.start);
  return [from, endNear(text, Math.min(text.length, from + excerptLength))];
}

const sentenceStart = /(?:^|[.!?…]\s+|[。！？]|\n)(?=\S)/g;

/** Returns the start of the sentence before a position, or of a word. */
function startNear(text: string, position: number): number {
  const earliest = Math.max(0, position - before);
  if (earliest === 0) return 0;
  const lead = text.slice(earliest, position + 1);
  const sentence = [...lead.matchAll(sentenceStart)].at(-1);
  if (sentence && sentence.index > 0) return earliest + sentence.index + sentence[0].length;
  const space = lead.search(/\s\S/);
  return space >= 0 ? earliest + space + 1 : position;
}

/** Returns the end of a word before a position, or of a character if there is none. */
function endNear(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const space = text.lastIndexOf(' ', position);
  if (space > position - before) return space;
  return cutAt(text, position).length;
}
