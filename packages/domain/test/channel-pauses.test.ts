import type { ProviderError } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import type { SendOutcome } from '../src/attempts.ts';
import { nextPause, overloadIn } from '../src/channel-pauses.ts';

const nowMs = 1_800_000_000_000;
const never = { pausedUntil: 0, pauseMs: 0, lastSentMs: 0 };
const unknown: SendOutcome = { kind: 'unknown' };

function refused(code: 'SVC-PROVIDER-ERROR' | 'SVC-PROVIDER-RATE-LIMITED') {
  const error = { code, automaticRetry: true, scope: 'channel' } as ProviderError;
  return { kind: 'refused', providerMessage: null, providerCode: null, error } as const;
}
const after = (retryAfterMs: number | null) => ({ retryAfterMs });

test('pauses grow while the provider does not recover, up to a minute', () => {
  let pause = never;
  const lengths = Array.from({ length: 8 }, () => {
    const atMs = Math.max(nowMs, pause.pausedUntil);
    pause = { ...never, ...nextPause(pause, atMs, after(null)) };
    return pause.pausedUntil - atMs;
  });
  expect(lengths).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('a minute without failures, or a sent message, makes the next pause short again', () => {
  const long = { ...never, pausedUntil: nowMs, pauseMs: 32_000 };
  expect(nextPause(long, nowMs + 59_999, after(null))?.pauseMs).toBe(60_000);
  expect(nextPause(long, nowMs + 60_000, after(null))?.pauseMs).toBe(1_000);
  // The provider may have accepted a message in the pause that was sent before it.
  const early = { ...long, lastSentMs: nowMs };
  expect(nextPause(early, nowMs + 100, after(null))?.pauseMs).toBe(60_000);
  const sent = { ...long, lastSentMs: nowMs + 1 };
  expect(nextPause(sent, nowMs + 100, after(null))?.pauseMs).toBe(1_000);
});

test('failures during a pause do not lengthen it, unless the provider asks for more', () => {
  const paused = { ...never, pausedUntil: nowMs + 1_000, pauseMs: 1_000 };
  expect(nextPause(paused, nowMs, after(null))).toBeUndefined();
  expect(nextPause(paused, nowMs, after(500))).toBeUndefined();
  expect(nextPause(paused, nowMs, after(5_000))?.pausedUntil).toBe(nowMs + 5_000);
});

test('obeys Retry-After up to 15 minutes', () => {
  expect(nextPause(never, nowMs, after(30_000))?.pausedUntil).toBe(nowMs + 30_000);
  expect(nextPause(never, nowMs, after(86_400_000))?.pausedUntil).toBe(nowMs + 900_000);
});

test('an answer that may be about one message pauses no channel that has sent another one meanwhile', () => {
  const begunMs = nowMs - 200;
  const sentAt = (ms: number) => ({ ...never, lastSentMs: ms });
  const pauseOf = (outcome: SendOutcome, lastSentMs: number) => {
    const overload = overloadIn(outcome, begunMs);
    return overload && nextPause(sentAt(lastSentMs), nowMs, overload)?.pauseMs;
  };
  const [meanwhile, before] = [begunMs + 1, begunMs];
  for (const outcome of [refused('SVC-PROVIDER-ERROR'), unknown]) {
    expect([pauseOf(outcome, meanwhile), pauseOf(outcome, before)]).toEqual([undefined, 1_000]);
  }
  expect(pauseOf(refused('SVC-PROVIDER-RATE-LIMITED'), meanwhile)).toBe(1_000);
  const asking = { ...refused('SVC-PROVIDER-ERROR'), retryAfterMs: 3_000 };
  expect(pauseOf(asking, meanwhile)).toBe(1_000);
});

test('a limit of one customer, a final refusal and an accepted message do not pause the channel', () => {
  const limited = refused('SVC-PROVIDER-RATE-LIMITED');
  expect(overloadIn(limited)).toEqual({ retryAfterMs: null });
  expect(overloadIn({ ...limited, error: { ...limited.error, scope: 'pair' } })).toBeUndefined();
  const final = { ...limited, error: { ...limited.error, automaticRetry: false } };
  expect(overloadIn(final)).toBeUndefined();
  expect(overloadIn({ kind: 'accepted', externalId: 'wamid.1' })).toBeUndefined();
});
