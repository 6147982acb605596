import { expect, test } from 'vitest';
import { createRandom } from '../../test/noise.ts';
import { type IndexedRecord, readerOf } from '../memory.ts';
import { prepareFaq, prepareSource } from '../prepare.ts';
import type { FaqReader, IndexReader } from '../reader.ts';
import { pageOf, readPosition, type SearchPosition, writePosition } from './page.ts';
import { searchFaqs, searchSources } from './search.ts';

interface Found {
  readonly id: string;
  readonly score: number;
}

const found = (count: number, scoreOf: (place: number) => number): Found[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `faq_${String(place).padStart(26, '0')}`,
    score: scoreOf(place),
  }));

const idsOf = (records: readonly Pick<Found, 'id'>[]) => records.map(({ id }) => id);
const equal = found(40, () => 0.6);

async function pageAfter(records: readonly Found[], after: SearchPosition | undefined, limit = 5) {
  const passagesOf = async () => [];
  return await pageOf(records, { q: 'lamp', limit, after }, { bandOf: () => '', passagesOf });
}

async function positionAfter(records: readonly Found[], pages: number, limit = 5) {
  let after: SearchPosition | undefined;
  for (let page = 0; page < pages; page += 1) {
    after = (await pageAfter(records, after, limit)).after ?? undefined;
  }
  if (!after) throw new Error('the list has ended');
  return readPosition(after.id, writePosition(after));
}

test.each([
  ['alike', () => 0.6],
  ['in steps', (place: number) => 0.9 - place / 100],
])(
  'of records that score %s none is lost when the last ones shown are gone',
  async (_, scoreOf) => {
    const records = found(40, scoreOf);
    for (const limit of [1, 3, 10]) {
      const shown = 3 * limit;
      const after = await positionAfter(records, 3, limit);
      for (let gone = 1; gone < Math.min(shown, 10); gone += 1) {
        const left = records.toSpliced(shown - gone, gone);
        const rest = await pageAfter(left, after, 50);
        expect(idsOf(rest.shown), `${limit}, ${gone} gone`).toEqual(idsOf(records.slice(shown)));
      }
    }
  },
);

test('the next page continues at its position when records were removed', async () => {
  const after = await positionAfter(equal, 1);
  const left = equal.toSpliced(4, 1).map((record) => ({ ...record, score: 0.61 }));
  expect(idsOf((await pageAfter(left, after, 50)).shown)).toEqual(idsOf(equal.slice(5)));
  const none = equal.slice(5).map((record) => ({ ...record, score: 0.61 }));
  expect(idsOf((await pageAfter(none, after, 50)).shown)).toEqual(idsOf(none));
});

test('when all records of a cursor are gone, a record can repeat, but none is lost', async () => {
  const after = await positionAfter(equal, 4);
  const left = equal.toSpliced(8, 12);
  expect(idsOf((await pageAfter(left, after, 50)).shown)).toEqual(idsOf(left));
});

