import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import { canonicalJson, parseIdempotencyKey } from '../src/idempotency.ts';

test.each([
  ['order-1042', 'order-1042'],
  ['"order-1042"', 'order-1042'],
  ['"', '"'],
  ['a"b', 'a"b'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['!~', '!~'],
])('the header %j is the Idempotency-Key %j', (raw, key) => {
  expect(parseIdempotencyKey(raw)).toBe(key);
});

test.each(['', '""', ' ', 'a b', 'x'.repeat(256), 'clé', 'a\tb', '\u0000', '\u007f'])(
  '%j is no key',
  (raw) => {
    expect(parseIdempotencyKey(raw)).toBeUndefined();
  },
);

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ a: { d: 1, c: [2, { f: 3, e: 4 }] } }, '{"a":{"c":[2,{"e":4,"f":3}],"d":1}}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [[undefined, 1], '[null,1]'],
  [undefined, 'null'],
  ['é"', '"é\\""'],
  [1e21, '1e+21'],
])('%j has the canonical form %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the canonical form ignores the order of keys and distinguishes different values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const sent = JSON.parse(JSON.stringify(one)) as unknown;
      expect(JSON.parse(canonicalJson(sent))).toEqual(sent);
      expect(canonicalJson(reversed(sent))).toBe(canonicalJson(sent));
      const same =
        JSON.stringify(reversed(sorted(one))) === JSON.stringify(reversed(sorted(other)));
      expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
    }),
    { seed },
  );
});

function reversed(value: unknown): unknown {
  return rebuilt(value, (entries) => entries.reverse());
}

function sorted(value: unknown): unknown {
  return rebuilt(value, (entries) => entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function rebuilt(
  value: unknown,
  order: (entries: [string, unknown][]) => [string, unknown][],
): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, order));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    rebuilt(item, order),
  ]);
  return Object.fromEntries(order(entries));
}
