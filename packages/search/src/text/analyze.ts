import { type Analyzer, termOf } from './stems.ts';
import { type Token, tokensOf } from './tokens.ts';

// Part of the index format: a change of fold, tokens or stems must increment it, and indexes of older versions are
// rebuilt.
export const analysisVersion = 1;

export interface Term extends Token {
  readonly term: string;
}

/** Returns the words of a text, each with its position and its term in the index. */
export function termsOf(text: string, analyzer: Analyzer): Term[] {
  return tokensOf(text).map(({ word, start, end }) => {
    return { word, start, end, term: termOf(word, analyzer) };
  });
}