test.each([
  ['have several chunks', true],
  ['have the same text', false],
])(
  'pages show each source once when more sources match than are read closely and %s',
  async (_, vary) => {
    const random = createRandom(5);
    const wordOf = (number: number) =>
      `w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    const wordsOf = (count: number) =>
      Array.from({ length: count }, () => wordOf(Math.floor(random() ** 2 * 300))).join(' ');
    const sources = found(120, () => 0).map(({ id }, place): IndexedRecord => {
      const content = vary
        ? Array.from({ length: 1 + Math.floor(random() * 8) }, () => `${wordsOf(150)}.`).join(
            '\n\n',
          )
        : 'wa wb wc';
      const title = vary ? wordsOf(3) : 'Title';
      return {
        id,
        revision: 1 + place,
        found: prepareSource({ title, content, format: 'text', language: 'en' }),
        // The last changed source was indexed first: a change of its tags does not index it again.
        updatedAt: `2026-01-01T00:00:00.${String(999 - place)}Z`,
        questions: [],
      };
    });
    const reader = readerOf([sources], () => true);
    for (const q of ['wa', 'wa wbb', 'wb wbc wbda', 'wc wjj wcbb']) {
      const shown: string[] = [];
      let after: SearchPosition | undefined;
      do {
        const page = await searchSources(reader, { q, limit: 5, after, snippets: 0 });
        shown.push(...idsOf(page.hits));
        after = page.after ?? undefined;
      } while (after);
      const { hits } = await searchSources(reader, { q, limit: 1_000, snippets: 0 });
      expect(shown, q).toEqual(idsOf(hits));
    }
  },
);

const recordOf = (revision: number, content = 'lamp'): IndexedRecord => ({
  id: 'src_1',
  revision,
  found: prepareSource({ title: 'Things', content, format: 'text', language: 'en' }),
  updatedAt: '2026-01-01T00:00:00.000Z',
  questions: [],
});

type Step = 'readPostings' | 'readPlacedChunks';

/** Searches an index in which the second record replaces the first one directly before a step of the search. */
async function searchDuring(
  step: Step,
  q: string,
  records: readonly [IndexedRecord, IndexedRecord],
) {
  const [before, after] = records.map((record) => readerOf([[record]], () => true)) as [
    FaqReader,
    FaqReader,
  ];
  let reader = before;
  const now = () => reader.indexes[0] as IndexReader;
  const change = (asked: Step) => {
    if (asked === step) reader = after;
    return now();
  };
  const index: IndexReader = {
    findTerms: (terms) => now().findTerms(terms),
    scanTerms: (range, limit) => now().scanTerms(range, limit),
    filterRevisions: () => now().filterRevisions(),
    readPostings: (terms) => change('readPostings').readPostings(terms),
    readPlacedChunks: (places) => change('readPlacedChunks').readPlacedChunks(places),
  };
  const { hits } = await searchSources({ ...after, indexes: [index] }, { q, limit: 5 });
  return idsOf(hits);
}

test.each(['readPostings', 'readPlacedChunks'] as const)(
  'a search with a filter finds a record that is indexed again before %s',
  async (step) => {
    expect(await searchDuring(step, 'lamp', [recordOf(1), recordOf(2)])).toEqual(['src_1']);
  },
);

test.each(['lamp torch', 'torch lamp -glass'])(
  'a search for %j finds a record whose one word is replaced by the other before readPostings',
  async (q) => {
    const records = [recordOf(1), recordOf(2, 'torch')] as const;
    expect(await searchDuring('readPostings', q, records)).toEqual(['src_1']);
  },
);

test('a phrase that no FAQ has excludes none of 1,000 long FAQs', async () => {
  const answer = 'The shop keeps the lamp. '.repeat(48);
  const faqs = found(1_000, () => 0).map(({ id }, revision): IndexedRecord => {
    const text = { question: 'Lamps?', alternateQuestions: [], answer, language: 'en' };
    return { id, revision, found: prepareFaq(text), updatedAt: '', questions: ['Lamps?'] };
  });
  const search = { q: 'lamp -"shop the"', limit: 100 };
  expect(
    (
      await searchFaqs(
        readerOf([faqs], () => true),
        search,
      )
    ).hits,
  ).toHaveLength(100);
});

test('a source with more passages of the words of an excluded phrase than are read is an approximate result', async () => {
  const apart = 'broken lamp and some glass. '.repeat(150);
  const sourceOf = (passages: number): IndexedRecord => ({
    id: 'src_1',
    revision: 1,
    found: prepareSource({
      title: 'Lamps',
      content: `${apart}\n\n`.repeat(passages),
      format: 'text',
      language: 'en',
    }),
    updatedAt: '',
    questions: [],
  });
  const searchIn = async (passages: number) =>
    await searchSources(
      readerOf([[sourceOf(passages)]], () => true),
      {
        q: 'lamp -"broken glass"',
        limit: 5,
      },
    );
  expect(await searchIn(20)).toMatchObject({ hits: [{ id: 'src_1' }], isApproximate: false });
  expect(await searchIn(900)).toMatchObject({ isApproximate: true });
});
