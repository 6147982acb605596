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

test('sends the messages of one second at once, and the rest evenly', () => {
  expect(turns(8, 4, 'instagram')).toEqual([0, 0, 0, 0, 250, 500, 750, 1_000]);
});

test('keeps a rate whose interval is a fraction of a millisecond', () => {
  const all = turns(801, 80, 'instagram');
  expect(all.filter((wait) => wait === 0)).toHaveLength(80);
  expect(all.at(-1)).toBeGreaterThanOrEqual(9_000);
  expect(all.at(-1)).toBeLessThanOrEqual(9_020);
});

test('without a setting the rate of the network applies', () => {
  expect(turns(81, null, 'whatsapp').at(-1)).toBeGreaterThan(0);
  expect(turns(80, null, 'whatsapp').at(-1)).toBe(0);
});

test('a WhatsApp user gets 45 messages at once, then one every six seconds', () => {
  let state = { channelNextAtUs: 0, pairNextAt: 0 };
  const waits = Array.from({ length: 48 }, () => {
    const turn = takeTurn('whatsapp', 1_000, state, nowMs);
    state = { channelNextAtUs: 0, pairNextAt: turn.pairNextAt ?? 0 };
    return turn.atMs - nowMs;
  });
  expect(waits.slice(0, 45)).toEqual(Array.from({ length: 45 }, () => 0));
  expect(waits.slice(45)).toEqual([6_000, 12_000, 18_000]);
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
