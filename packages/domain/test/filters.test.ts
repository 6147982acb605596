import { expect, test } from 'vitest';
import {
  anyOf,
  anyOfOrNone,
  caselessKey,
  containing,
  custom,
  fits,
  spoken,
  tagged,
} from '../src/index.ts';

interface Rec {
  email: string | null;
  ownerId: string | null;
  tags: string[];
  language: string;
  createdAt: string;
  lastSeenAt: string | null;
}

const filters = {
  email: anyOf('email' as const, caselessKey),
  ownerId: anyOfOrNone('ownerId' as const),
  tag: tagged('tags' as const),
  language: spoken('language' as const),
  q: containing<Rec>(({ email, language }) => [email, language]),
  big: custom,
};

const record: Rec = {
  email: 'Ana@Example.com',
  ownerId: null,
  tags: ['VIP'],
  language: 'pt-BR',
  createdAt: '2026-11-20T00:00:00.000Z',
  lastSeenAt: null,
};

const passes = (query: object, given: Partial<Rec> = {}) =>
  fits<Rec, object>(filters as never, query)({ ...record, ...given });

test.each([
  [{}, true],
  [{ email: ['bo@example.com', 'ana@EXAMPLE.com'] }, true],
  [{ email: ['bo@example.com'] }, false],
  [{ ownerId: ['none'] }, true],
  [{ ownerId: ['usr_1'] }, false],
  [{ tag: ['new', 'vip'] }, true],
  [{ tag: ['vi'] }, false],
  [{ language: ['pt'] }, true],
  [{ language: ['pt-PT'] }, false],
  [{ language: ['p'] }, false],
  [{ q: 'ANÁ' }, true],
  [{ q: '  ' }, true],
  [{ q: 'bo' }, false],
  [{ createdAfter: '2026-11-20T00:00:00.000Z' }, true],
  [{ createdBefore: '2026-11-20T00:00:00.000Z' }, false],
  [{ lastSeenBefore: '2027-01-01T00:00:00.000Z' }, false],
  [{ tag: ['vip'], ownerId: ['usr_1'] }, false],
])('whether the query %j finds the record: %s', (query, found) => {
  expect(passes(query)).toBe(found);
});

test('only `none` finds a record without a value for the filter', () => {
  expect(passes({ email: ['null'] }, { email: null })).toBe(false);
  expect(passes({ ownerId: ['usr_1', 'none'] }, { ownerId: 'usr_1' })).toBe(true);
});

test('a custom filter without an implementation throws', () => {
  expect(() => passes({ big: true })).toThrow('the filter big is not implemented');
});
