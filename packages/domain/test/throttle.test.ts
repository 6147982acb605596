import { expect, test } from 'vitest';
import { channelBucket, lateTurnMs, takePairTurn, takeTurn, turnAtMs } from '../src/throttle.ts';

const nowMs = 1_800_000_000_000;

function turns(count: number, perSecond: number | null, type: 'whatsapp' | 'instagram') {
  const bucket = channelBucket(type, perSecond);
  let nextAtUs = 0;
  return Array.from({ length: count }, () => {
    nextAtUs = takeTurn(bucket, nextAtUs, nowMs * 1_000);
    return turnAtMs(bucket, nextAtUs, nowMs * 1_000) - nowMs;
  });
}

test.each([1, 2, 4, 10, 20, 40, 80, 300, 1_000])(
  'no second has more than %i messages, however late each is, and nearly nine tenths of them go out',
  (perSecond) => {
    const waits = turns(perSecond * 10, perSecond, 'instagram');
    // The first of a second may be as late as it may be, and the others on time.
    const mostInSecond = Math.max(
      ...waits.map(
        (from) => waits.filter((at) => at >= from && at < from + 1_000 + lateTurnMs).length,
      ),
    );
    expect(mostInSecond).toBeLessThanOrEqual(perSecond);
    expect(waits.at(-1)).toBeLessThanOrEqual((perSecond * 10 * 1_000) / (perSecond * 0.89));
  },
);

test('a twentieth of the messages of one second go at once', () => {
  expect(turns(80, 80, 'instagram').filter((wait) => wait === 0)).toHaveLength(4);
});

test('without a setting the rate of the network applies', () => {
  expect(turns(81, null, 'whatsapp')).toEqual(turns(81, 80, 'whatsapp'));
});

test('a WhatsApp user gets 44 messages at once, then one every six seconds', () => {
  let [pairNextAt, at] = [0, nowMs];
  const waits = Array.from({ length: 47 }, () => {
    const turnAt = takePairTurn('whatsapp', pairNextAt, at)?.atMs ?? 0;
    const wait = turnAt - at;
    at = turnAt;
    pairNextAt = takePairTurn('whatsapp', pairNextAt, at)?.pairNextAt ?? 0;
    return wait;
  });
  expect(waits.slice(0, 44)).toEqual(Array.from({ length: 44 }, () => 0));
  expect(waits.slice(44)).toEqual([6_000, 6_000, 6_000]);
});

test('a WhatsApp user waits also if another machine, whose clock is a minute ahead, has sent the last message', () => {
  const fullMs = 44 * 6_000;
  expect(takePairTurn('whatsapp', nowMs + fullMs, nowMs)?.atMs).toBe(nowMs + 6_000);
  expect(takePairTurn('whatsapp', nowMs + fullMs + 60_000, nowMs)?.atMs).toBe(nowMs + 66_000);
});

test('a WhatsApp user does not wait for a time that only a clock before its step back can have stored', () => {
  const turn = takePairTurn('whatsapp', nowMs + 3_600_000, nowMs);
  expect(turn).toEqual({ atMs: nowMs, pairNextAt: nowMs + 6_000 });
});

test('an idle channel regains its whole burst', () => {
  const bucket = channelBucket('instagram', 80);
  const nextAtUs = takeTurn(bucket, (nowMs - 1) * 1_000, nowMs * 1_000);
  expect(turnAtMs(bucket, nextAtUs, nowMs * 1_000)).toBe(nowMs);
});
