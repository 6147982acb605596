import { termsOf } from '../text/analyze.ts';
import type { Analyzer } from '../text/stems.ts';
import { countInBody, countInOthers, countInTitle } from './postings.ts';

/** The searchable text of a chunk or an FAQ: a document of the index. */
export interface DocumentText {
  /** The title of a knowledge source, or the question of an FAQ. */
  readonly title: string;
  /** The headings above a chunk, or the alternate questions of an FAQ. */
  readonly others: readonly string[];
  readonly body: string;
}

/** The terms of a document in their order. */
export interface DocumentTerms {
  readonly title: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly body: readonly string[];
}

export interface AnalyzedDocument {
  readonly terms: DocumentTerms;
  /** The spellings of each term that has several in the document. */
  readonly spellings: Spellings;
}

export type Spellings = ReadonlyMap<string, readonly string[]>;

export function analyzeDocument(text: DocumentText, analyzer: Analyzer): AnalyzedDocument {
  const spellings = new Map<string, string[]>();
  // Most terms have one spelling: a list for each would be most of the allocated memory.
  const first = new Map<string, string>();
  const analyze = (part: string) =>
    termsOf(part, analyzer).map(({ word, term }) => {
      const known = first.get(term);
      if (known === undefined) {
        first.set(term, word);
        if (word !== term) spellings.set(term, [word]);
      } else if (known !== word) {
        const others = spellings.get(term);
        if (!others) spellings.set(term, [known, word]);
        else if (!others.includes(word)) others.push(word);
      }
      return term;
    });
  const terms = {
    title: analyze(text.title),
    others: text.others.map(analyze),
    body: analyze(text.body),
  };
  return { terms, spellings };
}

/** Returns every term of a document with its numbers of occurrences, packed into a byte. */
export function countTerms({ title, others, body }: DocumentTerms): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of title) counts.set(term, countInTitle(counts.get(term) ?? 0));
  for (const one of others) {
    for (const term of one) counts.set(term, countInOthers(counts.get(term) ?? 0));
  }
  for (const term of body) counts.set(term, countInBody(counts.get(term) ?? 0));
  return counts;
}

/** Returns spellings as text: a line for each term, followed by its spellings. */
export function joinSpellings(spellings: Spellings): string {
  return [...spellings].map(([term, words]) => `${term} ${words.join(' ')}`).join('\n');
}

export function splitSpellings(text: string): Map<string, string[]> {
  if (text === '') return new Map();
  const lines = text.split('\n').map((line) => line.split(' '));
  return new Map(lines.map(([term = '', ...spellings]) => [term, spellings]));
}

// As text: a line for the title, one for each of the others, and the last for the body. No term has a
// space or a line end.
export function joinTerms({ title, others, body }: DocumentTerms): string {
  return [title, ...others, body].map((terms) => terms.join(' ')).join('\n');
}

export function splitTerms(text: string): DocumentTerms {
  const lines = text.split('\n').map((line) => (line === '' ? [] : line.split(' ')));
  const body = lines.pop() ?? [];
  const title = lines.shift() ?? [];
  return { title, others: lines, body };
}
