import { expect, test } from 'vitest';
import { isTypingShown } from '../src/conversation-signals.ts';

const shownAtMs = Date.parse('2026-11-02T12:00:00.000Z');
const before = '2026-11-02T11:59:59.999Z';
const after = '2026-11-02T12:00:01.000Z';

test.each([
  ['whatsapp', before, 19_999, true],
  ['whatsapp', null, 19_999, true],
  ['whatsapp', before, 20_000, false],
  ['tiktok', before, 3_999, true],
  ['tiktok', before, 4_000, false],
  ['instagram', before, 4_000, false],
  ['whatsapp', after, 2_000, false],
  ['whatsapp', new Date(shownAtMs).toISOString(), 0, true],
  // The clock has stepped back.
  ['whatsapp', before, -1, false],
] as const)(
  'on %s, with the last message at %s, the typing indicator is shown after %d ms: %s',
  (channelType, lastMessageAt, ageMs, isShown) => {
    const conversation = { channelType, lastMessageAt };
    expect(isTypingShown(conversation, shownAtMs, shownAtMs + ageMs)).toBe(isShown);
  },
);
