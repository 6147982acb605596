import { describe, expect, test, vi } from 'vitest';
import { ParleyError, type ParleyOptions } from '../src/index.ts';
import { apiKey, client, failureOf, get, post } from './recording-client.ts';

const answers = (...statuses: number[]) => {
  const left = [...statuses];
  return () => new Response('{}', { status: left.shift() ?? 200 });
};
const soon = { initialBackoffMs: 1, maxBackoffMs: 1 };

describe('a function as apiKey', () => {
  test.each([
    ['a key', () => apiKey],
    ['a promise of one', async () => apiKey],
    ['a key with a line end behind it', () => `${apiKey}\n`],
  ])('can return %s', async (_, source) => {
    const { parley, sent } = client({ apiKey: source });
    await parley.request(get);
    expect(sent[0]?.init.headers['authorization']).toBe(`Bearer ${apiKey}`);
  });

  test('is called before each attempt, so that a retry has the new key', async () => {
    const keys = ['prl_live_old', 'prl_live_new'];
    const shouldRetry = (error: ParleyError) => error.status === 401 || undefined;
    const options = { apiKey: () => keys.shift() ?? '', shouldRetry, ...soon };
    const { parley, sent } = client(options, answers(401));
    await parley.request(get);
    const used = sent.map(({ init }) => init.headers['authorization']);
    expect(used).toEqual(['Bearer prl_live_old', 'Bearer prl_live_new']);
  });

  test('that fails once is called again, and no request is sent without an API key', async () => {
    const source = vi
      .fn()
      .mockRejectedValueOnce(new Error('vault is busy'))
      .mockReturnValue(apiKey);
    const { parley, sent } = client({ apiKey: source, ...soon });
    expect(await parley.request(post)).toEqual({ fine: true });
    expect([source.mock.calls.length, sent.length]).toEqual([2, 1]);
  });

  test('that keeps failing rejects the call with its error as the cause', async () => {
    const cause = new Error('vault is down');
    const { parley, sent } = client({ apiKey: () => Promise.reject(cause), maxRetries: 0 });
    const error = await failureOf(parley.request(post));
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0, cause });
    expect(error.message).toBe('The function apiKey failed');
    expect(sent).toEqual([]);
  });

  test.each([undefined, null, 5])('that returns %s sends no request', async (missing) => {
    const { parley, sent } = client({ apiKey: () => missing as never, ...soon });
    const error = await failureOf(parley.request(get));
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
    expect(error.message).toContain(`apiKey is of type ${typeof missing}; expected a string`);
    expect(sent).toEqual([]);
  });

  test('that returns no key rejects at once without showing its result', async () => {
    const source = vi.fn(() => 'private key');
    const error = await failureOf(client({ apiKey: source }).parley.request(get));
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
    expect(error.message).toContain('The API key has 11 characters');
    expect(JSON.stringify(error)).not.toContain('private');
    expect(source).toHaveBeenCalledTimes(1);
  });

  test('that never returns rejects with a TimeoutError that names apiKey', async () => {
    const options = { apiKey: () => new Promise<string>(() => {}), timeoutMs: 20, maxRetries: 0 };
    const error = await failureOf(client(options).parley.request(get));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'apiKey', outcome: 'not_sent' });
  });
});

describe('shouldRetry', () => {
  const cases: [string, ParleyOptions['shouldRetry'], number, number][] = [
    ['true repeats what would not be repeated', () => true, 404, 2],
    ['false ends what would be repeated', () => false, 503, 1],
    ['undefined leaves it to the rules: not again', () => undefined, 404, 1],
    ['undefined leaves it to the rules: again', () => undefined, 503, 2],
    ['an error leaves it to the rules', () => expect.fail(), 503, 2],
  ];
  test.each(cases)('%s', async (_, shouldRetry, status, requests) => {
    const { parley, sent } = client({ shouldRetry, ...soon }, answers(status));
    await parley.request(get).safe();
    expect(sent).toHaveLength(requests);
  });

  test('true does not lift the limit of retries', async () => {
    const all = answers(...Array(10).fill(404));
    const { parley, sent } = client({ shouldRetry: () => true, ...soon }, all);
    expect((await failureOf(parley.request(get))).attempts).toBe(4);
    expect(sent).toHaveLength(4);
  });

  test('of a call overrides that of the client and gets the error', async () => {
    const seen: unknown[] = [];
    const { parley, sent } = client({ shouldRetry: () => true }, answers(409));
    const shouldRetry = (error: ParleyError) => {
      seen.push(error);
      return false;
    };
    const error = await failureOf(parley.request({ ...post, shouldRetry }));
    expect(seen).toEqual([error]);
    expect(sent).toHaveLength(1);
  });
});

