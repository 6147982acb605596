import { type ErrorCode, errorCatalog } from '@parley/contract';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { aText, codeOf, request } from './requests.ts';

test('faults apply in the order of preparation, one per request', async () => {
  const mock = createMock();
  mock.contacts.list
    .fail(500)
    .then.unauthorized()
    .then.fail('SVC-UNAVAILABLE')
    .then.rateLimit({ times: 2, retryAfter: 7 });
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push(await request(mock, 'GET /contacts'));
  expect(answers.map(({ status }) => status)).toEqual([500, 401, 503, 429, 429, 200]);
  expect(answers[1]?.headers.get('www-authenticate')).toBe('Bearer');
  expect(answers[2]?.headers.get('retry-after')).toBe('1');
  expect(answers[3]?.headers.get('retry-after')).toBe('7');
  expect(answers[3]?.headers.get('ratelimit-remaining')).toBe('0');
  expect(answers[3]?.headers.get('ratelimit-reset')).toBe('7');
  expect(mock.contacts.list.calls.map(({ status }) => status)).toEqual([
    500, 401, 503, 429, 429, 200,
  ]);
  mock.verify();
});

test('a fault without end affects every request until the mock is reset', async () => {
  const mock = createMock();
  mock.contacts.list.fail(503, { times: Number.POSITIVE_INFINITY });
  for (let count = 0; count < 5; count += 1)
    expect((await request(mock, 'GET /contacts')).status).toBe(503);
  mock.verify();
  mock.reset();
  expect((await request(mock, 'GET /contacts')).status).toBe(200);
});

test('verify counts the requests that a fault still waits for', async () => {
  const mock = createMock();
  mock.contacts.list.fail(503, { times: 3 }).then.once({ data: [] });
  await request(mock, 'GET /contacts');
  expect(() => mock.verify()).toThrow('contacts.list: 3 prepared answer(s) not used');
});

test.each([0, -1, 1.5, Number.NaN])('a fault for %s requests is refused', (times) => {
  const mock = createMock();
  expect(() => mock.contacts.list.rateLimit({ times })).toThrow(
    `contacts.list: times is ${times}; expected 1 or more, such as 3, or Infinity`,
  );
});

test.each(Object.keys(errorCatalog) as ErrorCode[])(
  'fail(%s) answers as the catalogue says',
  async (code) => {
    const mock = createMock();
    mock.contacts.get.fail(code);
    const { status, json } = await request(mock, 'GET /contacts/con_1');
    expect(status).toBe(errorCatalog[code].status);
    const { error } = json as { error: { code: string; details: unknown } };
    expect(error.code).toBe(code);
    expect(errorCatalog[code].details.strict().safeParse(error.details).error).toBeUndefined();
  },
);

test('a failure has details that code under test can use', async () => {
  const mock = createMock();
  mock.messages.send.fail('SVC-WINDOW-CLOSED').then.fail('SVC-VALIDATION');
  const failed = async () => (await request(mock, 'POST /messages', { body: {} })).json['error'];
  expect(await failed()).toMatchObject({
    details: { channelType: 'whatsapp', suggestion: 'template' },
  });
  expect(await failed()).toMatchObject({ details: { issues: [{ path: 'to' }] } });
});

test('details and message of a failure can be set', async () => {
  const mock = createMock();
  const details = { resource: 'contact', field: 'phone', existingId: 'con_1' };
  mock.contacts.create.fail('SVC-CONFLICT', { details, message: 'Taken.' });
  const { json } = await request(mock, 'POST /contacts', { body: {} });
  expect(json['error']).toEqual({ code: 'SVC-CONFLICT', message: 'Taken.', details });
});

test('answers with the given status', async () => {
  const mock = createMock();
  mock.contacts.list.fail(504);
  expect((await request(mock, 'GET /contacts')).status).toBe(504);
  expect(() => mock.contacts.list.fail(200)).toThrow(/400 to 599/);
});

