import { referencesIn } from '@parley/contract';
import { expect, test } from 'vitest';
import { referenceFixtureOf } from '../src/fixtures.ts';
import { badInputs } from '../src/generated/bad-input.ts';
import { nounFixtures } from '../src/generated/fixtures.ts';
import { bodyRoutes, listRoutes, routes } from '../src/routes.ts';
import { compareBySort } from '../src/sort-order.ts';

const fixtures = Object.entries<{
  requests: Record<string, object>;
  lists: Record<string, object>;
  references?: Record<string, object>;
}>(nounFixtures);
const named = (part: 'requests' | 'lists' | 'references') =>
  fixtures.flatMap(([noun, all]) =>
    Object.entries<object>(all[part] ?? {}).map(
      ([name, value]) => [`${noun}.${name}`, value] as const,
    ),
  );

test('every endpoint of the contract has a valid request', () => {
  const requests = named('requests').map(([name]) => name);
  expect(requests.sort()).toEqual(routes.map(({ name }) => name).sort());
  expect(routes.length).toBeGreaterThan(25);
});

test('every list of the contract has fixtures that fill it', () => {
  const lists = named('lists').map(([name]) => name);
  expect(lists.sort()).toEqual(listRoutes.map(({ name }) => name).sort());
});

const references = bodyRoutes.flatMap(({ name, body }) =>
  referencesIn(body).map((field) => [name, field] as const),
);

test.each(references)('%s has a record that its field %s names', (name, field) => {
  expect(referenceFixtureOf(name, field).resource).toMatch(/^[a-z]/);
});

test('every record in `references` of fixtures is for a field of a body', () => {
  const known = references.map(([name, field]) => `${name} ${field}`);
  const found = named('references').flatMap(([name, fields]) =>
    Object.keys(fields).map((field) => `${name} ${field}`),
  );
  expect(found.filter((reference) => !known.includes(reference))).toEqual([]);
  expect(known.length).toBeGreaterThan(5);
});

test('the table of bad input has enough rows and no duplicates', () => {
  const titles = badInputs.map((row) => row.title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThan(150);
});

test('lists sort by key, then id, with empty values last in both directions', () => {
  const records = [
    { id: '3', name: null },
    { id: '2', name: 'Ána' },
    { id: '1', name: 'bruno' },
    { id: '4', name: 'ANA' },
    { id: '5', name: null },
  ];
  const sorted = (sort: string) => [...records].sort(compareBySort(sort)).map(({ id }) => id);
  expect(sorted('name')).toEqual(['2', '4', '1', '3', '5']);
  expect(sorted('-name')).toEqual(['1', '4', '2', '5', '3']);
});
