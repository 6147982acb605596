import { expect, test } from 'vitest';
import { readQuery } from '../src/index.ts';

const texts = [
  'a=1',
  'a=1&a=2&a=3',
  'a',
  '=1',
  'a=b=c',
  '&&a=1&',
  'q=a+b%2Bc',
  'n%20m=%C3%A9',
  '%5B%5D=x',
];

test.each(texts)('%s has the parameters that URLSearchParams reads', (text) => {
  const given = new URLSearchParams(text);
  const expected = [...new Set(given.keys())].map((name) => {
    const values = given.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  });
  expect(Object.entries(readQuery(text))).toEqual(expected);
});

test.each([
  ['a=%C3', 'a'],
  ['a=%', 'a'],
  ['%ff=1', ''],
])('%s is refused with the path %j', (text, path) => {
  const issue = { in: 'query', path, code: 'invalid_format' };
  expect(() => readQuery(text)).toThrow(
    expect.objectContaining({ details: { issues: [expect.objectContaining(issue)] } }),
  );
});
