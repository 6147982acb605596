import { fold } from './text/fold.ts';
import { tokensOf } from './text/tokens.ts';

/** What two questions share that are the same to their readers: the words, without case, accents and marks. */
export function questionKey(question: string): string {
  const words = tokensOf(question).map(({ word }) => word);
  return words.length > 0 ? words.join(' ') : fold(question).trim();
}
