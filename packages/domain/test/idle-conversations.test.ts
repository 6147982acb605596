import { describe, expect, test } from 'vitest';
import type { StoredConversation } from '../src/conversations.ts';
import { idleCheckMs, isIdle, nextIdleCheckMs } from '../src/idle-conversations.ts';

const updatedAt = '2026-11-02T12:00:00.000Z';
const sinceMs = Date.parse(updatedAt);
const hourMs = 3_600_000;
const conversation = (fields: Partial<StoredConversation>) =>
  ({ status: 'open', snoozedUntil: null, updatedAt, ...fields }) as StoredConversation;

describe('a conversation', () => {
  test.each([
    ['an open one', { status: 'open' }, true],
    ['a pending one', { status: 'pending' }, true],
    ['one snoozed until the next message', { status: 'snoozed' }, true],
    ['one snoozed until a time', { status: 'snoozed', snoozedUntil: updatedAt }, false],
    ['a closed one', { status: 'closed' }, false],
  ] as const)('%s is idle after the hours of the tenant', (_title, fields, expected) => {
    const one = conversation(fields);
    expect(isIdle(one, 2, sinceMs + 2 * hourMs)).toBe(expected);
    expect(isIdle(one, 2, sinceMs + 2 * hourMs - 1)).toBe(false);
  });
});

describe('the next look for idle conversations', () => {
  test('is when the oldest one becomes idle, at least a minute later', () => {
    expect(nextIdleCheckMs(updatedAt, 2, sinceMs + hourMs)).toBe(sinceMs + 2 * hourMs);
    expect(nextIdleCheckMs(updatedAt, 2, sinceMs + 3 * hourMs)).toBe(
      sinceMs + 3 * hourMs + idleCheckMs,
    );
  });

  test('is when a conversation that begins now becomes idle, without another one', () => {
    expect(nextIdleCheckMs(undefined, 2, sinceMs)).toBe(sinceMs + 2 * hourMs);
  });
});
