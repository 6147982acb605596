import { expect, test } from 'vitest';
import {
  type AttemptResult,
  disablesEndpoint,
  endAttempt,
  endInterrupted,
  endUnsent,
  isRetriedAtOnce,
  judgeAnswer,
  newHealth,
  type Times,
  wholeScheduleMs,
} from '../src/index.ts';

const hourMs = 3_600_000;
const now = new Date('2026-11-20T12:00:00.000Z');
const times: Times = {
  now,
  nowMs: now.getTime(),
  waitAfter: (attempts) => (attempts < 10 ? 5_000 : undefined),
};
const delivery = { trigger: 'manual', attempts: 4, seriesAttempts: 2, dueMs: times.nowMs } as const;
const delivered: AttemptResult = {
  delivered: true,
  statusCode: 204,
  error: null,
  durationMs: 12,
  responseSnippet: null,
  retryAfterSeconds: null,
};
const failed: AttemptResult = {
  ...delivered,
  delivered: false,
  statusCode: 500,
  error: { code: 'http_status', message: 'The receiver answered with status 500.' },
};
const at = '2026-11-20T11:59:59.000Z';
const failing = { ...newHealth(), failingSince: '2026-11-15T12:00:00.000Z' };
const gaveUp = { ...failing, exhaustedAt: '2026-11-19T12:00:00.000Z' };

test('a failed attempt schedules the next one after its wait', () => {
  const end = endAttempt(delivery, { at, result: failed }, newHealth(), times);
  expect(end.delivery).toMatchObject({
    status: 'ready',
    trigger: 'scheduled',
    dueMs: times.nowMs + 5_000,
    deliveredAt: null,
    attempt: { n: 4, trigger: 'manual', at, nextAttemptAt: '2026-11-20T12:00:05.000Z' },
  });
  expect(end.health).toMatchObject({ failingSince: at, lastDeliveryAt: at, lastSuccessAt: null });
});

test('a successful attempt ends the delivery and clears the failures of the endpoint', () => {
  const end = endAttempt(delivery, { at, result: delivered }, gaveUp, times);
  expect(end.delivery).toMatchObject({
    status: 'delivered',
    deliveredAt: now.toISOString(),
    attempt: { error: null, nextAttemptAt: null },
  });
  expect(end.health).toMatchObject({ failingSince: null, exhaustedAt: null, lastSuccessAt: at });
});

test('an attempt that began earlier does not move the times of the endpoint back', () => {
  const latest = now.toISOString();
  const known = { ...newHealth(), lastDeliveryAt: latest, lastSuccessAt: latest };
  const end = endAttempt(delivery, { at, result: delivered }, known, times);
  expect(end.health).toMatchObject({ lastDeliveryAt: latest, lastSuccessAt: latest });
});

test('the last failed attempt exhausts the delivery, and the endpoint keeps the time of the first exhausted one', () => {
  const last = { ...delivery, seriesAttempts: 10 };
  const end = endAttempt(last, { at, result: failed }, failing, times);
  expect(end.delivery.status).toBe('exhausted');
  expect(end.health.exhaustedAt).toBe(now.toISOString());
  const again = endAttempt(last, { at, result: failed }, gaveUp, times);
  expect(again.health.exhaustedAt).toBe(gaveUp.exhaustedAt);
});

test('an attempt for a disabled endpoint cancels the delivery unless it was delivered', () => {
  const health = { ...newHealth(), enabled: false };
  const statusAfter = (result: AttemptResult) =>
    endAttempt(delivery, { at, result }, health, times).delivery.status;
  expect([statusAfter(failed), statusAfter(delivered)]).toEqual(['canceled', 'delivered']);
});

test('with an open breaker, an attempt that waited longer than the whole schedule is the last', () => {
  const open = { ...failing, maxInFlight: 1 };
  const late = { ...delivery, dueMs: times.nowMs - wholeScheduleMs - 1 };
  const statusOf = (one: typeof late, health: typeof open) =>
    endAttempt(one, { at, result: failed }, health, times).delivery.status;
  expect(statusOf(late, open)).toBe('exhausted');
  expect(statusOf(late, { ...open, maxInFlight: 4 })).toBe('ready');
  expect(statusOf({ ...late, dueMs: late.dueMs + 1 }, open)).toBe('ready');
  expect(
    endAttempt({ ...late, seriesAttempts: 1 }, { at, result: failed }, open, times),
  ).toMatchObject({ delivery: { status: 'ready' } });
});

test('an interrupted attempt counts and is repeated at once, until the series ends', () => {
  const end = endInterrupted(delivery, at, failing, times);
  expect(end.delivery).toMatchObject({
    status: 'ready',
    attempts: 4,
    dueMs: times.nowMs,
    attempt: { n: 4, at, error: { code: 'interrupted' }, nextAttemptAt: now.toISOString() },
  });
  const last = endInterrupted({ ...delivery, seriesAttempts: 10 }, at, failing, times);
  expect(last).toMatchObject({
    delivery: { status: 'exhausted', attempt: { nextAttemptAt: null } },
    health: { exhaustedAt: now.toISOString() },
  });
});

test('a lease without a sent request counts no attempt', () => {
  expect(endUnsent(delivery, 300, failing, times)).toMatchObject({
    delivery: {
      status: 'ready',
      trigger: 'manual',
      attempts: 3,
      seriesAttempts: 1,
      dueMs: times.nowMs + 300,
      attempt: null,
    },
    health: failing,
  });
  expect(endUnsent(delivery, undefined, failing, times).delivery.status).toBe('canceled');
  const disabled = { ...failing, enabled: false };
  expect(endUnsent(delivery, 300, disabled, times).delivery.status).toBe('canceled');
});

test.each([
  ['410', { ...failed, statusCode: 410 }, newHealth(), 'gone'],
  ['120 hours with a delivery given up', failed, gaveUp, 'failing'],
  ['120 hours behind an open breaker', failed, { ...failing, maxInFlight: 1 }, 'failing'],
  ['120 hours with nothing given up', failed, failing, undefined],
  ['a success', delivered, newHealth(), undefined],
] as const)('%s disables the endpoint as %4$s', (_name, result, health, reason) => {
  expect(disablesEndpoint(result, health, now)).toBe(reason);
});

test('an endpoint that fails for less than 120 hours stays enabled', () => {
  const early = new Date(Date.parse(failing.failingSince) + 120 * hourMs - 1);
  expect(disablesEndpoint(failed, gaveUp, early)).toBeUndefined();
});

test('only a status from 200 to 299 is a delivery; only one with another URL is a redirect', () => {
  const judged = [199, 200, 299, 300, 301, 304, 308, 400].map((statusCode) => {
    const { delivered, error } = judgeAnswer(statusCode, { isCut: false });
    return delivered || error?.code;
  });
  const http = 'http_status';
  expect(judged).toEqual([http, true, true, http, 'redirect', http, 'redirect', http]);
});

test('a connection that fails early is retried at once, unless the receiver may have read the request', () => {
  const soon = { isUnread: true, elapsedMs: 999 };
  expect(isRetriedAtOnce('connection_refused', soon)).toBe(true);
  expect(isRetriedAtOnce('connection_failed', { ...soon, elapsedMs: 1_000 })).toBe(false);
  expect(isRetriedAtOnce('connection_failed', { ...soon, isUnread: false })).toBe(false);
  expect(isRetriedAtOnce('timeout', soon)).toBe(false);
  expect(isRetriedAtOnce(undefined, soon)).toBe(false);
});
