import { tokensOf } from './tokens.ts';

/**
 * A parsed query. Every text is valid: an unknown operator is a word or is ignored. A query without words finds nothing,
 * even if it has excluded terms.
 */
export interface ParsedQuery {
  /** Every word to search for, each once, including those of phrases. */
  readonly words: readonly string[];
  /** The words of the query in their order, as indexes of `words`. */
  readonly sequence: readonly number[];
  /** Phrases in quotes: their words must occur one after the other. */
  readonly phrases: readonly (readonly string[])[];
  /** Excluded terms. `-word` excludes one word, and `-"two words"` a pair of adjacent words. */
  readonly excluded: readonly (readonly string[])[];
}

/** The longest query, in Unicode characters: an emoji counts as one, though it has two UTF-16 units. */
export const maxQueryLength = 500;
/**
 * The maximum number of words that count, except required words, which all count. More do not make a question clearer,
 * and each costs an index lookup.
 */
const maxWords = 64;

interface Part {
  readonly words: string[];
  readonly kind: 'plain' | 'phrase' | 'excluded';
}

export interface Parsing {
  /** Whether a record must contain every word, including unquoted ones. */
  readonly needsAll?: boolean;
}

export function parseQuery(text: string, { needsAll = false }: Parsing = {}): ParsedQuery {
  return assemble(partsOf(text.length > maxQueryLength ? beginning(text) : text), needsAll);
}

function beginning(text: string): string {
  // Enough for all of them: a character has two units at most.
  return [...text.slice(0, 2 * maxQueryLength)].slice(0, maxQueryLength).join('');
}

function assemble(parts: readonly Part[], needsAll: boolean): ParsedQuery {
  const isNeeded = ({ kind }: Part) => kind === 'phrase' || (needsAll && kind === 'plain');
  const needed = new Set(parts.filter(isNeeded).flatMap(({ words }) => words));
  let left = Math.max(0, maxWords - needed.size);
  const places = new Map<string, number>();
  const sequence: number[] = [];
  for (const { words, kind } of parts) {
    if (kind === 'excluded') continue;
    for (const word of words) {
      if (!places.has(word) && !needed.has(word)) {
        if (left === 0) continue;
        left -= 1;
      }
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      sequence.push(place);
    }
  }
  const of = (kind: Part['kind']) =>
    parts.filter((part) => part.kind === kind).map(({ words }) => words);
  return {
    words: [...places.keys()],
    sequence,
    phrases: of('phrase'),
    excluded: of('excluded'),
  };
}

const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);
// A minus counts where a word begins and something follows: "covid-19" and "a - b" have none.
const refusal = /(?<=^|\s)-(?=[\p{L}\p{N}"“„«])/uy;
const word = /\S+/y;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const push = (content: string, kind: Part['kind']) => {
    const words = tokensOf(content, { query: true }).map((token) => token.word);
    if (words.length > 0) parts.push({ words, kind });
  };
  let plainFrom = 0;
  for (let at = 0; at < text.length; ) {
    refusal.lastIndex = at;
    const refused = refusal.test(text);
    const opens = at + (refused ? 1 : 0);
    const quoted = quotedAt(text, opens);
    if (!refused && quoted === undefined) {
      at += 1;
      continue;
    }
    push(text.slice(plainFrom, at), 'plain');
    word.lastIndex = opens;
    const content = quoted ?? word.exec(text)?.[0] ?? '';
    push(content, refused ? 'excluded' : 'phrase');
    at = opens + content.length + (quoted === undefined ? 0 : 2);
    plainFrom = at;
  }
  push(text.slice(plainFrom), 'plain');
  return parts;
}

/**
 * Returns the text in the quotes that open at a position; undefined for an unclosed quote, which is an ordinary
 * character.
 */
function quotedAt(text: string, opens: number): string | undefined {
  const closing = quotes.get(text[opens] ?? '');
  if (closing === undefined) return undefined;
  const closes = text.indexOf(closing, opens + 1);
  return closes < 0 ? undefined : text.slice(opens + 1, closes);
}
