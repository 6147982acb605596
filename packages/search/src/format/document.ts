import { termsOf } from '../text/analyze.ts';
import type { Analyzer } from '../text/stems.ts';
import { type Counts, packCounts } from './postings.ts';

/** What a chunk of a source, or a FAQ, is found by. */
export interface DocumentText {
  /** The title of a source, or the question of a FAQ. */
  readonly title: string;
  /** The headings above a chunk, or the other questions. */
  readonly others: readonly string[];
  readonly body: string;
}

/** A document as its terms, in their order. */
export interface DocumentTerms {
  readonly title: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly body: readonly string[];
}

export interface AnalyzedDocument {
  readonly terms: DocumentTerms;
  /** The spellings of each term. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

export function analyzeDocument(text: DocumentText, analyzer: Analyzer): AnalyzedDocument {
  const words = new Map<string, Set<string>>();
  const analyze = (part: string) =>
    termsOf(part, analyzer).map(({ term, word }) => {
      const known = words.get(term);
      if (known) known.add(word);
      else words.set(term, new Set([word]));
      return term;
    });
  const terms = {
    title: analyze(text.title),
    others: text.others.map(analyze),
    body: analyze(text.body),
  };
  return { terms, words };
}

/** Every term with its packed counts. */
export function countTerms({ title, others, body }: DocumentTerms): Map<string, number> {
  const counts = new Map<string, [number, number, number]>();
  const count = (terms: readonly string[], field: 0 | 1 | 2) => {
    for (const term of terms) {
      const known = counts.get(term);
      if (known) known[field] += 1;
      else {
        const fresh: [number, number, number] = [0, 0, 0];
        fresh[field] = 1;
        counts.set(term, fresh);
      }
    }
  };
  count(title, 0);
  for (const one of others) count(one, 1);
  count(body, 2);
  return new Map([...counts].map(([term, each]) => [term, packCounts(each satisfies Counts)]));
}

/** How its terms are spelled, as text: a line for each that is not spelled as it is. */
export function joinSpellings(words: AnalyzedDocument['words']): string {
  return [...words]
    .filter(([term, spellings]) => spellings.size > 1 || !spellings.has(term))
    .map(([term, spellings]) => [term, ...spellings].join(' '))
    .join('\n');
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
