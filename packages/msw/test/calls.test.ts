import { expect, test } from 'vitest';
import { createMock, type Mock, type MockTenant } from '../src/index.ts';
import { request } from './requests.ts';

function statuses({ contacts }: Mock | MockTenant): (number | undefined)[] {
  return contacts.list.calls.map(({ status }) => status);
}

test('a request refused by the quota is among the calls', async () => {
  const mock = createMock({ now: '2026-11-20T09:00:00Z' });
  mock.limit({ limit: 2, windowSeconds: 60 });
  for (let count = 0; count < 3; count += 1) await request(mock, 'GET /contacts');
  expect(statuses(mock)).toEqual([200, 200, 429]);
});

test('a request with an unknown key is a call of the mock, but of no tenant', async () => {
  const mock = createMock();
  const tenant = mock.tenant();
  await request(mock, 'GET /contacts', { key: 'nonsense' });
  await request(mock, 'GET /contacts', { key: tenant.apiKey.replace(/.$/, '') });
  await mock.fetch('http://localhost:3000/api/v1/contacts');
  expect(statuses(mock)).toEqual([401, 401, 401]);
  expect(statuses(tenant)).toEqual([]);
});

test('a request with a revoked key is a call of its tenant', async () => {
  const mock = createMock();
  const tenant = mock.tenant();
  const [expired] = tenant.seed.apiKeys(1, { expiresAt: '2020-01-01T00:00:00.000Z' });
  await request(mock, 'GET /contacts', { key: expired.value });
  expect(statuses(tenant)).toEqual([401]);
  expect(statuses(mock)).toEqual([]);
});

test('a refused POST counts as an attempt of its Idempotency-Key and shows its body', async () => {
  const mock = createMock({ now: '2026-11-20T09:00:00Z' });
  mock.limit({ limit: 1, windowSeconds: 1 });
  const send = () =>
    request(mock, 'POST /contacts', {
      body: { name: 'Ana' },
      headers: { 'idempotency-key': 'ana' },
    });
  await request(mock, 'GET /contacts');
  expect((await send()).status).toBe(429);
  mock.clock.advance(1_000);
  expect((await send()).status).toBe(201);
  const { calls } = mock.contacts.create;
  expect(calls.map(({ status, attempt }) => [status, attempt])).toEqual([
    [429, 1],
    [201, 2],
  ]);
  expect(calls[0]?.body).toEqual({ name: 'Ana' });
});

test('changing the limit restores the whole quota', async () => {
  const mock = createMock({ now: '2026-11-20T09:00:00Z' });
  const limit = { limit: 1, windowSeconds: 60 };
  for (let round = 0; round < 2; round += 1) {
    mock.limit(limit);
    for (let count = 0; count < 2; count += 1) await request(mock, 'GET /contacts');
  }
  expect(statuses(mock)).toEqual([200, 429, 200, 429]);
});

test('reset clears the attempts of each Idempotency-Key', async () => {
  const mock = createMock();
  const send = async () => {
    const headers = { 'idempotency-key': 'ana' };
    await request(mock, 'POST /contacts', { body: { name: 'Ana' }, headers });
    return mock.contacts.create.calls.at(-1)?.attempt;
  };
  expect([await send(), await send()]).toEqual([1, 2]);
  mock.reset();
  expect(await send()).toBe(1);
});

test('a request to an unknown path is not among the calls', async () => {
  const mock = createMock();
  await request(mock, 'GET /contact', { key: 'nonsense' });
  expect(statuses(mock)).toEqual([]);
});
