import { webhookEndpoint, webhookLimits } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import {
  checkEnabled,
  checkEndpointLimit,
  disabledEndpoint,
  enabledEndpoint,
  isSentTo,
  newHealth,
  rotatedSecrets,
  showEndpoint,
  signingSecrets,
  urlKey,
  webhookEndpointRules,
} from '../src/index.ts';

const made = { id: 'whe_01KAGXM2000000000000000000', at: '2026-11-20T12:00:00.000Z' };
const url = 'https://example.com/hooks';
const initial = webhookEndpointRules.initial(
  { url, events: ['*', '*'], headers: { 'X-Team': 'a' } },
  made,
);

test('a new endpoint is enabled and shows the names of its headers only', () => {
  const answer = showEndpoint(initial, newHealth());
  expect(answer).toMatchObject({ status: 'enabled', events: ['*'], headers: { 'x-team': '***' } });
  expect(webhookEndpoint.parse(answer)).toEqual(answer);
});

test('merges headers ignoring case; null removes a header, *** keeps it', () => {
  const headersAfter = (headers: Record<string, string | null>) =>
    webhookEndpointRules.changed(initial, { headers }, made.at).headers;
  expect(headersAfter({ 'X-TEAM': 'b', other: 'c' })).toEqual({ 'x-team': 'b', other: 'c' });
  expect(headersAfter({ 'X-Team': null })).toEqual({});
  expect(headersAfter({ 'x-team': '***' })).toEqual({ 'x-team': 'a' });
});

test('refuses more than the maximum number of headers', () => {
  const few = Object.fromEntries(
    Array.from({ length: webhookLimits.headers }, (_, n) => [`h${n}`, 'x']),
  );
  expect(() => webhookEndpointRules.changed(initial, { headers: few }, made.at)).toThrow(
    expect.objectContaining({ code: 'SVC-VALIDATION' }),
  );
});

test('URLs that lead to the same requests are equal', () => {
  expect(urlKey('HTTPS://EXAMPLE.com:443/hooks')).toBe(urlKey(url));
  expect(urlKey('https://example.com/Hooks')).not.toBe(urlKey(url));
});

test('only an endpoint disabled by a rule notifies the other endpoints', () => {
  const eventsOf = (reason: 'manual' | 'failing' | 'gone') =>
    webhookEndpointRules
      .changeEvents({ status: 'enabled' }, disabledEndpoint(initial, reason, made.at))
      .map(({ type }) => type);
  expect(eventsOf('gone')).toEqual(['webhook_endpoint.disabled']);
  expect(eventsOf('failing')).toEqual(['webhook_endpoint.disabled']);
  expect(eventsOf('manual')).toEqual([]);
  expect(webhookEndpointRules.changeEvents({ description: null }, initial)).toEqual([]);
});

test('a disabled endpoint gets no deliveries and allows no replay', () => {
  const off = disabledEndpoint(initial, 'manual', made.at);
  expect([isSentTo(initial), isSentTo(off), isSentTo(enabledEndpoint(off))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(() => checkEnabled(off, 'replay')).toThrow(
    expect.objectContaining({ code: 'SVC-INVALID-TRANSITION' }),
  );
  expect(() => checkEnabled(enabledEndpoint(off), 'replay')).not.toThrow();
});

test('refuses more than the maximum number of endpoints', () => {
  expect(() => checkEndpointLimit(webhookLimits.endpoints - 1)).not.toThrow();
  expect(() => checkEndpointLimit(webhookLimits.endpoints)).toThrow(
    expect.objectContaining({ code: 'SVC-LIMIT-REACHED' }),
  );
});

test('a replaced secret signs until its overlap ends, or expires at once without one', () => {
  const nowMs = Date.parse(made.at);
  const old = [made.at, '2026-11-20T12:00:00.001Z'].map((expiresAt) => ({
    secret: 'whsec_a',
    expiresAt,
  }));
  expect(signingSecrets(old, nowMs)).toEqual([old[1]]);
  const current = { secret: 'whsec_b' };
  const rotated = rotatedSecrets(current, old, { overlapHours: 24, nowMs });
  expect(rotated).toEqual([{ ...current, expiresAt: '2026-11-21T12:00:00.000Z' }, old[1]]);
  expect(rotatedSecrets(current, old, { overlapHours: 0, nowMs })).toEqual([]);
  const full = Array.from({ length: 3 }, () => ({
    ...current,
    expiresAt: '2026-11-21T12:00:00.000Z',
  }));
  expect(() => rotatedSecrets(current, full, { overlapHours: 24, nowMs })).toThrow(
    expect.objectContaining({ code: 'SVC-LIMIT-REACHED' }),
  );
});
