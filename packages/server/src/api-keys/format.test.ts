import { isWellFormedKey } from '@parley/domain';
import { expect, test } from 'vitest';
import { generateKey, hashKey } from './format.ts';

test('generated keys are unique and have the form and the checksum of a key', () => {
  const keys = Array.from({ length: 100 }, generateKey);
  for (const key of keys) {
    expect(key).toMatch(/^prl_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(100);
});

test('the hash of a key is stable across versions', () => {
  const key = 'prl_live_9he6Yb0VcK9P2sLzeECxSWnE2q2aNe7U4fyNio';
  expect(hashKey(key)).toBe('HxEYbndVQ4RSK-QJQCG0VBTZ9e4SQt5WY-gsXRUhg0c');
});
