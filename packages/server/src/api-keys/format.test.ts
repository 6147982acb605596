import { expect, test } from 'vitest';
import { generateKey, hashKey, hintOf, isWellFormedKey } from './format.ts';

test('a key has its form and its checksum', () => {
  const keys = Array.from({ length: 100 }, generateKey);
  for (const key of keys) {
    expect(key).toMatch(/^prl_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(100);
});

test('a known key stays valid over versions', () => {
  expect(isWellFormedKey('prl_live_9he6Yb0VcK9P2sLzeECxSWnE2q2aNe7U4fyNio')).toBe(true);
  expect(hashKey('prl_live_9he6Yb0VcK9P2sLzeECxSWnE2q2aNe7U4fyNio')).toHaveLength(43);
});

test('one wrong, missing or added character is told apart without the database', () => {
  const key = generateKey();
  for (let place = 0; place < key.length; place += 1) {
    const other = key[place] === 'x' ? 'y' : 'x';
    expect(isWellFormedKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
  }
  expect(isWellFormedKey(key.slice(0, -1))).toBe(false);
  expect(isWellFormedKey(`${key}x`)).toBe(false);
  expect(isWellFormedKey('')).toBe(false);
});

test('a hint shows the last four characters only', () => {
  const key = generateKey();
  expect(hintOf(key)).toBe(`prl_live_…${key.slice(-4)}`);
});
