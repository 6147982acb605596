import { describe, expect, test } from 'vitest';
import { eventPattern, eventTypes, matchesEvent, quietEventTypes } from '../src/event-names.ts';
import { webhookHeadersInput, webhookUrl } from '../src/webhook-destination.ts';
import { webhookSchedule } from '../src/webhook-limits.ts';

describe('a pattern of events', () => {
  test.each(eventTypes)('matches %s by its name', (type) => {
    expect(eventPattern.safeParse(type).success).toBe(true);
    expect(matchesEvent(type, type)).toBe(true);
  });

  test('matches a group or everything, except message.queued', () => {
    const loud = eventTypes.filter(
      (type) => !(quietEventTypes as readonly string[]).includes(type),
    );
    expect(eventTypes.filter((type) => matchesEvent('*', type))).toEqual(loud);
    const ofMessages = loud.filter((type) => type.startsWith('message.'));
    expect(eventTypes.filter((type) => matchesEvent('message.*', type))).toEqual(ofMessages);
    expect(ofMessages.length).toBeGreaterThan(3);
  });

  test('must name a whole group, not a prefix of one', () => {
    expect(matchesEvent('webhook.*', 'webhook_endpoint.disabled')).toBe(false);
    expect(matchesEvent('message.sent', 'message.delivered')).toBe(false);
  });

  test.each([
    '',
    '**',
    'message',
    'message.',
    'mesage.*',
    'message.sent.*',
    '*.sent',
    ' *',
    'Message.*',
  ])('is not valid: %j', (text) => {
    expect(eventPattern.safeParse(text).success).toBe(false);
  });
});

describe('the URL of a receiver', () => {
  test.each([
    'https://example.com',
    'https://example.com:8443/hooks?shop=1',
    'http://10.0.0.1/',
    'https://[2001:db8::1]/x',
    'HTTPS://EXAMPLE.COM/',
    'https://bücher.example/',
  ])('may be %s', (url) => {
    expect(webhookUrl.safeParse(url).success).toBe(true);
  });

  test('may have letters outside ASCII in every request of a process', () => {
    const isValid = () => webhookUrl.safeParse('https://bücher.example/').success;
    expect(Array.from({ length: 20_000 }, isValid)).not.toContain(false);
  });

  test.each([
    '',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://example.com/#top',
    'https://example.com/#',
    'https://exa mple.com',
    'https://example.com:99999',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('may not be %s', (url) => {
    expect(webhookUrl.safeParse(url).success).toBe(false);
  });
});

describe('headers of an endpoint', () => {
  test.each([
    'webhook-id',
    'Webhook-Signature',
    'host',
    'Content-Type',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'User-Agent',
    'proxy-authorization',
    'with space',
    'line\nbreak',
    '',
    'ünicode',
  ])('may not be named %j', (name) => {
    expect(webhookHeadersInput.safeParse({ [name]: 'x' }).success).toBe(false);
  });

  test.each(['', ' lead', 'trail ', 'a\r\nb: c', 'a\nb', 'nul\0', 'ünicode', 'x'.repeat(1_001)])(
    'may not be worth %j',
    (value) => {
      expect(webhookHeadersInput.safeParse({ 'x-shop': value }).success).toBe(false);
    },
  );

  test('can be ten, unique ignoring case', () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'v']));
    expect(webhookHeadersInput.safeParse(some(10)).success).toBe(true);
    expect(webhookHeadersInput.safeParse(some(11)).success).toBe(false);
    expect(webhookHeadersInput.safeParse({ 'X-A': '1', 'x-a': '2' }).success).toBe(false);
    expect(webhookHeadersInput.safeParse({ Authorization: 'Bearer x y' }).success).toBe(true);
  });
});

test('ten attempts take about three days', () => {
  const hours = webhookSchedule.reduce<number>((sum, wait) => sum + wait, 0) / 3_600;
  expect(webhookSchedule).toHaveLength(10);
  expect(hours).toBeCloseTo(75.6, 1);
});
