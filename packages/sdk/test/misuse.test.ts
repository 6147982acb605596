import { createMock } from '@parley/msw';
import { expect, test } from 'vitest';
import {
  Parley,
  ParleyError,
  type ParleyOptions,
  type RawRequest,
  type RequestOptions,
} from '../src/index.ts';
import { apiKey as apikey, client, failureOf, get, post } from './recording-client.ts';

// The message of a usage error has the given value, the expected one and an example.

const options: [ParleyOptions, string][] = [
  [
    { apiKey: '' },
    "There is no API key. Pass `new Parley({ apiKey: 'prl_live_…' })` or set the environment variable PARLEY_API_KEY.",
  ],
  [
    { apiKey: 'a b' },
    "The API key has 3 characters, among them a space, a line break or the like. Pass `new Parley({ apiKey: 'prl_live_…' })` or set the environment variable PARLEY_API_KEY.",
  ],
  [
    { apiKey: 5 as never },
    "apiKey is of type number; expected a string, such as 'prl_live_…', or a function that returns one.",
  ],
  [{ maxRetries: '3' as never }, 'maxRetries is "3"; expected 0 or more, such as 3.'],
  [
    { baseUrl: 'parley.test' },
    'baseUrl is "parley.test"; expected scheme, host and port alone, such as "http://localhost:3000".',
  ],
  [
    { timeoutMs: '5s' as never },
    'timeoutMs is "5s"; expected milliseconds above 0, such as 30_000.',
  ],
  [{ maxQueueMs: -1 }, 'maxQueueMs is -1; expected milliseconds, 0 or more, such as 5_000.'],
  [{ maxRetries: Number.NaN }, 'maxRetries is NaN; expected 0 or more, such as 3.'],
  [
    { shouldRetry: true as never },
    'shouldRetry is true; expected a function, such as (error) => error.status === 404 || undefined.',
  ],
  [
    { fetch: {} as never },
    'fetch is of type Object; expected a function, such as (url, init) => globalThis.fetch(url, init).',
  ],
  [
    { headers: { 'x y': '1' } },
    'The header "x y" is not valid; expected a name, such as "x-request-id", and a value of one line.',
  ],
  [
    { timeoutMS: 5_000 } as never,
    'timeoutMS is not an option; a client takes apiKey, baseUrl, fetch, fetchOptions, headers, hooks, log, logger, validate, appInfo, dangerouslyAllowBrowser, timeoutMs, deadlineMs, maxQueueMs, maxRetries, shouldRetry, initialBackoffMs, maxBackoffMs.',
  ],
  [{ log: 'loud' as never }, 'The log level is "loud"; expected off, error, warn, info, debug.'],
];

test.each(options)('new Parley(%j)', (wrong, message) => {
  expect(() => client(wrong)).toThrow(ParleyError);
  expect(() => client(wrong)).toThrow(expect.objectContaining({ message }));
});

test('every option of a client and of a call is accepted', async () => {
  const limits = {
    timeoutMs: 5_000,
    deadlineMs: 5_000,
    maxQueueMs: 0,
    maxRetries: 0,
    shouldRetry: () => undefined,
    initialBackoffMs: 0,
    maxBackoffMs: 0,
    headers: {},
  };
  const ofClient: Required<ParleyOptions> = {
    ...limits,
    apiKey: 'prl_live_key',
    baseUrl: 'http://localhost',
    fetch: async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
    fetchOptions: {},
    appInfo: { name: 'test' },
    hooks: [],
    log: 'off',
    logger: console,
    validate: () => [],
    dangerouslyAllowBrowser: false,
  };
  const ofCall: Required<RequestOptions> = {
    ...limits,
    idempotencyKey: 'order-1042',
    signal: new AbortController().signal,
  };
  expect(await new Parley(ofClient).request({ ...get, ...ofCall })).toEqual({});
});

function cyclic() {
  const shared = {};
  const metadata: Record<string, unknown> = { shared, again: shared };
  metadata['self'] = metadata;
  return { metadata };
}

const unwilling = {
  toJSON() {
    throw new Error('no time is set');
  },
};

