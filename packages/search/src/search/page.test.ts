import { expect, test } from 'vitest';
import { pageOf, readPosition, type SearchPosition, writePosition } from './page.ts';

interface Found {
  readonly id: string;
  readonly score: number;
}

const found = (count: number, scoreOf: (place: number) => number): Found[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `faq_${String(place).padStart(26, '0')}`,
    score: scoreOf(place),
  }));

const idsOf = (records: readonly Found[]) => records.map(({ id }) => id);
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
