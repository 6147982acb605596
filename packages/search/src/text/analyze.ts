import { type Analyzer, termOf } from './stems.ts';
import { type Token, tokensOf } from './tokens.ts';

// Part of what makes an index: whoever changes what texts become (fold, tokens, stems) raises it,
// and indexes of older versions are built anew.
export const analysisVersion = 1;

export interface Term extends Token {
  readonly term: string;
}

/** A text as it is indexed. */
export function termsOf(text: string, analyzer: Analyzer): Term[] {
  return tokensOf(text).map(({ word, start, end }) => {
    return { word, start, end, term: termOf(word, analyzer) };
  });
}
