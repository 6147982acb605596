import { expect, test } from 'vitest';
import { ServiceError } from '../src/errors.ts';
import { mergeMetadata, metadataInput, metadataLimits } from '../src/metadata.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

test.each([
  [{}, { a: 1 }, { a: 1 }],
  [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
  [{ a: 1 }, { a: 'x', b: true }, { a: 'x', b: true }],
  [{ a: 1 }, {}, { a: 1 }],
  [{ a: 1 }, { b: null }, { a: 1 }],
])('%j changed by %j is %j', (current, patch, expected) => {
  expect(mergeMetadata(current, patch)).toEqual(expected);
});

test('merging does not modify its input', () => {
  const current = { a: 1 };
  mergeMetadata(current, { a: 2 });
  expect(current).toEqual({ a: 1 });
});

test.each([
  ['21 keys', keys(20), { one: 'more' }],
  [
    'more than 4 KB',
    Object.fromEntries([...'abcdefgh'].map((key) => [key, 'x'.repeat(500)])),
    { i: 'x'.repeat(500) },
  ],
])('a change that would leave %s is refused', (_what, current, patch) => {
  expect(() => mergeMetadata(current, patch)).toThrow(ServiceError);
});

test('metadata above the limits can become smaller, but not larger', () => {
  const merged = keys(30);
  expect(Object.keys(mergeMetadata(merged, { key0: null }))).toHaveLength(29);
  expect(() => mergeMetadata(merged, { one: 'more' })).toThrow(ServiceError);
});

test('an update can replace one of 20 keys by another', () => {
  expect(Object.keys(mergeMetadata(keys(20), { key0: null, other: 1 }))).toHaveLength(20);
});

test.each([
  [keys(metadataLimits.keys), true],
  [keys(metadataLimits.keys + 1), false],
  [{ ['k'.repeat(40)]: 'v'.repeat(500) }, true],
  [{ '': 1 }, false],
  [{ a: null }, false],
  [{ a: Number.NaN }, false],
  [{ a: ['b'] }, false],
])('%j as metadata of a new record: %s', (value, ok) => {
  expect(metadataInput.safeParse(value).success).toBe(ok);
});
