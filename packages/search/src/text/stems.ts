import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { LRUCache } from 'lru-cache';
import { stem as english } from 'porter2';
import { detached } from '../characters.ts';
import { fold } from './fold.ts';

// Snowball's stemmers. @orama/stemmers holds the other languages as Snowball has them, but for
// English only the older Porter stemmer, and that with a fault ("abolitions" becomes "aboli").
//
// Users often omit accents, in questions more than in texts. So a word is folded first, and regains the accents of the
// endings that the stemmer needs. The stem is folded again: with and without accents, the term is the same. A few plurals
// that Snowball misses are handled in the same way.

interface Language {
  readonly stem: (word: string) => string;
  readonly endings: readonly (readonly [RegExp, string])[];
}

const languages = {
  en: { stem: english, endings: [] },
  es: {
    stem: spanish,
    endings: [
      [/([cs])ion$/, '$1ión'],
      [/logia(s?)$/, 'logía$1'],
    ],
  },
  pt: {
    stem: portuguese,
    endings: [
      [/oes$/, 'ao'],
      [/cao$/, 'ção'],
      [/ao$/, 'ão'],
      [/encia(s?)$/, 'ência$1'],
    ],
  },
  fr: {
    stem: french,
    endings: [
      [/ee(s?)$/, 'ée$1'],
      [/ite(s?)$/, 'ité$1'],
      [/(..)os$/, '$1o'],
    ],
  },
  de: { stem: german, endings: [] },
  it: { stem: italian, endings: [[/ita$/, 'ità']] },
  nl: { stem: dutch, endings: [] },
} as const satisfies Record<string, Language>;

/** How words become terms: by the stemmer of a language, or unchanged (`none`). */
export type Analyzer = keyof typeof languages | 'none';

export const analyzers: readonly Analyzer[] = ['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'none'];

export function isAnalyzer(name: string): name is Analyzer {
  return name === 'none' || isStemmed(name);
}

const maxCachedStems = 50_000;
const latin = /^[a-z]+$/;

/** Returns the analyzer for the first subtag of a BCP 47 tag. Languages without a stemmer share `none`. */
export function analyzerOf(language: string): Analyzer {
  const subtag = language.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return isStemmed(subtag) ? subtag : 'none';
}

/** Returns the term of a word that is in lower case without accents. */
export function termOf(word: string, analyzer: Analyzer): string {
  if (analyzer === 'none' || word.length < 3 || !latin.test(word)) return word;
  // Takes less time than the cache.
  if (analyzer === 'en') return english(word);
  const stems = cacheOf(analyzer);
  const found = stems.get(word);
  if (found !== undefined) return found;
  const { stem, endings }: Language = languages[analyzer];
  const spelled = endings.reduce(
    (text, [ending, accented]) => text.replace(ending, accented),
    word,
  );
  const term = detached(fold(stem(spelled)));
  stems.set(detached(word), term);
  return term;
}

function isStemmed(subtag: string): subtag is keyof typeof languages {
  return Object.hasOwn(languages, subtag);
}

const caches = new Map<Analyzer, LRUCache<string, string>>();

function cacheOf(analyzer: Analyzer): LRUCache<string, string> {
  const known = caches.get(analyzer);
  if (known) return known;
  const cache = new LRUCache<string, string>({ max: maxCachedStems });
  caches.set(analyzer, cache);
  return cache;
}
