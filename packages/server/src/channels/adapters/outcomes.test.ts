import {
  authError,
  providerErrorOf,
  rateLimitError,
  rejectedError,
  transientError,
} from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { fileUrl } from './file-url.ts';
import { graphRefusal, graphResult } from './graph.ts';
import { outcomeOf, replyOf } from './outcomes.ts';
import type { ProviderAnswer } from './provider-http.ts';
import { renewalOf } from './renewals.ts';

const refusalOf = graphRefusal('whatsapp');
const answered = (status: number, json?: unknown, retryAfterMs: number | null = null) =>
  ({ kind: 'answered', status, json, retryAfterMs }) satisfies ProviderAnswer;
const outcomeAfter = (answer: ProviderAnswer) =>
  outcomeOf(answer, { idOf: () => undefined, refusalOf });
const unknownCode = { error: { code: 999_999, message: 'x'.repeat(501) } };

test.each([
  [401, undefined, transientError],
  [403, undefined, transientError],
  [401, { error: { code: 190 } }, authError],
  [403, unknownCode, rejectedError],
  [404, undefined, rejectedError],
  [429, unknownCode, rateLimitError],
  [503, unknownCode, transientError],
] as const)(
  'HTTP %i says why a message was refused, if its body does not',
  (status, body, error) => {
    expect(outcomeAfter(answered(status, body))).toMatchObject({ kind: 'refused', error });
  },
);

test('a refused template has the subcode that names its mistake, and a refused message only its code', () => {
  const refused = answered(400, { error: { code: 100, error_subcode: 2_388_043 } });
  expect(outcomeAfter(refused)).toMatchObject({ providerCode: '100' });
  const details = { providerCode: '100/2388043', reason: 'rejected', retryable: false };
  expect(() => graphResult('whatsapp_cloud', refused)).toThrow(
    expect.objectContaining({ details: expect.objectContaining(details) }),
  );
});

test('a gateway error leaves the outcome unknown, unless its body has a known code', () => {
  for (const status of [500, 502, 504]) {
    expect(outcomeAfter(answered(status, unknownCode))).toEqual({ kind: 'unknown' });
  }
  expect(outcomeAfter(answered(500, { error: { code: 131_047 } }))).toMatchObject({
    kind: 'refused',
  });
});

test('the message of a provider has at most 500 characters', () => {
  expect(outcomeAfter(answered(400, unknownCode))).toMatchObject({
    providerMessage: 'x'.repeat(500),
  });
});

test('the header `Retry-After` counts before the usual wait of an app', () => {
  const limited = { error: { code: 4 } };
  expect(outcomeAfter(answered(400, limited))).toMatchObject({ retryAfterMs: 60_000 });
  expect(outcomeAfter(answered(400, limited, 5_000))).toMatchObject({ retryAfterMs: 5_000 });
});

test('a question that a provider refuses at its rate limit fails as `unavailable`', () => {
  const details = { reason: 'unavailable', retryable: true, providerCode: '4' };
  const ask = () => replyOf('whatsapp_cloud', answered(400, { error: { code: 4 } }), refusalOf);
  expect(ask).toThrow(expect.objectContaining({ details: expect.objectContaining(details) }));
});

test('`is_transient` does not change the meaning of a known code', () => {
  const expired = { error: { code: 190, is_transient: true } };
  expect(refusalOf(expired)).toMatchObject({ error: authError });
});

test('a message is sent again after `is_transient`, and fails with the meaning of its code', () => {
  const media = { error: { code: 100, error_subcode: 2_018_008, is_transient: true } };
  const refusal = graphRefusal('instagram')(media);
  const known = providerErrorOf('instagram', '100/2018008');
  expect(known.automaticRetry).toBe(false);
  expect(refusal?.error).toEqual({ ...known, automaticRetry: true, retryable: true });
});

test('a gateway error renews no token, even if its body has one', () => {
  const json = { access_token: 'new', expires_in: 60 };
  const renewed = (status: number) => renewalOf(answered(status, json), refusalOf, (body) => body);
  expect(renewed(200)).toMatchObject({ kind: 'renewed', tokens: { accessToken: 'new' } });
  expect(renewed(502)).toMatchObject({
    kind: 'refused',
    refusal: { error: transientError },
  });
});

test('the token is sent over https, or to the host of the API', () => {
  const baseUrl = 'http://127.0.0.1:8080';
  for (const url of ['https://files.example.com/1', `${baseUrl}/1`]) {
    expect(fileUrl(url, baseUrl).href).toBe(url);
  }
  for (const url of ['http://files.example.com/1', 'http://127.0.0.1/1', 'file']) {
    expect(() => fileUrl(url, baseUrl)).toThrow('not https');
  }
});
