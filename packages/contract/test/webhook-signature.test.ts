import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { matchesSignature, signWebhook, webhookHeaders } from '../src/webhook-signature.ts';

// The example of the Standard Webhooks specification and of its reference libraries.
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  content: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret, content, signature } = published;
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

test('computes the signature of the published test vector', async () => {
  expect(await signWebhook(secret, content)).toBe(signature);
  expect(await matchesSignature(secret, content, signature)).toBe(true);
});

test('the prefix of the secret is optional', async () => {
  expect(await signWebhook(secret.slice('whsec_'.length), content)).toBe(signature);
});

test.each(['{}', '{"text":"Olá 🌊 \\u0000"}', '', 'x'.repeat(100_000)])(
  'the libraries standardwebhooks and svix accept our signatures (%#)',
  async (body) => {
    const now = Math.floor(Date.now() / 1000);
    const headers = {
      [webhookHeaders.id]: 'evt_1',
      [webhookHeaders.timestamp]: String(now),
      [webhookHeaders.signature]: await signWebhook(secret, {
        id: 'evt_1',
        timestampSeconds: now,
        body,
      }),
    };
    for (const library of [new Webhook(secret), new SvixWebhook(secret)]) {
      if (body.startsWith('{')) expect(library.verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => library.verify(`${body} `, headers)).toThrow();
    }
  },
);

test('reads two joined headers as two signatures', async () => {
  expect(await matchesSignature(secret, content, `v1,AAAA, ${signature}, v1,BBBB`)).toBe(true);
  expect(await matchesSignature(secret, content, `${signature}, v1,BBBB`)).toBe(true);
});

test('accepts signatures of the library standardwebhooks', async () => {
  const { id, timestampSeconds, body } = content;
  const theirs = new Webhook(secret).sign(id, new Date(timestampSeconds * 1000), body);
  expect(await matchesSignature(secret, content, theirs)).toBe(true);
});

test.each([
  ['another body', { ...content, body: '{"test": 2432232315}' }, signature],
  ['another id', { ...content, id: 'msg_other' }, signature],
  ['another time', { ...content, timestampSeconds: content.timestampSeconds + 1 }, signature],
  ['another version', content, signature.replace('v1,', 'v1a,')],
  ['no version', content, signature.slice(3)],
  ['a signature cut short', content, signature.slice(0, -5)],
  ['no base64', content, 'v1,***'],
  ['nothing', content, ''],
  ['only a version', content, 'v1,'],
  ['only spaces', content, '   '],
])('refuses %s', async (_what, changed, header) => {
  expect(await matchesSignature(secret, changed, header)).toBe(false);
});

test('one valid signature among others is enough, so that secrets can be rotated', async () => {
  const second = await signWebhook(other, content);
  const header = `v1a,AAAA ${second} ${signature}`;
  expect(await matchesSignature(secret, content, header)).toBe(true);
  expect(await matchesSignature(other, content, header)).toBe(true);
  expect(await matchesSignature(other, content, signature)).toBe(false);
});

test.each(['', 'whsec_', 'whsec_***', 'not base64!'])('%j is refused as a secret', async (bad) => {
  await expect(signWebhook(bad, content)).rejects.toThrow('A webhook secret is base64');
});
