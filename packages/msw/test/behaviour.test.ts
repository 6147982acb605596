import { defaultQuota } from '@parley/contract';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { aText, codeOf, request } from './requests.ts';

const noon = '2026-03-01T12:00:00.000Z';

async function send(mock: ReturnType<typeof createMock>, fields: Record<string, unknown> = {}) {
  const { json } = await request(mock, 'POST /messages', { body: aText(mock, fields) });
  return json as { id: string; status: string };
}

async function statusOf(mock: ReturnType<typeof createMock>, id: string) {
  return (await request(mock, `GET /messages/${id}`)).json['status'];
}

test('a message advances one status at a time as the mock clock advances', async () => {
  const mock = createMock({ now: noon, sandboxStepMs: 100 });
  const { id, status } = await send(mock);
  expect(status).toBe('queued');
  const seen = [];
  for (let step = 0; step < 4; step += 1) {
    seen.push(await statusOf(mock, id));
    mock.clock.advance(100);
  }
  expect(seen).toEqual(['queued', 'sent', 'delivered', 'read']);
  const { json } = await request(mock, `GET /messages/${id}`);
  expect(json).toMatchObject({
    sentAt: '2026-03-01T12:00:00.100Z',
    deliveredAt: '2026-03-01T12:00:00.200Z',
    readAt: '2026-03-01T12:00:00.300Z',
  });
});

test('a polling client sees progress without changing the clock', async () => {
  let nowMs = Date.parse(noon);
  const mock = createMock({ now: () => nowMs });
  const { id } = await send(mock);
  for (let polls = 0; (await statusOf(mock, id)) !== 'read'; polls += 1) {
    if (polls > 100) throw new Error('it is never read');
    nowMs += 5;
  }
});

test('all times of one request are equal', async () => {
  let nowMs = Date.parse(noon);
  const mock = createMock({
    now() {
      nowMs += 1;
      return nowMs;
    },
  });
  const { id } = (await request(mock, 'POST /contacts', { body: { name: 'Ana' } })).json;
  const { json } = await request(mock, `POST /contacts/${id}/archive`);
  expect(json['archivedAt']).toEqual(expect.any(String));
  expect(json['archivedAt']).toBe(json['updatedAt']);
});

test('settle finishes all background work without advancing the clock', async () => {
  const mock = createMock({ now: noon });
  const [fine, retried, refused, unknown] = [
    await send(mock),
    await send(mock, { to: '5511900900500' }),
    await send(mock, { to: '5511900131026' }),
    await send(mock, { to: '5511900900408' }),
  ];
  await mock.settle();
  expect(await statusOf(mock, fine.id)).toBe('read');
  expect((await request(mock, `GET /messages/${retried.id}`)).json).toMatchObject({
    status: 'read',
    attempts: 3,
  });
  expect((await request(mock, `GET /messages/${refused.id}`)).json).toMatchObject({
    status: 'failed',
    error: { code: 'SVC-UNDELIVERABLE', providerCode: '131026' },
  });
  expect((await request(mock, `GET /messages/${unknown.id}`)).json).toMatchObject({
    error: { reason: 'unknown_outcome', retryable: true },
  });
  expect(mock.clock.now()).toBe(noon);
});

test('a paused sandbox keeps messages queued until they are sent or canceled', async () => {
  const mock = createMock({ now: noon });
  mock.sandbox.pause();
  const [first, second] = [await send(mock), await send(mock)];
  mock.clock.advance(60_000);
  await mock.settle();
  expect((await request(mock, `POST /messages/${first.id}/cancel`)).json['status']).toBe(
    'canceled',
  );
  mock.sandbox.resume();
  await mock.settle();
  expect(await statusOf(mock, first.id)).toBe('canceled');
  expect(await statusOf(mock, second.id)).toBe('read');
});

test('a message whose time has not come when the sandbox continues is not sent earlier', async () => {
  const mock = createMock({ now: noon, sandboxStepMs: 100 });
  mock.sandbox.pause();
  const { id } = await send(mock);
  mock.sandbox.resume();
  expect(await statusOf(mock, id)).toBe('queued');
  mock.clock.advance(100);
  expect(await statusOf(mock, id)).toBe('sent');
});

