import { createMock } from '@parley/msw';
import { expect, test } from 'vitest';
import { AuthenticationError } from '../src/index.ts';
import { Messages } from '../src/resources/messages.ts';
import { Tenants } from '../src/resources/tenants.ts';
import { failureOf } from './targets.ts';

test('one resource is a client of its own', async () => {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const messages = new Messages({ apiKey: mock.apiKey, fetch: mock.fetch });
  const text = { to: '5511987654321', type: 'text', text: 'Hello' } as const;
  const sent = await messages.send({ channelId: channel?.id ?? '', ...text });
  expect((await messages.list().toArray({ limit: 5 })).map(({ id }) => id)).toEqual([sent.id]);
});

test('it fails as the whole client does', async () => {
  const { fetch } = createMock();
  const tenants = new Tenants({ apiKey: 'prl_live_wrong', fetch });
  expect(AuthenticationError.is(await failureOf(tenants.current()))).toBe(true);
  expect(() => new Tenants({ apiKey: '' })).toThrow('No valid API key');
});

test('refused for the quota, it comes again when the server says, and learns nothing for the next call', async () => {
  const headers = { 'retry-after-ms': '5', 'ratelimit-limit': '9', 'ratelimit-remaining': '0' };
  const answers = [429, 429, 200, 200].map(
    (status) => new Response('{}', { status, headers: { ...headers, 'ratelimit-reset': '600' } }),
  );
  const fetch = async () => answers.shift() ?? Response.error();
  const tenants = new Tenants({ apiKey: 'prl_live_test', fetch });
  const { attempts, rateLimit } = await tenants.current().withMeta();
  expect(attempts).toBe(3);
  expect(rateLimit).toBeUndefined();
  await tenants.current();
  expect(answers).toHaveLength(0);
});

test('a POST whose answer is lost is sent again with its key, and stays in doubt when that fails', async () => {
  const keys: (string | null)[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return new Response('', { status: 503, headers: { 'retry-after-ms': '1' } });
  };
  const messages = new Messages({ apiKey: 'prl_live_test', fetch, deadlineMs: 10_000 });
  const text = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Hello' } as const;
  const error = await failureOf(messages.send(text, { idempotencyKey: 'order-1' }));
  expect(error).toMatchObject({ name: 'ServerError', outcome: 'unknown', attempts: 4 });
  expect(keys).toEqual(['order-1', 'order-1', 'order-1', 'order-1']);
});

test('an abort and a deadline end it as they end the whole client', async () => {
  const fetch = () => new Promise<Response>(() => undefined);
  const tenants = new Tenants({ apiKey: 'prl_live_test', fetch, deadlineMs: 20 });
  expect(await failureOf(tenants.current())).toMatchObject({ phase: 'deadline', attempts: 1 });
  const signal = AbortSignal.abort();
  const told = { name: 'AbortedError', outcome: 'not_sent', attempts: 0 };
  expect(await failureOf(tenants.current({ signal }))).toMatchObject(told);
});

test('it does not take what it does not do', () => {
  // @ts-expect-error The type says so, too early for a mistake at run time.
  expect(() => new Tenants({ apiKey: 'k', hooks: {} })).not.toThrow();
});
