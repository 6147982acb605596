import { fold } from './text/fold.ts';
import { tokensOf } from './text/tokens.ts';

/** Returns a text that equal questions share: their words, without case, accents and marks. */
export function questionKey(question: string): string {
  const words = tokensOf(question).map(({ word }) => word);
  return words.length > 0 ? words.join(' ') : fold(question).trim();
}
