import { describe, expect, test } from 'vitest';
import { RateLimitError } from '../src/index.ts';
import { envelope, get, json, post, slackMs, startFaultServer, timed } from './fault-server.ts';
import { client, failureOf } from './recording-client.ts';

test('the message of a refused request names its first three invalid fields', async () => {
  const issue = (path: string) => ({ in: 'body', path, code: 'required', message: 'is required' });
  const issues = ['', 'to', 'type', 'text'].map(issue);
  const error = { code: 'SVC-VALIDATION', message: 'The request is invalid.' };
  const refused =
    (all = issues) =>
    () =>
      Response.json({ error: { ...error, details: { issues: all } } }, { status: 400 });
  const messageOf = async (answer: () => Response) =>
    (await failureOf(client({}, answer).parley.request(post))).message;
  const first = '400 SVC-VALIDATION: The request is invalid. body is required';
  expect(await messageOf(refused())).toBe(`${first}; to is required; type is required; …`);
  expect(await messageOf(refused(issues.slice(0, 1)))).toBe(first);
});

test('the message of an answer without a reason has its status only', async () => {
  const answer = () => new Response('', { status: 502 });
  const error = await failureOf(client({ maxRetries: 0 }, answer).parley.request(post));
  expect(error.message).toBe('502 (not from Parley)');
});

describe('a server that asks to wait', () => {
  test('five minutes: this call and the next reject at once, and the next is not sent', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after': '300' }),
    );
    const parley = server.client();
    const [error, ms] = await timed(() => failureOf(parley.request(post)));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 300_000, attempts: 1, outcome: 'rejected' });
    expect(ms).toBeLessThan(slackMs);
    const second = await failureOf(parley.request(post));
    expect(second).toMatchObject({
      name: 'RateLimitError',
      status: 429,
      attempts: 0,
      outcome: 'not_sent',
    });
    expect(second.retryAfterMs).toBeGreaterThan(299_000);
    expect(server.requests).toHaveLength(1);
  });

  test('forever: nine requests, then a RateLimitError', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after-ms': '5' }),
    );
    const error = await failureOf(server.client().request(get));
    expect(error).toMatchObject({ name: 'RateLimitError', attempts: 9 });
    expect(server.requests).toHaveLength(9);
  });

  test('for the first POST to end: waits, and the outcome is unknown when it never ends', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 409, envelope('SVC-IDEMPOTENCY-IN-PROGRESS'), { 'retry-after-ms': '5' }),
    );
    const error = await failureOf(server.client().request({ ...post, idempotencyKey: 'one' }));
    expect(error).toMatchObject({ name: 'ConflictError', attempts: 9, outcome: 'unknown' });
  });

  test('x-should-retry overrides the status, and the option `shouldRetry` overrides both', async () => {
    const server = await startFaultServer((_, response, nth) =>
      json(response, nth === 1 ? 400 : 503, envelope('SVC-UNAVAILABLE'), {
        'x-should-retry': String(nth === 1),
        'retry-after-ms': '5',
      }),
    );
    expect(await failureOf(server.client().request(get))).toMatchObject({
      status: 503,
      attempts: 2,
    });
    const again = await failureOf(
      server.client().request({ ...get, maxRetries: 2, shouldRetry: () => true }),
    );
    expect(again).toMatchObject({ status: 503, attempts: 3 });
  });
});
