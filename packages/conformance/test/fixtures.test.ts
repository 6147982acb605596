import { referencesIn } from '@parley/contract';
import { expect, test } from 'vitest';
import { badInputs } from '../src/bad-input.ts';
import { listFixtures, referenceFixtures, requestFixtures } from '../src/fixtures.ts';
import { bodyRoutes, listRoutes, routes } from '../src/routes.ts';
import { compareBySort } from '../src/sort-order.ts';

test('every endpoint of the contract has a valid request', () => {
  const missing = routes
    .map((route) => route.name)
    .filter((name) => {
      const [noun, endpoint] = name.split('.') as [string, string];
      const fixtures = (requestFixtures as Record<string, Record<string, unknown>>)[noun];
      return fixtures?.[endpoint] === undefined;
    });
  expect(missing, 'add a fixture to conformance/src/fixtures.ts').toEqual([]);
  expect(routes.length).toBeGreaterThan(25);
});

test('every list of the contract says how it is filled', () => {
  const missing = listRoutes.map((route) => route.name).filter((name) => !listFixtures[name]);
  expect(missing, 'add a list fixture to conformance/src/fixtures.ts').toEqual([]);
  expect(listRoutes.map((route) => route.name).sort()).toEqual(Object.keys(listFixtures).sort());
});

test('every field of a body that names a record says what it names', () => {
  const references = bodyRoutes.flatMap((route) =>
    referencesIn(route.body).map((field) => [route.name, field] as const),
  );
  const missing = references.filter(([name, field]) => !referenceFixtures[name]?.[field]);
  expect(missing, 'add a reference to conformance/src/fixtures.ts').toEqual([]);
  expect(references.length).toBeGreaterThan(5);
});

test('the table of bad input is long, and no row comes twice', () => {
  const titles = badInputs.map((row) => row.title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThan(150);
});

test('the order of a list: by the key, then by id, empty values last in both directions', () => {
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
