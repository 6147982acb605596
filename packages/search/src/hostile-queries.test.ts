import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import { type IndexedRecord, readerOf } from './memory.ts';
import { prepareFaq } from './prepare.ts';
import type { FaqReader, IndexReader } from './reader.ts';
import { searchFaqs } from './search/search.ts';
import { analyzers } from './text/stems.ts';

// A tenant chooses its texts and its queries. This index has the most work for every query: it has each word that a
// search looks up, in very many documents, and thousands of similar words. The work is counted, so that the result does
// not depend on the machine.

/** The maximum work of one search. The bounds in search/ allow this much of each kind. */
const budget = {
  /** Terms that are looked up. */
  lookups: 8_000,
  /** Similar words that are read: for 16 words, first with one letter, then with three. */
  scanned: 16 * (6_001 + 2_001),
  /** Entries of posting lists: the limit, and one word that is always read, with its 24 alternatives. */
  postings: 3_000_000 + 24 * 100_000,
  /** Documents that are read. */
  documents: 2 * 1_000,
};
type Work = Record<keyof typeof budget, number>;

const documentsOfTerm = 100_000;
const everyLanguage = Object.fromEntries(analyzers.map((analyzer) => [analyzer, 1]));

function countingReader(work: Work): FaqReader {
  const reader = readerOf([records], () => true);
  return { ...reader, indexes: reader.indexes.map((index) => worstOf(index, work)) };
}

function worstOf(index: IndexReader, work: Work): IndexReader {
  return {
    ...index,
    async findTerms(terms) {
      work.lookups += terms.length;
      const { head } = await index.findTerms([]);
      return {
        head: head && { ...head, documents: 1_000_000, analyzers: everyLanguage },
        // Every other word is unknown, so that the search guesses.
        terms: terms
          .filter(({ length }) => length % 2 === 0)
          .map((term) => ({ term, documents: documentsOfTerm, words: null })),
      };
    },
    async scanTerms({ from }, limit) {
      work.scanned += limit;
      return similarTo(from).slice(0, limit).join('\n');
    },
    async readPostings(terms) {
      work.postings += terms.length * documentsOfTerm;
      return await index.readPostings(terms);
    },
    async readPlacedChunks(places) {
      work.documents += places.length;
      return await index.readPlacedChunks(places);
    },
  };
}

const words = ['refund', 'parcel', 'address', 'invoice'];
const records: readonly IndexedRecord[] = Array.from({ length: 100 }, (_, place) => {
  const question = `${words.join(' ')} ${place}`;
  const faq = { question, alternateQuestions: [], answer: words.join(' '), language: 'en' };
  const id = `faq_${place}`;
  return { id, revision: place, found: prepareFaq(faq), updatedAt: '', questions: [question] };
});

const similar = new Map<string, readonly string[]>();
/** Returns lines of the index for words that begin like this. */
function similarTo(beginning: string): readonly string[] {
  const known = similar.get(beginning);
  if (known) return known;
  const lines = Array.from({ length: 6_001 }, (_, place) => {
    const rest = place.toString(26).replace(/./g, (digit) => letters[parseInt(digit, 26)] ?? '');
    return `${documentsOfTerm} ${beginning}${rest} `;
  });
  similar.set(beginning, lines);
  return lines;
}
const letters = 'etaoinshrdlucmfwypvbgkjqxz';

const word = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('返', '品', 'ไ', 'ท', '한', 'é', 'ß', '1', '.', '-', "'") }),
);
const query = fc
  .array(fc.record({ before: fc.constantFrom(' ', ' -', ' "', '" ', ''), word }), {
    minLength: 1,
    maxLength: 80,
    size: 'max',
  })
  .map((parts) =>
    parts
      .map(({ before, word }) => before + word)
      .join('')
      .slice(0, 500),
  )
  .filter((q) => q.trim() !== '');

test('no query of 500 characters makes a search exceed its budget of work', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom('any', 'all', 'phrase'), async (q, match) => {
      const work: Work = { lookups: 0, scanned: 0, postings: 0, documents: 0 };
      await searchFaqs(countingReader(work), { q, match, limit: 20 });
      for (const [kind, steps] of Object.entries(work)) {
        expect(steps, kind).toBeLessThanOrEqual(budget[kind as keyof Work]);
      }
    }),
    { seed, numRuns: 25 },
  );
});
