import { expect, test } from 'vitest';
import type { StoredMessage } from '../src/messages.ts';
import { echoed, type InboundContent } from '../src/received-messages.ts';

const takenMs = Date.parse('2026-11-20T09:30:00.000Z');
const image = { type: 'image', text: null, content: null } as InboundContent;
const sentAfter = (id: string, ms: number, type = 'image') =>
  ({ id, type, text: null, sendingAt: takenMs + ms }) as StoredMessage;

test.each([
  ['one whose send began long before it', [-60_000, -200], 1],
  ['one whose send began after the provider took it', [-200, 3_000], 0],
  ['an older one, when the clock of the server is ahead', [-60_000, 800], 1],
])('of two equal messages, the echo is not that of %s', (_title, begun, expected) => {
  const candidates = begun.map((ms, index) => sentAfter(`msg_${index}`, ms));
  const at = new Date(takenMs).toISOString();
  for (const order of [candidates, candidates.toReversed()]) {
    expect(echoed(order, image, at)?.id).toBe(`msg_${expected}`);
  }
});

test('an echo is not that of a message with another content', () => {
  const at = new Date(takenMs).toISOString();
  expect(echoed([sentAfter('msg_1', -200, 'video')], image, at)).toBeUndefined();
});
