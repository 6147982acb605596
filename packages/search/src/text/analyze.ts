import { type Analyzer, termOf } from './stems.ts';
import { type Token, tokensOf } from './tokens.ts';

// A part of the index format. Increment it with every change of fold, tokens or stems, so that indexes of older
// versions are rebuilt.
export const analysisVersion = 2;

export interface Term extends Token {
  readonly term: string;
}

/** Returns the words of a text, each with its position and its term in the index. */
export function termsOf(text: string, analyzer: Analyzer): Term[] {
  return tokensOf(text).map(({ word, start, end }) => {
    return { word, start, end, term: termOf(word, analyzer) };
  });
}