const requests: [RawRequest, string][] = [
  [
    { ...get, path: 'messages' },
    'path is "messages"; expected a path without query or dots, such as "/api/v1/messages".',
  ],
  ...['/api/v1/contacts/../tags', '/api/v1/contacts/%2E.', '/./api/v1/tags'].map(
    (path): [RawRequest, string] => [
      { ...get, path },
      `path is "${path}"; expected a path without query or dots, such as "/api/v1/messages".`,
    ],
  ),
  [
    { ...post, idempotencyKey: null as never },
    'idempotencyKey is null; expected 1 to 255 ASCII characters without spaces, such as "order-1042".',
  ],
  [
    { ...post, idempotencyKey: 'order 1' },
    'idempotencyKey is "order 1"; expected 1 to 255 ASCII characters without spaces, such as "order-1042".',
  ],
  [
    { ...get, signal: new AbortController() as never },
    'signal is of type AbortController; expected an AbortSignal, such as AbortSignal.timeout(5_000).',
  ],
  [
    { ...post, body: { items: [{ count: 1n }] } },
    'body.items.0.count is a BigInt, which JSON cannot hold; expected a number or string, such as String(value).',
  ],
  [
    { ...post, body: cyclic() },
    'body.metadata.self is an object that contains itself, which JSON cannot hold; expected some of its fields, such as { id: value.id }.',
  ],
  [{ ...post, body: { at: unwilling } }, 'Cannot send the request: no time is set'],
  [
    { ...post, idempotency_key: 'order-1042' } as never,
    'idempotency_key is not an option; each call takes headers, idempotencyKey, signal, timeoutMs, deadlineMs, maxQueueMs, maxRetries, shouldRetry, initialBackoffMs, maxBackoffMs.',
  ],
  [
    undefined as never,
    'path is undefined; expected a path without query or dots, such as "/api/v1/messages".',
  ],
];

test.each(requests)('request(%o)', async (wrong, message) => {
  const { parley, sent } = client();
  const error = await failureOf(parley.request(wrong));
  expect(error).toMatchObject({ message, outcome: 'not_sent', attempts: 0 });
  expect(sent).toEqual([]);
});

test.each(['', '..', undefined, 5])('messages.get(%j)', async (id) => {
  const error = await failureOf(client().parley.messages.get(id as string));
  const given = typeof id === 'string' ? `"${id}"` : id;
  const expected = 'expected the id of a record, such as "msg_1", for /messages/:id.';
  expect(error.message).toBe(`id is ${given}; ${expected}`);
});

test.each([
  ['./receipt.pdf', 'of type String'],
  [undefined, 'undefined'],
  [{ path: './receipt.pdf' }, 'of type Object'],
  [new Map(), 'of type Map'],
  [new Response('%PDF-1.7'), 'of type Response'],
])('media.upload(%j)', async (file, given) => {
  const { parley, sent } = client();
  const error = await failureOf(parley.media.upload(file as never));
  const expected = "a Blob, ArrayBuffer or Uint8Array, such as await openAsBlob('a.pdf')";
  expect(error.message).toBe(`file is ${given}; expected ${expected}.`);
  expect(sent).toEqual([]);
});

test('arguments that are no objects are refused instead of ignored', async () => {
  const { parley, sent } = client();
  const query = 'query is "vip"; expected an object, such as { limit: 100 }.';
  expect((await failureOf(parley.contacts.list('vip' as never))).message).toBe(query);
  const iterate = async () => {
    for await (const _ of parley.contacts.list('vip' as never)) expect.fail('a record');
  };
  await expect(iterate()).rejects.toThrow(query);
  const options = 'options is 5000; expected an object, such as { timeoutMs: 5_000 }.';
  expect((await failureOf(parley.contacts.block('con_1', 5_000 as never))).message).toBe(options);
  expect(sent).toEqual([]);
});

test('a misspelled apiKey is named instead of a missing key', () => {
  const message = /^apikey is not an option; a client takes apiKey, /;
  expect(() => new Parley({ apikey } as never)).toThrow(message);
});

test('an unknown option without a value is ignored', async () => {
  const unknown = { retries: undefined } as object;
  expect(await client(unknown).parley.request({ ...get, ...unknown })).toEqual({ fine: true });
});

test.each([null, undefined])(
  'messages.send(%j) fails because the body is required',
  async (body) => {
    const mock = createMock();
    const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
    const error = await failureOf(parley.messages.send(body as never));
    const issue = { in: 'body', path: '', code: 'required', message: 'is required' };
    expect(error).toMatchObject({ status: 400, details: { issues: [issue] } });
  },
);
