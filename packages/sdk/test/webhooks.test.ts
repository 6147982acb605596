import { eventExamples } from '@parley/contract/schemas';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  signWebhook,
  type TestEvent,
  testWebhook,
  type VerifyOptions,
  verifyWebhook,
  verifyWebhookSync,
  WebhookVerificationError,
} from '../src/webhooks.ts';
import { failureOf, reasonOf } from './recording-client.ts';

// The example of the Standard Webhooks specification and of its reference libraries.
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret } = published;
// The example in the documents of Svix, whose scheme the specification is.
const documented = {
  secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
  id: 'msg_loFOjxBNrRLzqYUf',
  timestamp: '1731705121',
  body: '{"event_type":"ping","data":{"success":true}}',
  signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
};
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const now = (): number => 1_700_000_000_000;
const options: VerifyOptions = { secrets: [secret], now };
const event = eventExamples['message.received'];
const body = JSON.stringify(event);

async function delivery(changes: Record<string, string | undefined> = {}, given = body) {
  const headers = await signWebhook(given, { secrets: [secret], id: event.id, now });
  return { body: given, headers: { ...headers, ...changes } };
}

/** As in a runtime that has Web Crypto alone. */
function withoutNode(getBuiltinModule = (): unknown => undefined): void {
  const spy = vi.spyOn(process, 'getBuiltinModule').mockImplementation(getBuiltinModule as never);
  onTestFinished(() => spy.mockRestore());
}

function shifted(seconds: number): string {
  return String(now() / 1000 + seconds);
}

describe('the tests of the Standard Webhooks library', () => {
  test.each([{ secrets: [''] }, { secrets: ['whsec_'] }, undefined])(
    '%j, without a key, is refused',
    async (empty) => {
      const options = empty && { ...empty, now };
      const error = await failureOf(verifyWebhook(await delivery(), options as VerifyOptions));
      expect(error.message).toBe(
        "`secrets` must be 1 to 4 secrets of webhook endpoints in base64, such as { secrets: ['whsec_…'] }.",
      );
    },
  );

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s it is refused',
    async (name) => {
      for (const value of [undefined, '']) {
        const error = await failureOf(verifyWebhook(await delivery({ [name]: value }), options));
        expect(error).toMatchObject({ name: 'WebhookVerificationError', reason: 'header_missing' });
        expect(error.message).toBe(`Webhook refused: header_missing: ${name}`);
      }
    },
  );

  test.each(['hello', '1 700 000 000', 'NaN', '17e'])('the time %j is refused', async (time) => {
    const call = verifyWebhook(await delivery({ 'webhook-timestamp': time }), options);
    expect(await reasonOf(call)).toBe('timestamp_invalid');
  });

  test('a wrong signature is refused', async () => {
    const call = verifyWebhook(await delivery({ 'webhook-signature': 'v1,dummy' }), options);
    expect(await reasonOf(call)).toBe('signature_mismatch');
  });

  test('a part of the right signature is refused', async () => {
    const { headers } = await delivery();
    const signature = String(headers['webhook-signature']);
    for (const part of [
      signature.slice(0, 8),
      'v1,',
      'v1',
      signature.slice(0, -1),
      `${signature}=`,
    ]) {
      const call = verifyWebhook(await delivery({ 'webhook-signature': part }), options);
      expect(await reasonOf(call)).toBe('signature_mismatch');
    }
  });

  test('a right signature gives the event', async () => {
    expect(await verifyWebhook(await delivery(), options)).toEqual(event);
  });

  test('refuses events that are too old or from the future', async () => {
    const at = async (seconds: number) => {
      const headers = await signWebhook(body, {
        secrets: [secret],
        now: () => now() + seconds * 1e3,
      });
      return verifyWebhook({ body, headers }, options);
    };
    expect(await reasonOf(at(-301))).toBe('timestamp_too_old');
    expect(await reasonOf(at(301))).toBe('timestamp_too_new');
    expect(await at(-300)).toEqual(event);
    expect(await at(300)).toEqual(event);
  });

  test('one valid signature among several is enough', async () => {
    const { headers } = await delivery();
    const signatures = `v1,AAAA ${headers['webhook-signature']} v2,BBBB v1a,CCCC`;
    const several = await delivery({ 'webhook-signature': signatures });
    expect(await verifyWebhook(several, options)).toEqual(event);
  });

  test('the prefix of the secret is optional', async () => {
    const bare = { secrets: [secret.slice('whsec_'.length)], now };
    expect(await verifyWebhook(await delivery(), bare)).toEqual(event);
  });

  test.each([published, documented])(
    'accepts and computes the published signature of $id',
    async ({ secret, id, timestamp, body, signature }) => {
      const at = { secrets: [secret], now: () => new Date(Number(timestamp) * 1000) };
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
      expect(await signWebhook(body, { id, ...at })).toMatchObject(headers);
      // Its signature is good; and then it is not an event of ours.
      expect(await reasonOf(verifyWebhook({ body, headers }, at))).toBe('event_invalid');
    },
  );

  test('a signed empty payload is refused', async () => {
    expect(await reasonOf(verifyWebhook(await delivery({}, ''), options))).toBe('event_invalid');
    const call = verifyWebhook({ ...(await delivery()), body: '' }, options);
    expect(await reasonOf(call)).toBe('signature_mismatch');
  });
});

