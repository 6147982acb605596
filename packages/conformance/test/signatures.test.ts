import { expect, test } from 'vitest';
import { isTaken, type Received, signersOf } from '../src/webhooks/signatures.ts';

// The example of the Standard Webhooks specification.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const received: Received = {
  at: new Date(1_614_265_330_000),
  method: 'POST',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  },
  rawBody: '{"test": 2432232314}',
};

test('accepts the published signature and identifies its secret', () => {
  expect(isTaken(received, secret)).toBe(true);
  expect(signersOf(received, [other, secret])).toEqual([secret]);
});

test.each([
  ['another body', { rawBody: '{"test": 2432232315}' }],
  ['five minutes and a second later', { at: new Date(1_614_265_631_000) }],
  ['five minutes and a second too early', { at: new Date(1_614_265_029_000) }],
  ['without a signature', { headers: { ...received.headers, 'webhook-signature': '' } }],
  ['with another id', { headers: { ...received.headers, 'webhook-id': 'msg_other' } }],
])('refuses a signature: %s', (_title, change) => {
  expect(isTaken({ ...received, ...change }, secret)).toBe(false);
});

test('reports a signature of an unknown secret, also next to a valid one', () => {
  const headers = { ...received.headers, 'webhook-signature': `${signature} v1,AAAA` };
  expect(() => signersOf({ ...received, headers }, [secret, other])).toThrow('v1,AAAA');
  expect(() => signersOf(received, [other])).toThrow(signature);
});

test('verification restores the clock', () => {
  isTaken(received, secret);
  expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(5_000);
});
