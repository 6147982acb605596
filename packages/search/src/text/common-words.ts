import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { type Analyzer, termOf } from './stems.ts';
import { tokensOf } from './tokens.ts';

// The words that every text of a language has. They are searched like all others, because some questions differ only by
// "what" and "how". But an index of a few documents cannot know that they are common, and would treat a missing one as
// the rarest word.

const words: Readonly<Record<Exclude<Analyzer, 'none'>, readonly string[]>> = {
  en: english,
  es: spanish,
  pt: portuguese,
  fr: french,
  de: german,
  it: italian,
  nl: dutch,
};

/** Returns a function that tells whether a term is a common word in these languages. */
export function commonTerms(analyzers: readonly Analyzer[]): (term: string) => boolean {
  const sets = analyzers.map(termsIn);
  return (term) => sets.some((set) => set.has(term));
}

const known = new Map<Analyzer, ReadonlySet<string>>();

function termsIn(analyzer: Analyzer): ReadonlySet<string> {
  const found = known.get(analyzer);
  if (found) return found;
  const list = analyzer === 'none' ? [] : words[analyzer];
  const terms = new Set(tokensOf(list.join(' ')).map(({ word }) => termOf(word, analyzer)));
  known.set(analyzer, terms);
  return terms;
}
