import { webhookDelivery } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import {
  deliveryStatus,
  deliveryTransitions,
  endAttempt,
  endInterrupted,
  endUnsent,
  isRedeliverable,
  isReplayed,
  newDelivery,
  newHealth,
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

test('a new delivery is due at once and matches the contract', () => {
  const answer = showDelivery(fresh, shown);
  expect(answer).toMatchObject({ status: 'pending', nextAttemptAt: at, attemptCount: 0 });
  expect(webhookDelivery.parse(answer)).toEqual(answer);
});

test.each([
  [{ status: 'ready', seriesAttempts: 0 }, false, 'pending'],
  [{ status: 'ready', seriesAttempts: 3 }, false, 'retrying'],
  [{ status: 'ready', seriesAttempts: 0 }, true, 'delivering'],
  [{ status: 'delivered', seriesAttempts: 1 }, false, 'delivered'],
] as const)('%j with an attempt in flight: %j is %s', (stored, isUnderWay, status) => {
  expect(deliveryStatus(stored, isUnderWay)).toBe(status);
});

test('an ended delivery, or one that waits for a retry, can be redelivered', () => {
  const all = ['pending', 'delivering', 'delivered', 'retrying', 'exhausted', 'canceled'] as const;
  expect(all.filter(isRedeliverable)).toEqual(['delivered', 'retrying', 'exhausted', 'canceled']);
});

test('the table has every status in which an attempt can end, and every redeliverable status', () => {
  const times = {
    now: new Date(at),
    nowMs,
    waitAfter: (attempts: number) => (attempts < 10 ? 1_000 : undefined),
  };
  const results = [true, false].map((delivered) => ({
    delivered,
    statusCode: delivered ? 200 : 500,
    error: null,
    durationMs: 1,
    responseSnippet: null,
    retryAfterSeconds: null,
  }));
  const ends = [1, 2, 10].flatMap((seriesAttempts) =>
    [true, false].flatMap((enabled) => {
      const attempted = { ...fresh, attempts: seriesAttempts, seriesAttempts };
      const health = { ...newHealth(), enabled };
      return [
        ...results.map((result) => endAttempt(attempted, { at, result }, health, times)),
        endInterrupted(attempted, at, health, times),
        endUnsent(attempted, 1_000, health, times),
        endUnsent(attempted, undefined, health, times),
      ];
    }),
  );
  const statuses = new Set(ends.map(({ delivery }) => deliveryStatus(delivery, false)));
  expect([...statuses].sort()).toEqual([...deliveryTransitions.delivering].sort());
  for (const status of ['delivered', 'retrying', 'exhausted', 'canceled', 'pending'] as const) {
    expect(deliveryTransitions[status].includes('pending'), status).toBe(isRedeliverable(status));
  }
});

test('a redelivery starts a new series at once and keeps the total of attempts', () => {
  const before = { ...fresh, status: 'exhausted', attempts: 10, seriesAttempts: 10 } as const;
  const again = { ...before, ...newSeries({ at, nowMs }) };
  expect(again).toMatchObject({ status: 'ready', trigger: 'manual', attempts: 10 });
  expect(again.seriesAttempts).toBe(0);
});

test('a replay skips waiting deliveries, and delivered ones unless requested', () => {
  const replayed = (onlyFailed: boolean) =>
    ([undefined, 'ready', 'delivered', 'exhausted', 'canceled'] as const).filter((status) =>
      isReplayed(status, { onlyFailed }),
    );
  expect(replayed(true)).toEqual([undefined, 'exhausted', 'canceled']);
  expect(replayed(false)).toEqual([undefined, 'delivered', 'exhausted', 'canceled']);
});

test('a replay without an end includes the current millisecond', () => {
  expect(replayRange({ since: at }, nowMs)).toEqual({
    since: at,
    until: '2026-11-20T12:00:00.001Z',
  });
});

test.each([
  [{ since: at, until: at }, 'until'],
  [{ since: '2026-11-20T12:00:00.001Z' }, 'since'],
])('refuses a replay of %j because of its %s', (body, field) => {
  expect(() => replayRange(body, nowMs)).toThrow(
    expect.objectContaining({ details: { rule: 'until_after_since', field } }),
  );
});