describe('with the libraries standardwebhooks and svix', () => {
  const libraries = [new Webhook(secret), new SvixWebhook(secret)];

  test('both accept our signatures and refuse changed events', async () => {
    const object = { text: 'Olá 🌊 \u0000 \\u0000' };
    const made = await testWebhook(
      { type: 'message.received', data: { object } },
      { secrets: [secret] },
    );
    for (const library of libraries) {
      expect(library.verify(made.body, made.headers)).toMatchObject({ data: { object } });
      expect(() => library.verify(`${made.body} `, made.headers)).toThrow();
    }
  });

  test('we accept the signatures of both', async () => {
    for (const library of libraries) {
      const headers = {
        'webhook-id': event.id,
        'webhook-timestamp': shifted(0),
        'webhook-signature': library.sign(event.id, new Date(now()), body),
      };
      expect(await verifyWebhook({ body, headers }, options)).toEqual(event);
      const call = verifyWebhook({ body: `${body} `, headers }, options);
      expect(await reasonOf(call)).toBe('signature_mismatch');
    }
  });
});

test('signing with a missing or wrong argument fails with an error that names it', async () => {
  const type = 'message.received';
  const good = { type, data: { object: {} } };
  const calls: [unknown, unknown, RegExp][] = [
    [undefined, options, /^The event's type is undefined; expected an event such as/],
    [type, options, /^The event's type is undefined/],
    [{ type }, options, /^The event's data\.object is undefined/],
    [{ type, data: { object: 'Hello' } }, options, /^The event's data\.object is "Hello"/],
    [good, undefined, /^`secrets` must be 1 to 4 secrets/],
    [good, { secrets: [] }, /^`secrets` must be/],
    [good, { secrets: secret }, /^`secrets` must be/],
    [good, { secrets: [undefined] }, /^`secrets` must be/],
    [good, { secrets: [secret], now: 5 }, /^now is 5; expected a function/],
    [good, { secrets: [secret], now: () => 'noon' }, /^now is of type Function/],
  ];
  for (const [given, to, message] of calls) {
    const error = await failureOf(testWebhook(given as TestEvent, to as VerifyOptions));
    expect(error).toMatchObject({ name: 'ParleyError', message: expect.stringMatching(message) });
  }
  for (const [text, message] of [
    [good, 'body is of type Object; expected text'],
    [undefined, 'body is undefined'],
  ] as const) {
    const error = await failureOf(signWebhook(text as never, options));
    expect(error).toMatchObject({ name: 'ParleyError', message: expect.stringContaining(message) });
  }
  const unsigned = await failureOf(signWebhook('{}', undefined as never));
  expect(unsigned.message).toMatch(/^`secrets` must be/);
});

describe('secrets', () => {
  test('the new and the old secret verify at the same time', async () => {
    const rotating = { secrets: [other, secret], now };
    expect(await verifyWebhook(await delivery(), rotating)).toEqual(event);
    const headers = await signWebhook(body, { secrets: [secret, other], now });
    expect(await verifyWebhook({ body, headers }, { secrets: [other], now })).toEqual(event);
    const call = verifyWebhook(await delivery(), { secrets: [other], now });
    expect(await reasonOf(call)).toBe('signature_mismatch');
  });

  test('none, five or invalid base64 is an error of the receiver, not of the sender', async () => {
    const texts = [[], Array(5).fill(secret), ['not base64!'], [other, 'whsec_***'], ['a']];
    const unset = [undefined, [undefined], [other, undefined]];
    for (const secrets of [...texts, ...unset]) {
      const error = await failureOf(
        verifyWebhook(await delivery(), { secrets, now } as VerifyOptions),
      );
      expect(error.name).toBe('ParleyError');
      expect(JSON.stringify(error)).not.toContain('***');
    }
  });

  test('imports a key once when only Web Crypto is available', async () => {
    withoutNode();
    const own = `whsec_${btoa('a secret of this test alone')}`;
    const imported = vi.spyOn(crypto.subtle, 'importKey');
    const headers = await signWebhook(body, { secrets: [own], now });
    for (let i = 0; i < 3; i++) await verifyWebhook({ body, headers }, { secrets: [own], now });
    expect(imported).toHaveBeenCalledTimes(1);
    imported.mockRestore();
  });
});

describe.each([
  ['without getBuiltinModule', () => undefined],
  [
    'in the Edge runtime of Next.js, where it throws',
    () => {
      throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
    },
  ],
])('with Web Crypto alone, %s', (_, getBuiltinModule) => {
  test('creates and accepts the same signatures', async () => {
    const byNode = await delivery();
    withoutNode(getBuiltinModule);
    expect(await delivery()).toEqual(byNode);
    expect(await verifyWebhook(byNode, options)).toEqual(event);
    const call = verifyWebhook({ ...byNode, body: `${body} ` }, options);
    expect(await reasonOf(call)).toBe('signature_mismatch');
  });

  test.each(['', 'whsec_', 'whsec_***'])('%j is refused as a secret', async (wrong) => {
    withoutNode(getBuiltinModule);
    const error = await failureOf(verifyWebhook(await delivery(), { secrets: [wrong], now }));
    expect(error.message).toContain('`secrets` must be');
  });

  test('a failure of Web Crypto is not reported as a wrong secret', async () => {
    const sent = await delivery();
    withoutNode(getBuiltinModule);
    const failure = new Error('out of memory');
    const sign = vi.spyOn(crypto.subtle, 'sign').mockRejectedValueOnce(failure);
    onTestFinished(() => sign.mockRestore());
    await expect(verifyWebhook(sent, options)).rejects.toBe(failure);
  });

  test('verifyWebhookSync names its alternative', async () => {
    const sent = await delivery();
    withoutNode(getBuiltinModule);
    expect(() => verifyWebhookSync(sent, options)).toThrow('use `await verifyWebhook(…)`');
  });
});

describe('verifyWebhookSync', () => {
  const bytes = new TextEncoder().encode(body);

  test.each([
    ['text', { body }],
    ['bytes', { body: bytes }],
    ['a Buffer as rawBody beside a parsed body', { rawBody: Buffer.from(body), body: event }],
    ['an ArrayBuffer', { body: bytes.slice().buffer }],
  ])('returns the event of %s synchronously', async (_, given) => {
    const { headers } = await delivery();
    expect(verifyWebhookSync({ ...given, headers } as never, options)).toEqual(event);
    const rotating = { secrets: [other, secret], now };
    expect(verifyWebhookSync({ ...given, headers } as never, rotating)).toEqual(event);
  });

  test.each([
    ['another body', { body: `${body} ` }, {}, 'signature_mismatch'],
    ['more than 1 MB of text', { body: ' '.repeat(1_048_577) }, {}, 'body_too_large'],
    ['more than 1 MB of bytes', { body: new Uint8Array(1_048_577) }, {}, 'body_too_large'],
    ['no id', {}, { 'webhook-id': '' }, 'header_missing'],
    ['an old time', {}, { 'webhook-timestamp': shifted(-301) }, 'timestamp_too_old'],
  ])('refuses %s', async (_, given, changed, reason) => {
    const sent = { ...(await delivery(changed)), ...given };
    expect(() => verifyWebhookSync(sent, options)).toThrow(`Webhook refused: ${reason}`);
  });

  test('does not report a stream, a parsed body or a missing one as a forgery', async () => {
    const { headers } = await delivery();
    for (const wrong of [event, new Response(body).body, 5, undefined, null]) {
      const call = () => verifyWebhookSync({ body: wrong, headers } as never, options);
      expect(call).toThrow('The body of the webhook is neither text nor bytes.');
    }
  });

  test('refuses invalid secrets without showing them', async () => {
    const sent = await delivery();
    for (const secrets of [[], ['whsec_'], ['private!']]) {
      expect(() => verifyWebhookSync(sent, { secrets, now })).toThrow('`secrets` must be');
      expect(() => verifyWebhookSync(sent, { secrets, now })).not.toThrow('private');
    }
  });
});

test('the tolerance is configurable', async () => {
  const later = (seconds: number) => ({ now: () => now() + seconds * 1000 });
  const sent = await delivery();
  const strict = { secrets: [secret], toleranceSeconds: 0 };
  expect(await verifyWebhook(sent, { ...strict, ...later(0) })).toEqual(event);
  expect(await reasonOf(verifyWebhook(sent, { ...strict, ...later(1) }))).toBe('timestamp_too_old');
  const any = { secrets: [secret], toleranceSeconds: Number.POSITIVE_INFINITY };
  expect(await verifyWebhook(sent, { ...any, ...later(1e9) })).toEqual(event);
});

test('accepts eight signatures and refuses nine before computing any', async () => {
  const { headers } = await delivery();
  const right = String(headers['webhook-signature']);
  const among = (count: number) =>
    Array(count - 1)
      .fill('v1,AAAA')
      .concat(right)
      .join(' ');
  expect(await verifyWebhook(await delivery({ 'webhook-signature': among(8) }), options)).toEqual(
    event,
  );
  withoutNode();
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const nine = { body, headers: { ...headers, 'webhook-signature': among(9) } };
  expect(await reasonOf(verifyWebhook(nine, options))).toBe('signatures_too_many');
  expect(sign).not.toHaveBeenCalled();
  sign.mockRestore();
});

test('the signature covers id, time and body', async () => {
  for (const changes of [{ 'webhook-id': 'evt_other' }, { 'webhook-timestamp': shifted(1) }]) {
    expect(await reasonOf(verifyWebhook(await delivery(changes), options))).toBe(
      'signature_mismatch',
    );
  }
});

test.each([
  'null',
  '1',
  '"text"',
  '[]',
  '{}',
  '{"type":1,"data":{"object":{}}}',
  '{"type":"a"}',
  '{',
])('%s is refused, although it is signed', async (text) => {
  expect(await reasonOf(verifyWebhook(await delivery({}, text), options))).toBe('event_invalid');
});

test('returns an event of an unknown type unchanged', async () => {
  const later = { ...event, type: 'deal.won', data: { object: { id: 'deal_1' }, more: true } };
  expect(await verifyWebhook(await delivery({}, JSON.stringify(later)), options)).toEqual(later);
});

test('an error has the reason, but not the body', async () => {
  const error = await failureOf(verifyWebhook(await delivery({}, '{"secret": tru'), options));
  expect(WebhookVerificationError.is(error)).toBe(true);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'WebhookVerificationError',
    message: 'Webhook refused: event_invalid',
    reason: 'event_invalid',
    outcome: 'rejected',
  });
  expect(error.cause).toBeUndefined();
});

test('a test event is complete and accepts overrides', async () => {
  const made = await testWebhook(
    { type: 'contact.updated', sequence: 7, data: { object: { id: 'con_1' }, changes: ['name'] } },
    { secrets: [secret], now },
  );
  expect(await verifyWebhook(made, options)).toMatchObject({
    id: made.headers['webhook-id'],
    type: 'contact.updated',
    apiVersion: 'v1',
    timestamp: new Date(now()).toISOString(),
    sequence: 7,
    subject: { type: 'contact', id: 'con_1' },
    data: { object: { id: 'con_1' }, previous: null, changes: ['name'] },
    test: false,
  });
});

test('header and body of a test event have the same id', async () => {
  const data = { object: {} };
  const made = await testWebhook(
    { type: 'contact.updated', data },
    { secrets: [secret], id: undefined },
  );
  expect(JSON.parse(made.body).id).toBe(made.headers['webhook-id']);
});
