import { LRUCache } from 'lru-cache';
import { detached } from '../characters.ts';
import { cutAt } from '../chunks/chunk.ts';
import { fold } from './fold.ts';

// Regular expressions instead of Intl.Segmenter, which takes thirty times as long: minutes for one long text. It also
// splits words by the ICU of the running Node, so that an index would depend on it.

export interface Token {
  /** The word in lower case without accents; in scripts without spaces, two characters. */
  readonly word: string;
  /** The position of the token in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The maximum number of UTF-16 units of a word. Longer tokens are encoded data, keys or lines of letters. */
const maxWordLength = 48;
const maxCachedWords = 50_000;

// A run of letters, or one of digits: "iphone15" and "iPhone 15" have the same words. Invisible characters within a
// word belong to it, and so does the end of an English contraction.
const runs =
  /\p{L}[\p{L}\p{M}\u00ad\u200b-\u200d\u2060]*(?:['’ʼ＇](?=(s|t|re|ve|ll|d|m)(?![\p{L}\p{N}]))\1)?|\p{N}+/giu;
/** Words that need no more than lower case, which takes less time than the cache. */
const ascii = /^[a-z\d]+$/i;
const apostrophe = /['’ʼ＇]/;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;
const stretches = new RegExp(`(?:${unspaced.source}\\p{M}*)+|(?:(?!${unspaced.source}).)+`, 'gsu');
const characters = /.\p{M}*/gsu;
const notOfWords = /[^\p{L}\p{N}\p{M}]/gu;
/** The first code point that may be of a script without spaces. Lower ones are of scripts with spaces, such as Latin. */
const firstUnspaced = 0x0e00;

/**
 * Returns the words of a text in order. In scripts without spaces, returns every pair of adjacent characters and,
 * unless it is a query, the last character alone, so that each character begins a token.
 */
export function tokensOf(text: string, { query = false } = {}): Token[] {
  const tokens: Token[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (mayBeUnspaced(run) && unspaced.test(run)) pushStretches(tokens, run, index, query);
    else pushWord(tokens, run, index);
  }
  return tokens;
}

/** Returns whether a word is a single character of a script without spaces, which can start any pair. */
export function isCharacter(word: string): boolean {
  return mayBeUnspaced(word) && unspaced.test(word) && word.match(characters)?.length === 1;
}

function pushStretches(tokens: Token[], run: string, start: number, query: boolean): void {
  for (const { 0: stretch, index } of run.matchAll(stretches)) {
    if (unspaced.test(stretch)) pushPairs(tokens, stretch, start + index, query);
    else pushWord(tokens, stretch, start + index);
  }
}

function pushPairs(tokens: Token[], stretch: string, start: number, query: boolean): void {
  const all = [...stretch.matchAll(characters)];
  all.forEach(({ 0: character, index }, place) => {
    const next = all[place + 1]?.[0] ?? '';
    if (next === '' && query && all.length > 1) return;
    const word = cutAt(folded(character + next), maxWordLength);
    if (word === '') return;
    tokens.push({
      word,
      start: start + index,
      end: start + index + character.length + next.length,
    });
  });
}

function pushWord(tokens: Token[], run: string, start: number): void {
  const word = cutAt(folded(run), maxWordLength);
  if (word !== '') tokens.push({ word, start, end: start + run.length });
}

// Created at the first use: it allocates all of its memory, and many programs import this module without using it.
let known: LRUCache<string, string> | undefined;

function folded(run: string): string {
  if (ascii.test(run)) return run.toLowerCase();
  known ??= new LRUCache({ max: maxCachedWords });
  const found = known.get(run);
  if (found !== undefined) return found;
  const word = fold(withoutContraction(run)).replace(notOfWords, '');
  if (run.length <= maxWordLength) known.set(detached(run), detached(word));
  return word;
}

/**
 * Removes an apostrophe and what follows, such as "'s" in "what's". Keeps the "t" of "don't", because many people write
 * "dont".
 */
function withoutContraction(run: string): string {
  const at = run.search(apostrophe);
  if (at < 0) return run;
  return /^t$/i.test(run.slice(at + 1)) ? run.slice(0, at) + run.slice(at + 1) : run.slice(0, at);
}

function mayBeUnspaced(run: string): boolean {
  for (let index = 0; index < run.length; index += 1) {
    if (run.charCodeAt(index) >= firstUnspaced) return true;
  }
  return false;
}