test('a message in backoff keeps its time when its channel is disabled and enabled', async () => {
  const attemptsAfter = async (steps: readonly string[]) => {
    const mock = createMock({ now: noon });
    const body = aText(mock, { to: '5511900131016' });
    const { json } = await request(mock, 'POST /messages', { body });
    mock.clock.advance(50_000);
    for (const step of steps) await request(mock, `POST /channels/${body.channelId}/${step}`);
    mock.clock.advance(50_000);
    return (await request(mock, `GET /messages/${json['id']}`)).json['attempts'];
  };
  expect(await attemptsAfter([])).toBe(4);
  expect(await attemptsAfter(['disable', 'enable'])).toBe(4);
});

test('a paused sandbox reads the templates of a channel only after it continues', async () => {
  const mock = createMock({ now: noon });
  const path = `/channels/${aText(mock).channelId}`;
  const syncedAt = async () => (await request(mock, `GET ${path}`)).json['templatesSyncedAt'];
  const before = await syncedAt();
  mock.sandbox.pause();
  expect((await request(mock, `POST ${path}/templates/sync`)).status).toBe(202);
  mock.clock.advance(60_000);
  await mock.settle();
  expect(await syncedAt()).toBe(before);
  mock.sandbox.resume();
  await mock.settle();
  expect(await syncedAt()).toBe(mock.clock.now());
});

test('a sync does not change the templates of a channel that was deleted before it began', async () => {
  const mock = createMock({ now: noon });
  const path = `/channels/${aText(mock).channelId}`;
  const templates = async () => (await request(mock, `GET ${path}/templates`)).json['data'];
  const [first] = (await templates()) as { id: string }[];
  await request(mock, `DELETE ${path}/templates/${first?.id}`);
  const before = await templates();
  mock.sandbox.pause();
  await request(mock, `POST ${path}/templates/sync`);
  await request(mock, `DELETE ${path}`);
  mock.sandbox.resume();
  await mock.settle();
  expect(await templates()).toEqual(before);
});

test('a message that cannot be sent within a day expires', async () => {
  const mock = createMock({ now: noon });
  mock.sandbox.pause();
  const { id } = await send(mock);
  mock.clock.advance(24 * 3_600_000);
  const { json } = await request(mock, `GET /messages/${id}`);
  expect(json).toMatchObject({ status: 'failed', error: { code: 'SVC-EXPIRED' } });
});

test('a snoozed conversation opens at its time', async () => {
  const mock = createMock({ now: noon });
  const [{ id }] = mock.seed.conversations(1);
  const body = { status: 'snoozed', snoozedUntil: '2026-03-01T13:00:00Z' };
  expect((await request(mock, `PATCH /conversations/${id}`, { body })).json['status']).toBe(
    'snoozed',
  );
  mock.clock.advance(3_599_999);
  expect((await request(mock, `GET /conversations/${id}`)).json['status']).toBe('snoozed');
  mock.clock.advance(1);
  expect((await request(mock, `GET /conversations/${id}`)).json).toMatchObject({
    status: 'open',
    snoozedUntil: null,
  });
});

test('the window of a conversation follows the mock clock', async () => {
  const mock = createMock({ now: noon });
  const [{ id }] = mock.seed.conversations(1);
  const answer = () =>
    request(mock, `POST /conversations/${id}/messages`, { body: { type: 'text', text: 'Yes' } });
  expect((await answer()).status).toBe(202);
  mock.clock.advance(24 * 3_600_000);
  expect(codeOf(await answer())).toBe('SVC-WINDOW-CLOSED');
});

test('the quota and its headers follow the mock clock', async () => {
  const mock = createMock({ now: noon });
  mock.limit({ perSecond: 2 });
  const get = () => request(mock, 'GET /contacts');
  const [first, second, third] = [await get(), await get(), await get()];
  expect(first.headers.get('ratelimit-policy')).toBe('2;w=1');
  expect(second.headers.get('ratelimit-remaining')).toBe('0');
  expect(third.status).toBe(429);
  expect(third.headers.get('retry-after')).toBe('1');
  mock.clock.advance(499);
  expect((await get()).status).toBe(429);
  mock.clock.advance(1);
  expect((await get()).status).toBe(200);
});

test('refuses no request for a quota that the test has not set', async () => {
  const mock = createMock({ now: noon });
  const remaining = new Set<string | null>();
  for (let sent = 0; sent <= defaultQuota.limit; sent += 1) {
    const { status, headers } = await request(mock, 'GET /contacts');
    expect(status).toBe(200);
    remaining.add(headers.get('ratelimit-remaining'));
  }
  expect([...remaining]).toEqual([String(defaultQuota.limit - 1)]);
  mock.limit(defaultQuota);
  expect((await request(mock, 'GET /contacts')).status).toBe(200);
  const second = await request(mock, 'GET /contacts');
  expect(second.headers.get('ratelimit-remaining')).toBe(String(defaultQuota.limit - 2));
});

