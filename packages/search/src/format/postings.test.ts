import { expect, test } from 'vitest';
import { createRandom } from '../../test/noise.ts';
import { countTerms, joinTerms, splitTerms } from './document.ts';
import {
  BlockDocuments,
  blockSize,
  editPostings,
  readPostings,
  writePostings,
} from './postings.ts';

test('decodes the postings that it encoded', () => {
  const random = createRandom(9);
  for (const share of [0.0005, 0.01, 0.3, 1]) {
    const entries = new Map<number, number>();
    for (let slot = 0; slot < blockSize; slot += 1) {
      if (random() < share) entries.set(slot, Math.floor(random() * 256));
    }
    expect(readPostings(writePostings(entries))).toEqual(entries);
  }
});

test('a common word takes two bytes per document', () => {
  const all = new Map(Array.from({ length: blockSize }, (_, slot) => [slot, 1] as const));
  expect(writePostings(all)).toHaveLength(2 * blockSize);
});

test('an edited list equals a new list of the same entries', () => {
  const random = createRandom(10);
  for (let round = 0; round < 200; round += 1) {
    const density = random() ** 3;
    const entries = new Map<number, number>();
    for (let slot = 0; slot < blockSize; slot += 1) {
      if (random() < density) entries.set(slot, Math.floor(random() * 256));
    }
    const before = writePostings(entries);
    const removed = [...entries.keys()].filter(() => random() < 0.3);
    for (const slot of removed) entries.delete(slot);
    const added = Array.from({ length: blockSize }, (_, slot) => slot)
      .filter(() => random() < random() ** 4)
      .map((slot) => ({ slot, counts: Math.floor(random() * 256) }));
    for (const { slot, counts } of added) entries.set(slot, counts);
    const edited = editPostings(before, { removed, added });
    expect(readPostings(edited)).toEqual(new Map([...entries].sort(([a], [b]) => a - b)));
    expect(edited).toEqual(writePostings(entries));
  }
});

test('removing all entries leaves an empty list', () => {
  const list = writePostings(
    new Map([
      [3, 1],
      [700, 2],
    ]),
  );
  expect(editPostings(list, { removed: [3, 700], added: [] })).toHaveLength(0);
});

test('counts above the limit are stored as the limit', () => {
  const times = (count: number) => Array.from({ length: count }, () => 'a');
  const counts = (title: number, others: number, body: number) =>
    countTerms({ title: times(title), others: [times(others)], body: times(body) }).get('a');
  expect(counts(1, 2, 3)).toBe(0b01_10_0011);
  expect(counts(3, 3, 15)).toBe(255);
  expect(counts(99, 99, 999)).toBe(255);
  expect(counts(0, 0, 999)).toBe(0b00_00_1111);
});

test('a block knows its used and free slots', () => {
  const block = new BlockDocuments();
  block.set(0, { revision: 7, bodyWords: 3 });
  block.set(blockSize - 1, { revision: 4_000_000_000, bodyWords: 100_000 });
  const read = new BlockDocuments(block.bytes);
  expect([read.revisionAt(0), read.bodyWordsAt(0)]).toEqual([7, 3]);
  expect([read.revisionAt(blockSize - 1), read.bodyWordsAt(blockSize - 1)]).toEqual([
    4_000_000_000, 0xffff,
  ]);
  expect(read.freeSlots()).toHaveLength(blockSize - 2);
  read.clear(0);
  expect(read.freeSlots()[0]).toBe(0);
});

test('decodes the terms that it encoded', () => {
  for (const terms of [
    { title: ['a', 'b'], others: [['c'], [], ['d', 'e']], body: ['f'] },
    { title: [], others: [], body: [] },
    { title: ['x'], others: [], body: [] },
  ]) {
    expect(splitTerms(joinTerms(terms))).toEqual(terms);
  }
});
