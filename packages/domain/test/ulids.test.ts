import { isId } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { createUlids, firstIdAt, ulidDigits } from '../src/index.ts';

const ms = 1_795_000_000_000;
const highest = () => new Uint8Array(ulidDigits).fill(31);
const lowest = () => new Uint8Array(ulidDigits);

test('ULIDs increase within a millisecond and when the clock steps back', () => {
  const next = createUlids(lowest);
  const ulids = [ms, ms, ms, ms - 5_000, ms + 1].map(next);
  expect(ulids).toEqual(ulids.toSorted());
  expect(new Set(ulids).size).toBe(ulids.length);
  expect(ulids.every((ulid) => isId(`msg_${ulid}`, 'msg'))).toBe(true);
});

test('the ULID after the last one of a millisecond has the next millisecond', () => {
  const next = createUlids(highest);
  const [last, following] = [next(ms), next(ms)];
  expect(last).toBe(createUlids(highest)(ms));
  expect(following).toBe(createUlids(highest)(ms + 1));
});

test('a ULID starts with its creation time', () => {
  expect(createUlids(lowest)(1_469_918_176_385)).toMatch(/^01ARYZ6S41/);
});

test('the first ULID of a time is the lowest of that time and later', () => {
  const first = firstIdAt('evt', ms);
  const idAt = (time: number, digits: () => Uint8Array) => `evt_${createUlids(digits)(time)}`;
  expect(idAt(ms, lowest) >= first).toBe(true);
  expect(idAt(ms + 1, lowest) > first).toBe(true);
  expect(idAt(ms - 1, highest) < first).toBe(true);
  expect(isId(first, 'evt')).toBe(true);
});