test('a quota is that of later keys too, until the mock is reset', async () => {
  const mock = createMock({ now: noon });
  mock.limit({ limit: 1, windowSeconds: 60 });
  const [later] = mock.seed.apiKeys(1);
  const statuses = async (key: string) => {
    const get = () => request(mock, 'GET /contacts', { key });
    return [(await get()).status, (await get()).status];
  };
  expect(await statuses(later?.value ?? '')).toEqual([200, 429]);
  mock.reset();
  expect(await statuses(mock.apiKey)).toEqual([200, 200]);
});

test('refuses the requests of a burst above the quota', async () => {
  const mock = createMock({ now: noon });
  mock.limit({ limit: 10, windowSeconds: 60 });
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => request(mock, 'GET /contacts')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const wrong of [{ perSecond: 0 }, 20, undefined] as { perSecond: number }[]) {
    expect(() => mock.limit(wrong)).toThrow(/are no quota/);
  }
});

test('a page starts after the last record of the previous page, also after inserts', async () => {
  const mock = createMock({ now: noon });
  const before = mock.seed.contacts(10).map(({ id }) => id);
  const seen: string[] = [];
  let cursor: unknown = '';
  do {
    const from = cursor === '' ? '' : `&cursor=${cursor}`;
    const { json } = await request(mock, `GET /contacts?limit=3&sort=createdAt${from}`);
    seen.push(...(json['data'] as { id: string }[]).map(({ id }) => id));
    cursor = json['nextCursor'];
    if (seen.length < 9) mock.seed.contacts(1);
  } while (cursor !== null);
  expect(seen.slice(0, 10)).toEqual(before);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a cursor works for its list, filters and tenant only', async () => {
  const mock = createMock();
  const other = mock.tenant();
  for (const tenant of [mock, other]) tenant.seed.contacts(2);
  const page = await request(mock, 'GET /contacts?limit=1');
  const cursor = String(page.json['nextCursor']);
  const reason = async (route: string, key?: string) => {
    const { json } = await request(mock, route, key === undefined ? {} : { key });
    return (json['error'] as { details: { reason: string } }).details.reason;
  };
  expect(await reason(`GET /contacts?cursor=${cursor}&tag=vip`)).toBe('filter_mismatch');
  expect(await reason(`GET /contacts?cursor=${cursor}&sort=name`)).toBe('filter_mismatch');
  expect(await reason(`GET /channels?cursor=${cursor}`)).toBe('filter_mismatch');
  expect(await reason(`GET /contacts?cursor=${cursor}`, other.apiKey)).toBe('malformed');
  expect(await reason('GET /contacts?cursor=x')).toBe('malformed');
  expect(mock.contacts.list.calls).toHaveLength(4);
});

test('an Idempotency-Key expires after a day', async () => {
  const mock = createMock({ now: noon });
  const create = () =>
    request(mock, 'POST /contacts', { body: { name: 'Ana' }, headers: { 'idempotency-key': 'k' } });
  const first = await create();
  mock.clock.advance(24 * 3_600_000 - 1);
  expect((await create()).json).toEqual(first.json);
  mock.clock.advance(1);
  const later = await create();
  expect(later.headers.get('idempotent-replayed')).toBeNull();
  expect(later.json['id']).not.toBe(first.json['id']);
});

test('the clock only moves forward and accepts valid times only', () => {
  expect(() => createMock().clock.advance(-1)).toThrow(/only moves forward/);
  expect(() => createMock({ now: 'yesterday' })).toThrow(/is not a time/);
});

test('a seed without a number of records is refused instead of making none', () => {
  const { seed } = createMock({ now: noon });
  const expected = "expected 0 or more, such as mock.seed.contacts(2, { name: 'Ana' })";
  for (const [count, given] of [
    [{ name: 'Ana' }, 'of type object'],
    [undefined, 'of type undefined'],
    [-1, '-1'],
    [1.5, '1.5'],
  ] as const) {
    expect(() => seed.contacts(count as never)).toThrow(
      `seed: the number of records is ${given}; ${expected}`,
    );
  }
  expect(seed.contacts(0)).toEqual([]);
});
