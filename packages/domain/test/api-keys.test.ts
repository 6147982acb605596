import { expect, test } from 'vitest';
import { endingStatus, hintOf, isWellFormedKey, keyOf, maskKeys } from '../src/index.ts';

const known = 'prl_live_9he6Yb0VcK9P2sLzeECxSWnE2q2aNe7U4fyNio';

test('the checksum of a key is stable across versions', () => {
  expect(isWellFormedKey(known)).toBe(true);
  expect(keyOf(known.slice('prl_live_'.length, -6))).toBe(known);
});

test('a key with one changed, missing or added character is malformed', () => {
  for (let place = 0; place < known.length; place += 1) {
    const other = known[place] === 'x' ? 'y' : 'x';
    expect(isWellFormedKey(known.slice(0, place) + other + known.slice(place + 1))).toBe(false);
  }
  expect(isWellFormedKey(known.slice(0, -1))).toBe(false);
  expect(isWellFormedKey(`${known}x`)).toBe(false);
  expect(isWellFormedKey('')).toBe(false);
});

test('a key in a text is masked, with any of its characters percent-encoded', () => {
  const secret = known.slice('prl_'.length);
  for (const start of ['prl_', 'PRL_', 'prl%5f', '%70rl_', 'p%72%6C%5Flive%5f', '%50%52%4c%5F']) {
    expect(maskKeys(`/contacts/${start}${secret}/notes`)).toBe('/contacts/prl_…/notes');
  }
  expect(maskKeys('/contacts/april')).toBe('/contacts/april');
});

test('a hint shows the last four characters only', () => {
  expect(hintOf(known)).toBe('prl_live_…yNio');
});

test('a key is expired from its expiry on, and revoked whatever its expiry', () => {
  const at = '2026-11-20T09:30:00.000Z';
  const statusOf = (expiresAt: string | null, revokedAt: string | null) =>
    endingStatus({ expiresAt, revokedAt }, at);
  expect(statusOf(null, null)).toBe('active');
  expect(statusOf('2026-11-20T09:30:00.001Z', null)).toBe('active');
  expect(statusOf(at, null)).toBe('expired');
  expect(statusOf('2026-11-20T09:30:00.001Z', at)).toBe('revoked');
  expect(statusOf(at, at)).toBe('revoked');
});
