import { fold } from './text/fold.ts';
import { tokensOf } from './text/tokens.ts';

/**
 * Returns a text that is the same for questions with the same words: the words without case, accents and punctuation.
 */
export function questionKey(question: string): string {
  const words = tokensOf(question).map(({ word }) => word);
  return words.length > 0 ? words.join(' ') : fold(question).trim();
}
