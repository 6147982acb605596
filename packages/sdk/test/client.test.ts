import { inspect } from 'node:util';
import { joinFilter } from '@parley/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Parley, ParleyError, type ParleyOptions } from '../src/index.ts';
import { apiKey, client, failureOf, get, post } from './recording-client.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Runs with these globals, without those of Node. */
function runIn(globals: { [name: string]: unknown; navigator?: unknown }): void {
  const { navigator, ...others } = globals;
  for (const [name, value] of Object.entries({ ...others, navigator, process: undefined })) {
    vi.stubGlobal(name, value);
  }
}

describe('a client', () => {
  test('reads key and base URL from the environment and trims line ends', async () => {
    vi.stubEnv('PARLEY_API_KEY', `${apiKey}\n`);
    vi.stubEnv('PARLEY_BASE_URL', 'https://env.test/\n');
    const { parley, sent } = client({ apiKey: undefined, baseUrl: undefined });
    await parley.request(get);
    expect(sent[0]?.url).toBe('https://env.test/api/v1/things');
    expect(sent[0]?.init.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test.each([
    'https://parley.test',
    'https://parley.test/',
    'https://parley.test/api',
    'https://parley.test/api/v1/',
  ])('with the base URL %s sends to the same server', async (baseUrl) => {
    const { parley, sent } = client({ baseUrl });
    await parley.request(get);
    expect(sent[0]?.url).toBe('https://parley.test/api/v1/things');
  });

  test.each([
    ['no key', { apiKey: '' }, 'PARLEY_API_KEY'],
    ['a key with a line end within', { apiKey: 'a\nb' }, 'API key'],
    ['no address', { baseUrl: 'parley.test' }, 'baseUrl'],
    ['another protocol', { baseUrl: 'ftp://parley.test' }, 'baseUrl'],
    ['a password in the address', { baseUrl: 'https://me:pw@parley.test' }, 'baseUrl'],
    ['only a password in the address', { baseUrl: 'https://:pw@parley.test' }, 'baseUrl'],
    ['the beginning of a query in the address', { baseUrl: 'https://parley.test/?' }, 'baseUrl'],
    ['a header with a line end', { headers: { 'x-a': 'a\nb' } }, 'header'],
    ['no time', { timeoutMs: 0 }, 'timeoutMs'],
    ['time that is not a number', { deadlineMs: Number.NaN }, 'deadlineMs'],
    ['negative retries', { maxRetries: -1 }, 'maxRetries'],
    ['an unknown log level', { log: 'loud' as never }, 'log level'],
    ['a fetch that is none', { fetch: 42 as never }, 'fetch is 42; expected a function'],
    ['a validation that is none', { validate: true as never }, 'contractValidation'],
  ] as [string, ParleyOptions, string][])(
    'with %s throws when it is created',
    (_, options, word) => {
      expect(() => client(options)).toThrow(word);
      expect(() => client(options)).toThrow(ParleyError);
    },
  );

  test.each([
    ['a page', { document: {}, navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } }],
    ['a page with a name of its own', { document: {}, navigator: { userAgent: 'Our App/1' } }],
    ['a worker of a page', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } }],
  ])('is refused in %s unless dangerouslyAllowBrowser is set', (_, globals) => {
    runIn(globals);
    expect(() => client()).toThrow('dangerouslyAllowBrowser');
    expect(() => client({ dangerouslyAllowBrowser: true })).not.toThrow();
  });

  test.each([
    ['Cloudflare', { navigator: { userAgent: 'Cloudflare-Workers' }, importScripts: () => 0 }],
    ['Deno', { navigator: { userAgent: 'Deno/2.5.0' }, location: { origin: 'https://a.test' } }],
    ['Bun', { navigator: { userAgent: 'Bun/1.3.9' } }],
    ['a runtime that says nothing of itself', {}],
  ])('can be created in a worker of %s', (_, globals) => {
    runIn({ WorkerGlobalScope: Object, ...globals });
    expect(() => client()).not.toThrow();
  });

  test('can be created in a Node test with a simulated document', () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (linux) jsdom/27.0.0' });
    expect(() => client()).not.toThrow();
  });

  test('with() changes only the given options and leaves the first client unchanged', async () => {
    const first = Object.freeze({ timeoutMs: 1_000, headers: Object.freeze({ 'x-a': '1' }) });
    const second = Object.freeze({ headers: Object.freeze({ 'x-b': '2' }) });
    const { parley, sent } = client(first);
    await parley.with(second).request(get);
    await parley.request(get);
    expect(sent.map(({ init }) => [init.headers['x-a'], init.headers['x-b']])).toEqual([
      [undefined, '2'],
      ['1', undefined],
    ]);
  });

  test('with() keeps the value of an option that is undefined', async () => {
    vi.stubEnv('PARLEY_API_KEY', 'prl_live_other_tenant');
    const { parley, sent } = client({ headers: { 'x-a': '1' } });
    await parley.with({ apiKey: undefined, headers: undefined }).request(get);
    expect(sent[0]?.init.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'x-a': '1' });
  });

  test('refuses null as key instead of using that of the environment', () => {
    vi.stubEnv('PARLEY_API_KEY', 'prl_live_other_tenant');
    const lost = { apiKey: null as never };
    expect(() => client(lost)).toThrow('apiKey is of type object; expected a string');
    expect(() => client().parley.with(lost)).toThrow('apiKey is of type object');
  });

  test('uses the global fetch at the time of the call', async () => {
    const { parley } = client({ fetch: undefined });
    vi.stubGlobal('fetch', async () => new Response('{"patched":true}'));
    expect(await parley.request(get)).toEqual({ patched: true });
  });
});

