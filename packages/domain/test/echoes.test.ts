import { expect, test } from 'vitest';
import type { StoredMessage } from '../src/messages.ts';
import {
  echoed,
  echoWaitsFor,
  type InboundContent,
  mayBeEchoed,
  withFile,
} from '../src/received-messages.ts';

const takenMs = Date.parse('2026-11-20T09:30:00.000Z');
const image = { type: 'image', text: null, content: null } as InboundContent;
const timeAfter = (ms: number) => new Date(takenMs + ms).toISOString();
const sentAfter = (id: string, ms: number, endMs: number | null, type = 'image') => {
  const failedAt = endMs === null ? null : timeAfter(endMs);
  return { id, type, text: null, sendingAt: takenMs + ms, failedAt } as StoredMessage;
};

test.each([
  ['one whose send began long before it', [-60_000, -10_000, -200], 1],
  ['one whose send began after the provider took it', [-200, 2_000, 3_000], 0],
  ['a nearer one, if the provider took it during the other attempt', [-298_000, 2_000, 3_000], 0],
  ['an older one, when the clock of the server is ahead', [-60_000, -1_000, 800], 1],
] as const)('of two equal messages, the echo is not that of %s', (_title, times, expected) => {
  const [first, end, second] = times;
  const candidates = [sentAfter('msg_0', first, end), sentAfter('msg_1', second, null)];
  const at = timeAfter(0);
  for (const order of [candidates, candidates.toReversed()]) {
    expect(echoed(order, image, at)?.id).toBe(`msg_${expected}`);
  }
});

test('an echo is not that of a message with another content', () => {
  const at = new Date(takenMs).toISOString();
  expect(echoed([sentAfter('msg_1', -200, null, 'video')], image, at)).toBeUndefined();
});

test('an echo may be that of a message only during its attempt, however long it lasts', () => {
  const begun = { externalId: null, sendingAt: takenMs };
  const failed = { status: 'failed', error: { reason: 'unknown_outcome' } };
  const failedAt = new Date(takenMs + 300_000).toISOString();
  const mayBe = (message: object, afterMs: number) =>
    mayBeEchoed(message as StoredMessage, new Date(takenMs + afterMs).toISOString());
  const sending = { ...begun, status: 'sending', failedAt: null };
  expect([-5_001, -5_000, 3_600_000].map((ms) => mayBe(sending, ms))).toEqual([false, true, true]);
  const unresolved = { ...begun, ...failed, failedAt };
  const times = [-5_001, -5_000, 305_000, 305_001];
  expect(times.map((ms) => mayBe(unresolved, ms))).toEqual([false, true, true, false]);
  const others = [
    { externalId: 'mid.1' },
    { sendingAt: null },
    { error: { reason: 'rejected' } },
    { status: 'sent' },
  ];
  for (const other of others) expect(mayBe({ ...unresolved, ...other }, 0)).toBe(false);
});

test('an echo waits two minutes for a message that was sent before it', () => {
  const waits = (beganMs: number, nowMs: number) => {
    const message = { status: 'sending', externalId: null, sendingAt: takenMs + beganMs };
    const echo = { receivedAt: timeAfter(0), nowMs: takenMs + beganMs + nowMs };
    return echoWaitsFor(message as StoredMessage, echo);
  };
  expect([waits(0, 119_999), waits(0, 120_000)]).toEqual([true, false]);
  // The clocks of two processes may differ by five seconds.
  expect([waits(5_000, 0), waits(5_001, 0)]).toEqual([true, false]);
});

test.each([
  ['pending', null, 'stored'],
  ['stored', null, 'stored'],
  ['stored', 'med_1', undefined],
  ['failed', null, undefined],
] as const)(
  'the file of a message that is %s with the record %s becomes %s',
  (status, mediaId, expected) => {
    const file = { id: 'att_1', status, mediaId };
    const message = { content: { attachments: [file] } } as unknown as StoredMessage;
    const after = withFile(message, 'att_1', { status: 'stored', mediaId: 'med_2' }, timeAfter(0));
    if (expected === undefined) return expect(after).toBe(message);
    expect(after.content?.attachments).toMatchObject([{ status: expected, mediaId: 'med_2' }]);
  },
);
