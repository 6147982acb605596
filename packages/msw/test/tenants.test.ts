import { expect, test } from 'vitest';
import { createMock, type MockTenant } from '../src/index.ts';
import { aText, codeOf, request } from './requests.ts';

test('1,000 concurrent tenants of one mock are isolated', async () => {
  const mock = createMock({ seed: 7 });
  const tenants = Array.from({ length: 1_000 }, () => mock.tenant());
  expect(new Set(tenants.map(({ apiKey }) => apiKey)).size).toBe(1_000);
  const pending = tenants.map((tenant, index) => stepsOf(tenant, index));
  const turns = pending.flatMap((steps, index) => steps.map(() => index));
  const running = tenants.map(() => Promise.resolve());
  const failures: unknown[] = [];
  // The steps of one tenant keep their order; those of different tenants interleave.
  for (const index of shuffled(turns)) {
    const step = pending[index]?.shift();
    running[index] = (running[index] ?? Promise.resolve())
      .then(step)
      .catch((error: unknown) => void failures.push(error));
  }
  await Promise.all(running);
  expect(failures[0]).toBeUndefined();

  function stepsOf(tenant: MockTenant, index: number) {
    const name = `Customer of ${index}`;
    const call = (route: string, body?: unknown) =>
      request(mock, route, { key: tenant.apiKey, ...(body === undefined ? {} : { body }) });
    return [
      async () => {
        tenant.contacts.create.fail(500);
        expect((await call('POST /contacts', { name })).status).toBe(500);
      },
      async () => {
        const headers = { 'idempotency-key': 'same-for-all' };
        const { json } = await request(mock, 'POST /contacts', {
          key: tenant.apiKey,
          body: { name },
          headers,
        });
        expect(json['name']).toBe(name);
      },
      async () => {
        tenant.clock.advance(index * 1_000);
        tenant.limit({ limit: index + 1, windowSeconds: 60 });
        const { headers, json } = await call('GET /contacts');
        expect(headers.get('ratelimit-limit')).toBe(String(index + 1));
        expect((json['data'] as { name: string }[]).map((contact) => contact.name)).toEqual([name]);
      },
      async () => {
        expect(tenant.contacts.create.calls).toHaveLength(2);
        expect(tenant.webhooks.recorded).toMatchObject([
          { sequence: 1, tenantId: tenant.tenantId, data: { object: { name } } },
        ]);
        tenant.verify();
      },
    ];
  }
});

test('a removed tenant leaves an unknown key', async () => {
  const mock = createMock();
  let key = '';
  {
    await using tenant = mock.tenant();
    key = tenant.apiKey;
    expect((await request(mock, 'GET /tenants/current', { key })).status).toBe(200);
  }
  const answer = await request(mock, 'GET /tenants/current', { key });
  expect(answer.json['error']).toMatchObject({ details: { reason: 'invalid' } });
});

test('the tenant of an archived client is removed after 30 days', async () => {
  const { mock, reason } = await anArchivedClient();
  mock.clock.advance(29 * dayMs);
  expect(await reason()).toBe('revoked');
  mock.clock.advance(2 * dayMs);
  expect(await reason()).toBe('invalid');
});

test('the tenant of an archived client that an operator has resumed stays', async () => {
  const { mock, key, reason } = await anArchivedClient();
  mock.tenant(key).seed.tenant({ status: 'active' });
  mock.clock.advance(31 * dayMs);
  expect(await reason()).toBe('revoked');
});

const dayMs = 86_400_000;

async function anArchivedClient() {
  const mock = createMock({ now: 0 });
  mock.seed.tenant({ kind: 'agency' });
  const { json } = await request(mock, 'POST /agencies/current/clients', {
    body: {
      name: 'Café Central',
      grant: { permissions: ['manage', 'keys'] },
      issueKey: { name: 'Shop' },
    },
  });
  const [id, key] = [String(json['id']), String(json['secret'])];
  // The key of a removed tenant is unknown, instead of revoked.
  const reason = async () => {
    const answer = await request(mock, 'GET /tenants/current', { key });
    return (answer.json['error'] as { details: { reason: string } }).details.reason;
  };
  const suspended = await request(mock, `POST /agencies/current/clients/${id}/suspend`);
  expect(suspended.status).toBe(200);
  const archived = await request(mock, `DELETE /agencies/current/clients/${id}`);
  expect(archived.status).toBe(204);
  return { mock, key, reason };
}