describe('a request', () => {
  test('a POST has its own Idempotency-Key, a GET has none', async () => {
    const { parley, sent } = client();
    await Promise.all([parley.request(post), parley.request(post), parley.request(get)]);
    const keys = sent.map(({ init }) => init.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBeUndefined();
  });

  test('sends its User-Agent and refuses redirects', async () => {
    const { parley, sent } = client();
    await parley.request(get);
    expect(sent[0]?.init).toMatchObject({ method: 'GET', redirect: 'manual' });
    expect(sent[0]?.init.headers['user-agent']).toMatch(/^parley-sdk-js\/\d+\.\d+\.\d+/);
    expect(sent[0]?.init.headers).not.toHaveProperty('content-type');
    expect(sent[0]?.init.headers).not.toHaveProperty('x-api-key');
  });

  test('encodes query values: lists repeat the name, dates are ISO, undefined ones are omitted', async () => {
    const { parley, sent } = client();
    const query = {
      status: ['open', 'closed'],
      q: 'a&b=ç',
      after: new Date(0),
      none: undefined,
      nil: null,
      unread: true,
    };
    await parley.request({ ...get, query });
    expect(sent[0]?.url).toBe(
      'https://parley.test/api/v1/things?status=open&status=closed&q=a%26b%3D%C3%A7&after=1970-01-01T00%3A00%3A00.000Z&unread=true',
    );
  });

  test('writes the values of a list as the contract does, also with commas and backslashes', async () => {
    const { parley, sent } = client();
    const tag = ['S, M', 'a\\', 'a\\,b', '\\\\', ',', 'plain'];
    await parley.request({ ...get, query: { tag, number: [1, 2], q: 'a, b\\' } });
    const { searchParams } = new URL(sent[0]?.url ?? '');
    expect(searchParams.getAll('tag')).toEqual(tag.map((one) => joinFilter([one])));
    expect(searchParams.getAll('number')).toEqual(['1', '2']);
    expect(searchParams.get('q')).toBe('a, b\\');
  });

  test('adds the headers of the call, ignoring case, but never replaces the API key', async () => {
    const { parley, sent } = client();
    const headers = Object.freeze({
      'X-Request-Id': 'r1',
      Authorization: 'Bearer other',
      'User-Agent': null,
    });
    await parley.request({ ...get, headers });
    expect(sent[0]?.init.headers).toEqual({
      accept: 'application/json',
      'x-request-id': 'r1',
      authorization: `Bearer ${apiKey}`,
    });
  });

  test('changing the body after the call does not change the request', async () => {
    const { parley, sent } = client();
    const body = { text: 'before' };
    const call = parley.request({ ...post, body });
    body.text = 'after';
    await call;
    expect(sent[0]?.init.body).toBe('{"text":"before"}');
  });

  test.each([
    ['a path to another host', { ...get, path: '//evil.test/x' }],
    ['a path without a slash', { ...get, path: '@evil.test' }],
    ['a path with a query', { ...get, path: '/api?key=1' }],
    ['an empty idempotency key', { ...post, idempotencyKey: '' }],
    ['an idempotency key with a line end', { ...post, idempotencyKey: 'a\nb' }],
    ['a header with a line end', { ...get, headers: { 'x-a': 'a\nb' } }],
    ['no time', { ...get, timeoutMs: -1 }],
    ['a controller for a signal', { ...get, signal: new AbortController() as never }],
    ['a body that holds itself', { ...post, body: circular() }],
    ['a body with a bigint', { ...post, body: { n: 1n } }],
  ] as [string, Parameters<Parley['request']>[0]][])(
    '%s rejects before anything is sent',
    async (_, request) => {
      const { parley, sent } = client();
      const error = await failureOf(parley.request(request));
      expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
      expect(sent).toHaveLength(0);
    },
  );

  test('the error for an invalid header does not contain its value', async () => {
    const headers = { 'x-proxy': 'private\nkey' };
    const error = await failureOf(client().parley.request({ ...get, headers }));
    expect(inspect(error, { showHidden: true })).not.toContain('private');
  });

  test('the outcome is unknown when the Idempotency-Key was not sent', async () => {
    let count = 0;
    const { parley, sent } = client({}, () => {
      count += 1;
      const headers = { 'retry-after-ms': '1' };
      return new Response('{}', count === 1 ? { status: 500, headers } : { status: 409 });
    });
    const patch = { ...post, method: 'PATCH', idempotencyKey: 'order-1' } as const;
    expect(await failureOf(parley.request(patch))).toMatchObject({
      status: 409,
      outcome: 'unknown',
    });
    expect(sent[1]?.init.headers).not.toHaveProperty('idempotency-key');
  });

  test('withMeta returns the data with status, headers and request ID', async () => {
    const headers = {
      'x-request-id': 'req-1',
      'ratelimit-limit': '600',
      'ratelimit-remaining': '599',
      'ratelimit-reset': '1',
      'ratelimit-policy': '600;w=60',
      'idempotent-replayed': 'true',
    };
    const { parley } = client({}, () => new Response('{}', { status: 201, headers }));
    expect(await parley.request({ ...post, idempotencyKey: 'k' }).withMeta()).toMatchObject({
      data: {},
      status: 201,
      requestId: 'req-1',
      rateLimit: { limit: 600, remaining: 599, resetSeconds: 1, windowSeconds: 60 },
      attempts: 1,
      idempotencyKey: 'k',
      replayed: true,
    });
  });

  test('safe never rejects', async () => {
    const { parley } = client({}, () => new Response('{}', { status: 404 }));
    const result = await parley.request(get).safe();
    expect(result.ok ? undefined : result.error.name).toBe('NotFoundError');
    expect(await client().parley.request(get).safe()).toEqual({ ok: true, data: { fine: true } });
  });

  test('a fetch that returns no Response is a typed error', async () => {
    const fetch = (async () => ({
      ok: true,
      json: async () => ({}),
    })) as unknown as typeof globalThis.fetch;
    const error = await failureOf(client({ fetch, maxRetries: 0 }).parley.request(get));
    expect(error.name).toBe('ConnectionError');
  });
});

function circular(): unknown {
  const body: Record<string, unknown> = {};
  body.self = body;
  return body;
}
