import { expect, test, vi } from 'vitest';
import { firstAfter, inOrder, rerank, rerankedRecords } from './rerank.ts';

interface Found {
  readonly id: string;
  readonly score: number;
}

const found = (count: number): Found[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `src_${String(place).padStart(26, '0')}`,
    score: 0.9 - place / 100,
  }));

const one = () => 'all';
const halves = ({ score }: Found) => (score >= 0.87 ? 'sure' : 'unsure');
const textsOf = async (records: readonly Found[]) => records.map(({ id }) => `text of ${id}`);
const backwards = async (passages: readonly string[]) =>
  passages.map((_, place) => place).reverse();
const placesOf = (records: readonly Found[]) => records.map(({ id }) => Number(id.slice(4)));
const scoresOf = (records: readonly Found[]) => records.map(({ score }) => score);

test('keyword rank and embedding rank have equal weight', async () => {
  const nearest = async () => [2, 1, 3, 4, 0];
  const { records } = await rerank(found(5), { bandOf: one, passagesOf: textsOf, nearest });
  expect(placesOf(records)).toEqual([2, 1, 0, 3, 4]);
});

test('scores stay at their positions', async () => {
  const before = found(40);
  const asked = { bandOf: one, passagesOf: textsOf, nearest: backwards };
  const { records } = await rerank(before, asked);
  expect(placesOf(records)).not.toEqual(placesOf(before));
  expect(scoresOf(records)).toEqual(scoresOf(before));
});

test('no match leaves its score band', async () => {
  const asked = { bandOf: halves, passagesOf: textsOf, nearest: backwards };
  const { records } = await rerank(found(12), asked);
  expect(placesOf(records).slice(0, 4).sort()).toEqual([0, 1, 2, 3]);
  expect(placesOf(records)).not.toEqual(placesOf(found(12)));
  expect(records.map(halves)).toEqual(found(12).map(halves));
});

test('only the best matches are reranked', async () => {
  const nearest = vi.fn(backwards);
  const { records } = await rerank(found(50), { bandOf: one, passagesOf: textsOf, nearest });
  expect(nearest.mock.lastCall?.[0]).toHaveLength(rerankedRecords);
  expect(placesOf(records).slice(rerankedRecords)).toEqual(
    placesOf(found(50)).slice(rerankedRecords),
  );
});

test('does not rerank fewer than two matches', async () => {
  const nearest = vi.fn(backwards);
  for (const count of [0, 1]) {
    const { records, order } = await rerank(found(count), {
      bandOf: one,
      passagesOf: textsOf,
      nearest,
    });
    expect([placesOf(records), order]).toEqual([placesOf(found(count)), undefined]);
  }
  expect(nearest).not.toHaveBeenCalled();
});

test('without embeddings the keyword order stays', async () => {
  const asked = { bandOf: one, passagesOf: textsOf, nearest: async () => undefined };
  expect(await rerank(found(5), asked)).toEqual({ records: found(5), order: undefined });
});

test('does not rerank deleted matches', async () => {
  const nearest = vi.fn(backwards);
  const passagesOf = async (records: readonly Found[]) =>
    records.map((_, place) => (place === 1 ? '' : `text ${place}`));
  const { records } = await rerank(found(4), { bandOf: one, passagesOf, nearest });
  expect(nearest).toHaveBeenCalledWith(['text 0', 'text 2', 'text 3']);
  expect(placesOf(records).sort()).toEqual([0, 1, 2, 3]);
});

test('a later page keeps the order of the first page after changes', async () => {
  const asked = { bandOf: halves, passagesOf: textsOf, nearest: backwards };
  const { records, order = '' } = await rerank(found(40), asked);
  expect(placesOf(inOrder(found(40), order, halves))).toEqual(placesOf(records));
  const fewer = found(40).filter((_, place) => place % 3 !== 0);
  expect(placesOf(inOrder(fewer, order, halves))).toEqual(
    placesOf(records).filter((place) => place % 3 !== 0),
  );
  const fresh = { id: 'src_NEWNEW', score: 0.95 };
  const more = inOrder([fresh, ...found(40)], order, () => 'all');
  expect(more.map(({ id }) => id).indexOf(fresh.id)).toBe(rerankedRecords);
});

test('the record after a deleted one keeps its position', async () => {
  const asked = { bandOf: halves, passagesOf: textsOf, nearest: backwards };
  const { records, order = '' } = await rerank(found(40), asked);
  records.forEach(({ id }, place) => {
    const left = records.filter((record) => record.id !== id);
    expect(firstAfter(left, id, order)).toBe(place < rerankedRecords ? place : undefined);
  });
});