test('an error has no effect, unless configured', async () => {
  const mock = createMock();
  mock.contacts.create.fail(503).then.fail(503, { afterEffect: true });
  for (const expected of [0, 1]) {
    const answer = await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    expect(answer.status).toBe(503);
    expect((await request(mock, 'GET /contacts')).json['data']).toHaveLength(expected);
  }
});

test('a request with a broken connection has no effect, unless configured', async () => {
  const mock = createMock();
  mock.contacts.create.networkError().then.networkError({ afterEffect: true });
  const create = () => request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  await expect(create()).rejects.toThrow(TypeError);
  expect((await request(mock, 'GET /contacts')).json['data']).toHaveLength(0);
  await expect(create()).rejects.toThrow('fetch failed');
  expect((await request(mock, 'GET /contacts')).json['data']).toHaveLength(1);
});

test('a retry after a lost response has one effect, because of its Idempotency-Key', async () => {
  const mock = createMock();
  mock.messages.send.networkError({ afterEffect: true });
  const send = { body: aText(mock), headers: { 'idempotency-key': 'k' } };
  await expect(request(mock, 'POST /messages', send)).rejects.toThrow('fetch failed');
  const again = await request(mock, 'POST /messages', send);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await request(mock, 'GET /messages')).json['data']).toHaveLength(1);
  expect(mock.messages.send.calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('a hanging request ends when the caller aborts', async () => {
  const mock = createMock();
  mock.tenants.current.hang();
  const controller = new AbortController();
  const pending = mock.fetch('/api/v1/tenants/current', {
    headers: { 'x-api-key': mock.apiKey },
    signal: controller.signal,
  });
  controller.abort(new Error('enough'));
  await expect(pending).rejects.toThrow('enough');
});

test('a stalled body starts and never ends', async () => {
  const mock = createMock();
  mock.tenants.current.stallBody();
  const controller = new AbortController();
  const response = await mock.fetch('/api/v1/tenants/current', {
    headers: { 'x-api-key': mock.apiKey },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  const { length = 0 } = (await reader?.read())?.value ?? {};
  expect(length).toBeGreaterThan(10);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(length);
  const rest = reader?.read();
  controller.abort(new Error('enough'));
  await expect(rest).rejects.toThrow('enough');
});

test('a bad JSON fault answers a success that cannot be parsed', async () => {
  const mock = createMock();
  mock.tenants.current.badJson();
  const response = await mock.fetch('/api/v1/tenants/current', {
    headers: { 'x-api-key': mock.apiKey },
  });
  expect(response.status).toBe(200);
  await expect(response.json()).rejects.toThrow(SyntaxError);
});

test.each(['badJson', 'stallBody', 'networkError'] as const)(
  'a request that fails with %s does not use up the next prepared answer',
  async (fault) => {
    const mock = createMock();
    const [contact] = mock.seed.contacts(1, { name: 'Ana' });
    mock.contacts.get[fault]({ afterEffect: true }).then.once({ name: 'Zoe' });
    const get = () => request(mock, `GET /contacts/${contact.id}`);
    const spoiled = mock.fetch(`/api/v1/contacts/${contact.id}`, {
      headers: { 'x-api-key': mock.apiKey },
    });
    await spoiled.catch((error) => expect(error).toBeInstanceOf(TypeError));
    expect(() => mock.verify()).toThrow('contacts.get: 1 prepared answer(s) not used');
    expect((await get()).json['name']).toBe('Zoe');
    expect((await get()).json['name']).toBe('Ana');
    mock.verify();
  },
);

test('reports a broken override also when a fault applies', () => {
  const mock = createMock();
  // @ts-expect-error not a code of the catalogue
  expect(() => mock.messages.send.fail('SVC-NOPE')).toThrow(/messages\.send\.fail: SVC-NOPE/);
});

test('a fault with a code rejects the SDK call', async () => {
  const mock = createMock();
  mock.messages.send.fail(422);
  expect(codeOf(await request(mock, 'POST /messages', { body: {} }))).toBe('SVC-RULE-VIOLATION');
});
