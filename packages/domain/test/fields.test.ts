import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import { differences, isSame } from '../src/index.ts';

test('values with equal JSON are equal, whatever the order of keys', () => {
  void fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).reverse())
          : part,
      );
      // JSON writes -0 as 0.
      expect(isSame(JSON.parse(JSON.stringify(value)), copy)).toBe(true);
    }),
    { seed },
  );
});

test.each([
  [null, undefined],
  [0, '0'],
  [[], {}],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [{ length: 0 }, []],
])('%j and %j differ', (a, b) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
});

test('differences have the previous values of the changed fields, in the order of the record', () => {
  const before = { id: 'a', name: 'Ana', tags: ['x'], note: null as string | null };
  expect(differences(before, { note: 'new', name: 'Ana', tags: ['y'] })).toEqual({
    tags: ['x'],
    note: null,
  });
  expect(Object.keys(differences(before, { note: 'new', tags: ['y'] }) ?? {})).toEqual([
    'tags',
    'note',
  ]);
  expect(differences(before, { ...before, tags: ['x'] })).toBeUndefined();
});
