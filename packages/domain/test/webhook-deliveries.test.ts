import { webhookDelivery } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import {
  deliveryStatus,
  isRedeliverable,
  isReplayed,
  newDelivery,
  newSeries,
  replayRange,
  showDelivery,
} from '../src/index.ts';

const at = '2026-11-20T12:00:00.000Z';
const nowMs = Date.parse(at);
const fresh = newDelivery(
  {
    id: 'dlv_01KAGXM2000000000000000000',
    endpointId: 'whe_01KAGXM2000000000000000000',
    eventId: 'evt_01KAGXM2000000000000000000',
    eventType: 'contact.created',
    trigger: 'scheduled',
  },
  { at, nowMs },
);
const shown = { isUnderWay: false, lastAttempt: null };

test('a new delivery is due at once and is shown as the contract says', () => {
  const answer = showDelivery(fresh, shown);
  expect(answer).toMatchObject({ status: 'pending', nextAttemptAt: at, attemptCount: 0 });
  expect(webhookDelivery.parse(answer)).toEqual(answer);
});

test.each([
  [{ status: 'ready', seriesAttempts: 0 }, false, 'pending'],
  [{ status: 'ready', seriesAttempts: 3 }, false, 'retrying'],
  [{ status: 'ready', seriesAttempts: 0 }, true, 'delivering'],
  [{ status: 'delivered', seriesAttempts: 1 }, false, 'delivered'],
] as const)('%j with an attempt under way: %j is %s', (stored, isUnderWay, status) => {
  expect(deliveryStatus(stored, isUnderWay)).toBe(status);
});

test('what ended, or waits for another attempt, can be redelivered', () => {
  const all = ['pending', 'delivering', 'delivered', 'retrying', 'exhausted', 'canceled'] as const;
  expect(all.filter(isRedeliverable)).toEqual(['delivered', 'retrying', 'exhausted', 'canceled']);
});

test('a redelivery begins a new series at once and keeps the count of all attempts', () => {
  const before = { ...fresh, status: 'exhausted', attempts: 10, seriesAttempts: 10 } as const;
  const again = { ...before, ...newSeries({ at, nowMs }) };
  expect(again).toMatchObject({ status: 'ready', trigger: 'manual', attempts: 10 });
  expect(again.seriesAttempts).toBe(0);
});

test('a replay leaves alone what waits, and what was delivered unless asked for', () => {
  const replayed = (onlyFailed: boolean) =>
    ([undefined, 'ready', 'delivered', 'exhausted', 'canceled'] as const).filter((status) =>
      isReplayed(status, { onlyFailed }),
    );
  expect(replayed(true)).toEqual([undefined, 'exhausted', 'canceled']);
  expect(replayed(false)).toEqual([undefined, 'delivered', 'exhausted', 'canceled']);
});

test('a replay without an end takes in this very millisecond', () => {
  expect(replayRange({ since: at }, nowMs)).toEqual({
    since: at,
    until: '2026-11-20T12:00:00.001Z',
  });
});

test.each([
  [{ since: at, until: at }, 'until'],
  [{ since: '2026-11-20T12:00:00.001Z' }, 'since'],
])('a replay of %j is refused for its %s', (body, field) => {
  expect(() => replayRange(body, nowMs)).toThrow(
    expect.objectContaining({ details: { rule: 'until_after_since', field } }),
  );
});
