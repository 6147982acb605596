import { expect, test } from 'vitest';
import { providerTime } from './times.ts';

const receivedAt = '2026-11-20T09:30:00.000Z';
const receivedMs = Date.parse(receivedAt);
const monthMs = 30 * 86_400_000;

test.each([
  ['in milliseconds', receivedMs - 1_500, '2026-11-20T09:29:58.500Z'],
  ['in seconds', receivedMs / 1_000 - 2, '2026-11-20T09:29:58.000Z'],
  ['in seconds, as text', String(receivedMs / 1_000 - 2), '2026-11-20T09:29:58.000Z'],
  ['of the receipt', receivedMs, receivedAt],
  ['30 days ago', receivedMs - monthMs, '2026-10-21T09:30:00.000Z'],
])('reads the time of a provider %s', (_title, stated, expected) => {
  expect(providerTime(stated, receivedAt)).toBe(expected);
});

test.each([
  ['more than 30 days ago', receivedMs - monthMs - 1],
  ['in the future', receivedMs + 1],
  ['that is 0', 0],
  ['that is absent', undefined],
])('takes the time of receipt for a time of a provider %s', (_title, stated) => {
  expect(providerTime(stated, receivedAt)).toBe(receivedAt);
});
