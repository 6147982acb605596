import { expect, test } from 'vitest';
import { takeTurn } from '../src/throttle.ts';

const nowMs = 1_800_000_000_000;

function turns(count: number, perSecond: number | null, type: 'whatsapp' | 'instagram') {
  let state = { channelNextAtUs: 0, pairNextAt: 0 };
  return Array.from({ length: count }, () => {
    const turn = takeTurn(type, perSecond, state, nowMs);
    // Of different customers: the pair's bucket stays full.
    state = { channelNextAtUs: turn.channelNextAtUs, pairNextAt: 0 };
    return turn.atMs - nowMs;
  });
}

test.each([1, 2, 4, 10, 80, 300, 1_000])(
  'no second has more than %i messages, and 84 %% of them go out',
  (perSecond) => {
    const waits = turns(perSecond * 10, perSecond, 'instagram');
    const mostInSecond = Math.max(
      ...waits.map((from) => waits.filter((at) => at >= from && at < from + 1_000).length),
    );
    expect(mostInSecond).toBeLessThanOrEqual(perSecond);
    expect(waits.at(-1)).toBeLessThanOrEqual((perSecond * 10 * 1_000) / (perSecond * 0.84));
  },
);

test('a tenth of the messages of one second go at once', () => {
  expect(turns(80, 80, 'instagram').filter((wait) => wait === 0)).toHaveLength(8);
});

test('without a setting the rate of the network applies', () => {
  expect(turns(81, null, 'whatsapp')).toEqual(turns(81, 80, 'whatsapp'));
});

test('a WhatsApp user gets 44 messages at once, then one every six seconds', () => {
  let state = { channelNextAtUs: 0, pairNextAt: 0 };
  const waits = Array.from({ length: 47 }, () => {
    const turn = takeTurn('whatsapp', 1_000, state, nowMs);
    state = { channelNextAtUs: 0, pairNextAt: turn.pairNextAt ?? 0 };
    return turn.atMs - nowMs;
  });
  expect(waits.slice(0, 44)).toEqual(Array.from({ length: 44 }, () => 0));
  expect(waits.slice(44)).toEqual([6_000, 12_000, 18_000]);
});

test('an idle channel regains its whole burst', () => {
  const turn = takeTurn(
    'instagram',
    2,
    { channelNextAtUs: (nowMs - 1) * 1_000, pairNextAt: 0 },
    nowMs,
  );
  expect(turn.atMs).toBe(nowMs);
});