test('the tenant of an API key has the data, calls and mistakes of an agency client', async () => {
  const mock = createMock();
  mock.seed.tenant({ kind: 'agency' });
  const { json } = await request(mock, 'POST /agencies/current/clients', {
    body: { name: 'Shop', grant: { permissions: ['keys'] }, issueKey: { name: 'Agency' } },
  });
  const key = String(json['secret']);
  const client = mock.tenant(key);
  expect([client.tenantId, client.apiKey]).toEqual([json['tenantId'], key]);
  client.seed.contacts(2);
  client.contacts.create.fail(503);
  expect((await request(mock, 'GET /contacts', { key })).json['data']).toHaveLength(2);
  expect((await request(mock, 'POST /contacts', { key, body: {} })).status).toBe(503);
  expect(client.contacts.create.calls).toHaveLength(1);
  expect((await request(mock, 'POST /contacts', { key, body: { name: 5 } })).status).toBe(400);
  expect(() => client.verify()).toThrow(/contacts\.create.*name/);
  expect(() => client.reset()).toThrow('this tenant is the client of an agency');
  expect(() => mock.tenant('prl_live_unknown')).toThrow('no tenant of this mock has this API key');
});

test('two mocks with the same seed have the same ids and share no records', async () => {
  const [first, second] = [createMock({ seed: 3, now: 0 }), createMock({ seed: 3, now: 0 })];
  expect(second.apiKey).toBe(first.apiKey);
  const body = { name: 'Ana' };
  const made = await request(first, 'POST /contacts', { body });
  expect((await request(second, 'GET /contacts')).json['data']).toEqual([]);
  expect((await request(second, 'POST /contacts', { body })).json).toEqual(made.json);
  expect(createMock({ seed: 4, now: 0 }).apiKey).not.toBe(first.apiKey);
});

test('a suspended tenant is refused, and its keys keep their status', async () => {
  const mock = createMock();
  mock.seed.tenant({ status: 'suspended' });
  expect(codeOf(await request(mock, 'GET /contacts'))).toBe('SVC-TENANT-SUSPENDED');
  mock.seed.tenant({ status: 'active' });
  const [old] = mock.seed.apiKeys(1, { name: 'Old', expiresAt: '2020-01-01T00:00:00Z' });
  const answer = await request(mock, 'GET /contacts', { key: old.value });
  expect(answer.json['error']).toMatchObject({ details: { reason: 'expired' } });
});

test('seeds are normal records with defaults of the contract', async () => {
  const mock = createMock();
  const [ana, bia] = mock.seed.contacts(2, { tags: ['vip'] });
  expect(ana).toMatchObject({ name: 'Ana Lima 1', tags: ['vip'] });
  const [member] = mock.seed.users(1);
  const [conversation] = mock.seed.conversations(1, {
    contactId: bia.id,
    status: 'pending',
    assigneeId: member.id,
    text: 'Where is it?',
  });
  mock.seed.messages(3, { conversationId: conversation.id });
  const { json } = await request(mock, `GET /conversations/${conversation.id}`);
  expect(json).toMatchObject({
    contactId: bia.id,
    status: 'pending',
    assigneeId: member.id,
    messageCount: 4,
  });
  const answered = await request(mock, `GET /conversations?contactId=${ana.id}`);
  expect(answered.json['data']).toEqual([]);
});

test('refuses a seed that the server would refuse', () => {
  const mock = createMock();
  expect(() => mock.seed.contacts(1, { phone: '12' })).toThrow(/seed\.contacts: .*phone/);
  expect(() => mock.seed.contacts(2, { externalId: 'one' })).toThrow(
    /seed\.contacts: SVC-CONFLICT/,
  );
  expect(() => mock.seed.conversations(1, { channelId: 'chn_1' })).toThrow(/SVC-NOT-FOUND/);
});

test('another key of a tenant sees the same records', async () => {
  const mock = createMock();
  const [other] = mock.seed.apiKeys(1);
  await request(mock, 'POST /messages', { body: aText(mock) });
  const { json } = await request(mock, 'GET /messages', { key: other.value });
  expect(json['data']).toHaveLength(1);
});

function shuffled<Item>(items: readonly Item[]): Item[] {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state;
  };
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

test('a client of a tenant can use the fetch of the tenant', async () => {
  const mock = createMock();
  const { fetch, apiKey, seed } = mock.tenant();
  seed.contacts(2);
  const response = await fetch('/api/v1/contacts', { headers: { 'x-api-key': apiKey } });
  expect(await response.json()).toMatchObject({ data: [{}, {}] });
  expect(mock.tenant(apiKey).fetch).toBe(mock.fetch);
});
