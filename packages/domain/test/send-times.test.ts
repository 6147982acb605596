import { describe, expect, test } from 'vitest';
import { channelRules } from '../src/channels.ts';
import { refuseSendAt } from '../src/send-times.ts';
import { refuseWindow } from '../src/sending.ts';

const at = '2026-11-20T09:30:00.000Z';
const atMs = Date.parse(at);
const hourMs = 3_600_000;

test('`sendAt` is in the future, and at most 366 days ahead', () => {
  const ruleFor = (inMs: number) => {
    const sendAt = new Date(atMs + inMs).toISOString();
    const body = { channelId: 'chn_1', to: '1', type: 'text', text: 'Hello', sendAt } as const;
    return refuseSendAt(body, atMs)?.details['rule'];
  };
  const mostMs = 366 * 24 * hourMs;
  expect([0, 1].map(ruleFor)).toEqual(['in_the_future', undefined]);
  expect([mostMs, mostMs + 1].map(ruleFor)).toEqual([undefined, 'within_a_year']);
});

describe('free text is allowed until just before the window ends', () => {
  test.each([
    ['whatsapp', null, 24],
    ['whatsapp', 'human_agent', 24],
    ['instagram', null, 24],
    ['instagram', 'human_agent', 168],
    ['tiktok', null, 48],
  ] as const)('on %s, with the tag %s, %i hours', (type, messageTag, hours) => {
    const channel = channelRules.initial(
      { name: 'Shop', type, provider: 'sandbox' },
      { id: 'chn_1', at },
    );
    const refusedAfter = (ms: number) => {
      const exchanged = { lastInboundAt: at, sentSinceInbound: 0, firstReplyAt: null };
      return refuseWindow({ type: 'text', messageTag }, channel, exchanged, atMs + ms);
    };
    expect(refusedAfter(hours * hourMs - 1)).toBeUndefined();
    expect(refusedAfter(hours * hourMs)?.details).toMatchObject({
      windowHours: hours,
      reason: 'time',
      closedAt: new Date(atMs + hours * hourMs).toISOString(),
    });
  });
});
