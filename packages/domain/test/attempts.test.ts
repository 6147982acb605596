import { type ProviderError, providerErrorOf } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { beginAttempt, expiryOf, settleAttempt } from '../src/attempts.ts';
import { channelRules } from '../src/channels.ts';
import { openRecipient } from '../src/consent.ts';
import type { MessageState } from '../src/message-steps.ts';
import type { StoredMessage } from '../src/messages.ts';

const at = '2026-11-20T09:30:00.000Z';
const atMs = Date.parse(at);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('a queued message', () => {
  test('expires a day after it was queued, or at the end of the window that it needs', () => {
    const lastInboundAt = new Date(atMs - 23 * hourMs).toISOString();
    expect(expiryOf(stateOf({ createdAt: '2026-11-01T00:00:00.000Z' }))).toBe(atMs + dayMs);
    expect(expiryOf(stateOf({ queuedAt: null }))).toBe(atMs + dayMs);
    expect(expiryOf(stateOf({}, { lastInboundAt }))).toBe(atMs + hourMs);
    expect(expiryOf(stateOf({ type: 'template' }, { lastInboundAt }))).toBe(atMs + dayMs);
    const begin = (ms: number) => beginAttempt(stateOf({}), atMs + ms).kind;
    expect([begin(dayMs - 1), begin(dayMs)]).toEqual(['send', 'done']);
  });

  test('waits while its channel pauses or its customer has no turn', () => {
    const { channel, ...state } = stateOf({});
    const paused = { ...state, channel: { ...channel, pausedUntil: atMs + 10 } };
    expect(beginAttempt(paused, atMs + 9)).toMatchObject({ kind: 'wait', untilMs: atMs + 10 });
    expect(beginAttempt(paused, atMs + 10).kind).toBe('send');
    const limited = { ...state, channel, pairNextAt: atMs + 43 * 6_000 + 10 };
    expect(beginAttempt(limited, atMs + 9)).toMatchObject({ kind: 'wait', untilMs: atMs + 10 });
    expect(beginAttempt(limited, atMs + 10).kind).toBe('send');
  });
});

test('the outcome of an attempt is unknown after a minute without a report', () => {
  const sending = stateOf({ status: 'sending', sendingAt: atMs });
  expect(beginAttempt(sending, atMs + 59_999)).toMatchObject({ for: 'answer' });
  expect(beginAttempt(sending, atMs + 60_000)).toMatchObject({
    step: { patch: { error: { reason: 'unknown_outcome' } } },
  });
});

describe('a failed attempt', () => {
  test.each([
    ['131016', [2, 8, 32, 120, 480]],
    ['131056', [6, 24, 96, 384, 1_536]],
  ] as const)('with the error %s is repeated after %j seconds', (code, seconds) => {
    const waits = [0, 1, 2, 3, 4, 5].map((failures) => after(failures, known(code)).waitMs);
    expect(waits).toEqual([...seconds.map((each) => each * 1_000), undefined]);
  });

  test('waits as long as the provider asks, up to 15 minutes, and is not counted then', () => {
    const limited = known('130429');
    expect(after(5, limited, 899_999)).toEqual({ waitMs: 899_999, failures: 5 });
    expect(after(5, limited, 86_400_000)).toEqual({ waitMs: 900_000, failures: 5 });
    expect(after(0, limited, 0)).toEqual({ waitMs: 2_000, failures: 1 });
  });
});

function known(code: string): ProviderError {
  return providerErrorOf('whatsapp', code);
}

function after(failures: number, error: ProviderError, retryAfterMs: number | null = null) {
  const state = stateOf({ status: 'sending', sendingAt: atMs, failures });
  const answer = { providerCode: null, providerMessage: null, retryAfterMs };
  const outcome = { kind: 'refused', error, ...answer } as const;
  const { next, step } = settleAttempt(state, { attempt: 1, outcome }, at);
  const waitMs = next.kind === 'retry' ? next.waitMs : undefined;
  return { waitMs, failures: step?.patch.failures };
}

function stateOf(
  fields: Partial<StoredMessage>,
  { lastInboundAt = null }: { lastInboundAt?: string | null } = {},
): MessageState {
  const given = { name: 'Shop', type: 'whatsapp', provider: 'sandbox' } as const;
  const message = { id: 'msg_1', type: 'text', status: 'queued', source: { type: 'api' } };
  const times = { createdAt: at, queuedAt: at, sendingAt: null, attempts: 0, failures: 0 };
  const conversation = { lastMessageId: null, windowNumber: 0, sentSinceInbound: 0 };
  return {
    message: { ...message, ...times, messageTag: null, ...fields } as StoredMessage,
    channel: channelRules.initial(given, { id: 'chn_1', at }),
    recipient: openRecipient,
    conversation: { ...conversation, lastInboundAt, firstReplyAt: null },
    isSuspended: false,
  };
}
