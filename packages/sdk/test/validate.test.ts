import { inspect } from 'node:util';
import { contract, examples } from '@parley/contract';
import { createMock } from '@parley/msw';
import { expect, test } from 'vitest';
import { Parley, ResponseValidationError } from '../src/index.ts';
import { contractValidation } from '../src/validate.ts';
import { failureOf } from './recording-client.ts';

const validate = contractValidation();

function answering(body: unknown, status = 200): Parley {
  const fetch = async () => Response.json(body, { status });
  return new Parley({ apiKey: 'k', fetch, validate, maxRetries: 0 });
}

test('every endpoint with a response body is validated, and its example passes', () => {
  const named = { ...examples } as Record<string, unknown>;
  let checked = 0;
  for (const endpoints of Object.values(contract)) {
    for (const { method, path, responses, metadata } of Object.values(endpoints)) {
      // The bytes of a file have no schema.
      if (204 in responses || metadata.bytes === 'response') continue;
      expect(validate(`${method} ${path}`, {}), `${method} ${path}`).not.toBeUndefined();
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(20);
  expect(validate('GET /messages/:id', named['message'])).toBeUndefined();
  expect(validate('GET /messages', named['messagePage'])).toBeUndefined();
});

test('a response that breaks the contract is a typed error that names each field once', async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json(
      { ...examples.message, status: 'brand_new', createdAt: 5 },
      { status: 202 },
    );
  };
  const parley = new Parley({ apiKey: 'k', fetch, validate });
  const input = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Hi' } as const;
  const error = await failureOf(parley.messages.send(input));
  if (!ResponseValidationError.is(error)) throw error;
  expect(error.details['issues']).toMatchObject([
    { path: 'status', code: expect.any(String), message: expect.any(String) },
    { path: 'createdAt' },
  ]);
  expect(error).toMatchObject({ outcome: 'unknown', status: 202, attempts: 1 });
  expect(calls).toBe(1);
});

test('the invalid response is on the error and not in the log', async () => {
  const body = { ...examples.message, text: 'very private', status: 'brand_new' };
  const error = await failureOf(answering(body).messages.get('msg_1'));
  expect(ResponseValidationError.is(error) && error.data).toEqual(body);
  expect(inspect(error) + JSON.stringify(error) + String(error)).not.toContain('very private');
});

test('the error for a list names the record', async () => {
  const page = { data: [examples.contact, { ...examples.contact, tags: 'vip' }], nextCursor: null };
  const error = await failureOf(answering(page).contacts.list());
  expect(error.details['issues']).toMatchObject([{ path: 'data.1.tags' }]);
  const all = await failureOf(answering(page).contacts.list().toArray({ limit: 5 }));
  expect(ResponseValidationError.is(all)).toBe(true);
});

test('unknown fields are accepted and kept', async () => {
  const body = { ...examples.message, brandNew: { deep: true } };
  expect(await answering(body).messages.get('msg_1')).toEqual(body);
});

test('error responses, empty responses and custom paths are not validated', async () => {
  const refused = answering({ error: { code: 'SVC-BRAND-NEW' } }, 418);
  expect((await failureOf(refused.messages.get('msg_1'))).code).toBe('SVC-BRAND-NEW');
  const raw = { method: 'GET', path: '/api/v1/messages/msg_1' } as const;
  expect(await answering({ any: 1 }).request(raw)).toEqual({ any: 1 });
  const fetch = async () => new Response(null, { status: 204 });
  const parley = new Parley({ apiKey: 'k', fetch, validate });
  expect(await parley.channels.delete('chn_1')).toBeUndefined();
});

test('the responses of the mock match the contract', async () => {
  const mock = createMock();
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch, validate });
  mock.seed.conversations(3);
  expect((await parley.conversations.list()).data).toHaveLength(3);
  expect(await parley.tenants.current()).toMatchObject({ id: mock.tenantId });
});

test.each([
  [
    'throws',
    () => {
      throw new RangeError('broken');
    },
  ],
  ['answers a promise', (async () => undefined) as never],
])(
  'a validator that %s is named as the trouble: the request was carried out',
  async (_, broken) => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return Response.json({ ...examples.message, text: 'very private' });
    };
    const parley = new Parley({ apiKey: 'k', fetch, validate: broken });
    const error = await failureOf(parley.messages.get('msg_1'));
    if (!ResponseValidationError.is(error)) throw error;
    expect(error.message).toContain('validate');
    expect(error).toMatchObject({ outcome: 'unknown', status: 200, attempts: 1, details: {} });
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.data).toMatchObject({ text: 'very private' });
    expect(inspect(error) + JSON.stringify(error)).not.toContain('very private');
    expect(calls).toBe(1);
  },
);