test('waits double from initialBackoffMs to maxBackoffMs', async () => {
  const waits: number[] = [];
  const hooks = { retry: (_: unknown, { waitMs }: { waitMs: number }) => void waits.push(waitMs) };
  const options = { initialBackoffMs: 8, maxBackoffMs: 20, maxRetries: 4, hooks };
  const all = answers(...Array(5).fill(503));
  await client(options, all).parley.request(get).safe();
  const longest = [8, 16, 20, 20];
  expect(waits).toHaveLength(longest.length);
  for (const [at, most] of longest.entries()) {
    expect(waits[at]).toBeLessThanOrEqual(most);
    expect(waits[at]).toBeGreaterThanOrEqual(most / 2);
  }
});

describe('hooks', () => {
  const named = (name: string, seen: string[]) => ({
    before: () => {
      seen.push(name);
      return { [`x-${name}`]: '1' };
    },
  });

  test('run in order, and all their headers are sent', async () => {
    const seen: string[] = [];
    const { parley, sent } = client({ hooks: [named('a', seen), named('b', seen)] });
    await parley.request(get);
    expect(seen).toEqual(['a', 'b']);
    expect(sent[0]?.init.headers).toMatchObject({ 'x-a': '1', 'x-b': '1' });
  });

  test('with() adds hooks and leaves the first client unchanged', async () => {
    const seen: string[] = [];
    const { parley } = client({ hooks: named('a', seen) });
    await parley.with({ hooks: [named('b', seen)] }).request(get);
    await parley.with({ timeoutMs: 1_000 }).request(get);
    await parley.request(get);
    expect(seen).toEqual(['a', 'b', 'a', 'a']);
  });
});

describe('appInfo', () => {
  test('names the program in the User-Agent', async () => {
    const appInfo = { name: 'shop', version: '1.2.0', url: 'https://shop.test' };
    const { parley, sent } = client({ appInfo });
    await parley.request(get);
    const agent = sent[0]?.init.headers['user-agent'];
    expect(agent).toMatch(/^parley-sdk-js\/\S+ shop\/1\.2\.0 \(https:\/\/shop\.test\)$/);
  });

  test.each([[{ name: '' }], [{ name: 'loja de flores 🌼' }], [{ name: 'a\nb' }]])(
    'refuses %j when the client is created',
    (appInfo) => {
      expect(() => client({ appInfo })).toThrow("such as { name: 'shop', version: '1.2.0' }");
      expect(() => client({ appInfo })).toThrow(ParleyError);
    },
  );
});

describe('asResponse', () => {
  test('is a Response with status, headers and an unread body', async () => {
    const answer = () =>
      new Response('{"fine":true}', { status: 201, headers: { 'x-request-id': 'r1' } });
    const response = await client({}, answer).parley.request(post).asResponse();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([201, 'r1']);
    expect(response.bodyUsed).toBe(false);
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe('{"fine":true}');
  });

  test('has no header of an encoding that fetch has decoded', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '9', etag: '"1"' };
    const answer = () => new Response('{"fine":true}', { headers });
    const response = await client({}, answer).parley.request(get).asResponse();
    const left = Object.keys(headers).filter((name) => response.headers.has(name));
    expect(left).toEqual(['etag']);
  });

  test('works for a response without a body', async () => {
    const { parley } = client({}, () => new Response(null, { status: 204 }));
    const response = await parley.request({ ...get, method: 'DELETE' }).asResponse();
    expect([response.status, response.body]).toEqual([204, null]);
  });

  test('rejects like the call', async () => {
    const error = await failureOf(client({}, answers(404)).parley.request(get).asResponse());
    expect(error.name).toBe('NotFoundError');
  });
});

test('fetchOptions reach fetch and do not replace method, headers, body or signal', async () => {
  const dispatcher = {};
  const { parley, sent } = client({
    fetchOptions: { dispatcher, method: 'PUT', redirect: 'follow' },
  });
  await parley.request(get);
  expect(sent[0]?.init).toMatchObject({ method: 'GET', redirect: 'manual' });
  expect(sent[0]?.init).toHaveProperty('dispatcher', dispatcher);
});
