import { authError, rejectedError, transientError } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import type { StoredChannel } from '../src/channel-record.ts';
import { endsByRenewal, nextTokenStep, stepAfterRefusal } from '../src/channel-tokens.ts';
import type { ChannelError } from '../src/channels.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const updatedAt = '2026-11-02T12:00:00.000Z';
const sinceMs = Date.parse(updatedAt);
const endMs = sinceMs + 30 * dayMs;

function channelWith(fields: object, provider = 'whatsapp_cloud'): StoredChannel {
  const expiresAt = new Date(endMs).toISOString();
  const credentials = { accessToken: true, refreshable: false, expiresAt, updatedAt, ...fields };
  return { provider, credentials } as unknown as StoredChannel;
}

test('the server warns 7 days and 1 day before the end of a token', () => {
  const stepBefore = (ms: number) => nextTokenStep(channelWith({}), endMs - ms);
  const [first, second] = [endMs - 7 * dayMs, endMs - dayMs].map((atMs) => ({
    step: 'warn',
    atMs,
  }));
  expect([endMs, 7 * dayMs + 1].map(stepBefore)).toEqual([first, first]);
  expect([7 * dayMs, dayMs + 1].map(stepBefore)).toEqual([second, second]);
  expect(stepBefore(dayMs)).toEqual({ step: 'expire', atMs: endMs });
});

test('the server renews a token when a third of its lifetime is left, until its end', () => {
  const channel = channelWith({ refreshable: true });
  const renewal = { step: 'renew', atMs: sinceMs + 20 * dayMs };
  expect(nextTokenStep(channel, sinceMs)).toEqual(renewal);
  expect(nextTokenStep(channel, endMs - 1)).toEqual(renewal);
  expect(nextTokenStep(channel, endMs)).toEqual({ step: 'expire', atMs: endMs });
});

test('a token whose lifetime is unknown is renewed at once, on Instagram after 25 hours', () => {
  const unknown = { refreshable: true, expiresAt: null };
  const [tiktok, instagram] = ['tiktok_business', 'instagram_graph'].map((provider) =>
    nextTokenStep(channelWith(unknown, provider), sinceMs),
  );
  expect(tiktok).toEqual({ step: 'renew', atMs: sinceMs });
  expect(instagram).toEqual({ step: 'renew', atMs: sinceMs + 25 * hourMs });
});

test('a refused token may have expired from the age of an hour', () => {
  const channel = channelWith({ refreshToken: true, refreshable: true });
  const refused = { error: { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' } } as ChannelError;
  expect(endsByRenewal(channel, refused, sinceMs + hourMs - 1)).toBe(false);
  expect(endsByRenewal(channel, refused, sinceMs + hourMs)).toBe(true);
});

test('a failed renewal is repeated, after a warning that is due before it', () => {
  const channel = channelWith({ refreshable: true });
  const renewalIn = (atMs: number, ms: number) => ({ step: 'renew', atMs: atMs + ms });
  const earlyMs = endMs - 10 * dayMs;
  const soon = renewalIn(earlyMs, 10 * 60_000);
  expect(stepAfterRefusal(channel, transientError, earlyMs)).toEqual(soon);
  const later = renewalIn(earlyMs, hourMs);
  expect(stepAfterRefusal(channel, rejectedError, earlyMs)).toEqual(later);
  for (const beforeMs of [7 * dayMs, dayMs]) {
    const warning = { step: 'warn', atMs: endMs - beforeMs };
    expect(stepAfterRefusal(channel, rejectedError, warning.atMs - hourMs)).toEqual(warning);
    const next = renewalIn(warning.atMs, hourMs);
    expect(stepAfterRefusal(channel, rejectedError, warning.atMs)).toEqual(next);
  }
});

test('a refused renewal stops the channel when it is about the account, or the token has expired', () => {
  const channel = channelWith({ refreshable: true });
  expect(stepAfterRefusal(channel, authError, sinceMs)).toBeUndefined();
  expect(stepAfterRefusal(channel, rejectedError, endMs)).toBeUndefined();
  expect(stepAfterRefusal(channel, transientError, endMs)).toMatchObject({ step: 'renew' });
  const unknown = channelWith({ refreshable: true, expiresAt: null });
  expect(stepAfterRefusal(unknown, rejectedError, sinceMs)).toMatchObject({ step: 'renew' });
  expect(stepAfterRefusal(unknown, rejectedError, sinceMs + 60 * dayMs)).toBeUndefined();
});
