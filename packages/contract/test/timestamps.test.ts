import { expect, test } from 'vitest';
import { timestamp, timestampInput } from '../src/timestamps.ts';

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:00.5Z', '2026-11-20T10:00:00.500Z'],
  ['2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123Z'],
  ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00.000Z'],
  ['2026-12-31T23:59:59-03:00', '2027-01-01T02:59:59.000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
])('reads %s as %s', (given, taken) => {
  expect(timestampInput.parse(given)).toBe(taken);
  expect(timestamp.parse(taken)).toBe(taken);
});

test.each([
  ['a day that is not', '2026-02-29T00:00:00Z'],
  ['a time without an offset', '2026-11-20T10:00:00'],
  ['a date', '2026-11-20'],
  ['a blank for the T', '2026-11-20 10:00:00Z'],
  ['seconds since 1970', '1795168800'],
  ['an offset that leads before the year 0', '0000-01-01T00:00:00+01:00'],
  ['an offset that leads behind the year 9999', '9999-12-31T23:59:59-01:00'],
  ['words', 'tomorrow'],
])('%s is refused', (_title, given) => {
  expect(timestampInput.safeParse(given).success).toBe(false);
});

test.each(['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000+00:00', '2026-11-20T10:00:00.0000Z'])(
  'an answer never says %s',
  (given) => {
    expect(timestamp.safeParse(given).success).toBe(false);
  },
);
