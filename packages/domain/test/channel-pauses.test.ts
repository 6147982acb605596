import { expect, test } from 'vitest';
import { isOverloaded, nextPause } from '../src/channel-pauses.ts';

const nowMs = 1_800_000_000_000;
const never = { pausedUntil: 0, pauseMs: 0 };

test('pauses grow while the provider does not recover, up to a minute', () => {
  let pause = never;
  const lengths = Array.from({ length: 8 }, () => {
    const atMs = Math.max(nowMs, pause.pausedUntil);
    pause = nextPause(pause, atMs, null) ?? pause;
    return pause.pausedUntil - atMs;
  });
  expect(lengths).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('a minute without failures makes the next pause short again', () => {
  const long = { pausedUntil: nowMs, pauseMs: 32_000 };
  expect(nextPause(long, nowMs + 59_999, null)?.pauseMs).toBe(60_000);
  expect(nextPause(long, nowMs + 60_000, null)?.pauseMs).toBe(1_000);
});

test('failures during a pause do not lengthen it, unless the provider asks for more', () => {
  const paused = { pausedUntil: nowMs + 1_000, pauseMs: 1_000 };
  expect(nextPause(paused, nowMs, null)).toBeUndefined();
  expect(nextPause(paused, nowMs, 500)).toBeUndefined();
  expect(nextPause(paused, nowMs, 5_000)?.pausedUntil).toBe(nowMs + 5_000);
});

test('obeys Retry-After up to 15 minutes', () => {
  expect(nextPause(never, nowMs, 30_000)?.pausedUntil).toBe(nowMs + 30_000);
  expect(nextPause(never, nowMs, 86_400_000)?.pausedUntil).toBe(nowMs + 900_000);
});

test('a limit of one customer does not pause the channel', () => {
  const refusedFor = (scope: string) => {
    const error = { code: 'SVC-PROVIDER-RATE-LIMITED', automaticRetry: true, scope };
    return isOverloaded({ kind: 'refused', error } as Parameters<typeof isOverloaded>[0]);
  };
  expect([refusedFor('channel'), refusedFor('pair')]).toEqual([true, false]);
});
