import { describe, expect, expectTypeOf, test } from 'vitest';
import { createMock, MockError, reply, ServiceError } from '../src/index.ts';
import { aText, codeOf, request } from './requests.ts';

describe('overrides', () => {
  test('completes a partial response from the example of the contract and the request', async () => {
    const mock = createMock();
    mock.messages.send.reply({ status: 'failed' });
    const { status, json } = await request(mock, 'POST /messages', {
      body: { channelId: 'chn_1', to: '+1 555', type: 'text', text: 'Hi', metadata: { a: 1 } },
    });
    expect(status).toBe(202);
    expect(json).toMatchObject({
      status: 'failed',
      channelId: 'chn_1',
      text: 'Hi',
      metadata: { a: 1 },
    });
  });

  test('each response of an override has its own id', async () => {
    const mock = createMock();
    mock.messages.send.reply({});
    const body = { channelId: 'chn_1', to: '1', type: 'text', text: 'Hi' };
    const first = await request(mock, 'POST /messages', { body });
    const second = await request(mock, 'POST /messages', { body });
    expect(first.json['id']).not.toBe(second.json['id']);
    expect((await request(mock, 'GET /messages/msg_7')).status).toBe(404);
  });

  test('`once` answers one request, in order; then the fake answers again', async () => {
    const mock = createMock();
    mock.conversations.list
      .once({ data: [{ status: 'closed' }], nextCursor: 'more' })
      .then.fail('SVC-CONFLICT')
      .then.once({ data: [] });
    const first = await request(mock, 'GET /conversations');
    expect(first.json).toMatchObject({ data: [{ status: 'closed' }], nextCursor: 'more' });
    expect(codeOf(await request(mock, 'GET /conversations'))).toBe('SVC-CONFLICT');
    expect((await request(mock, 'GET /conversations')).json).toEqual({
      data: [],
      nextCursor: null,
    });
    mock.seed.conversations(1);
    expect((await request(mock, 'GET /conversations')).json['data']).toHaveLength(1);
    mock.verify();
  });

  test('a function gets the validated request and returns a status, a partial response or an error', async () => {
    const mock = createMock({ now: '2026-01-01T00:00:00Z' });
    mock.messages.send
      .once(({ body, db }) => {
        expectTypeOf(body.type).toEqualTypeOf<typeof body.type>();
        return reply(202, { id: db.nextId('msg'), createdAt: db.now() });
      })
      .then.once(async ({ attempt, headers }) => ({
        attempts: attempt,
        text: headers['x-why'] ?? null,
      }))
      .then.once(() => {
        throw new ServiceError('SVC-RECIPIENT-INVALID', { channelType: 'whatsapp', reason: 'x' });
      });
    const send = () =>
      request(mock, 'POST /messages', {
        body: { channelId: 'c', to: '1', type: 'text', text: 'Hi' },
        headers: { 'x-why': 'because' },
      });
    expect((await send()).json).toMatchObject({ createdAt: '2026-01-01T00:00:00.000Z' });
    expect((await send()).json).toMatchObject({ attempts: 1, text: 'because' });
    expect(codeOf(await send())).toBe('SVC-RECIPIENT-INVALID');
  });

  test('a response can have an enum value of a newer server', async () => {
    const mock = createMock();
    mock.contacts.get.reply({ lifecycle: 'champion' });
    mock.messages.list.once({ data: [{ status: 'paused' }, { status: 'sent' }] });
    expect((await request(mock, 'GET /contacts/con_1')).json['lifecycle']).toBe('champion');
    const { json } = await request(mock, 'GET /messages');
    expect(json['data']).toMatchObject([{ status: 'paused' }, { status: 'sent' }]);
    expect(() => mock.contacts.get.reply({ lifecycle: 7 as never })).toThrow(/lifecycle/);
    mock.verify();
  });

  test('an override still validates requests against the contract', async () => {
    const mock = createMock();
    mock.messages.send.reply({ status: 'sent' });
    const answer = await request(mock, 'POST /messages', {
      body: { to: '1', type: 'text', text: '' },
    });
    expect(codeOf(answer)).toBe('SVC-VALIDATION');
  });

  test('an override that breaks the contract throws at once and names endpoint and field', () => {
    const mock = createMock();
    // @ts-expect-error a number is no status
    expect(() => mock.messages.send.reply({ status: 7 })).toThrow(
      /messages\.send\.reply: the answer 202 does not match the contract: status must be one of/,
    );
    // @ts-expect-error there is no such field
    expect(() => mock.contacts.get.once({ nmae: 'Ana' })).toThrow(
      new MockError('contacts.get.once: nmae is no field of the answer; the nearest is name'),
    );
    expect(() => mock.contacts.list.reply({ data: [{ createdAt: 'yesterday' }] })).toThrow(
      /contacts\.list\.reply: .*data\.0\.createdAt/,
    );
    // @ts-expect-error a contact is not made with 202
    expect(() => mock.contacts.create.reply(reply(202, {}))).toThrow(/no answer 202/);
    for (const [given, shown] of [
      [5, '5'],
      [null, 'null'],
      ['Ana', "'Ana'"],
      [[{ name: 'Ana' }], 'a list'],
      [Response.json({ name: 'Ana' }), 'a Response'],
      [Promise.resolve({ name: 'Ana' }), 'a Promise'],
    ] as [never, string][]) {
      expect(() => mock.contacts.get.reply(given)).toThrow(
        `contacts.get.reply: the answer is ${shown}; expected fields of it, such as { id: …, name: … }, reply(status, body), or a function that returns one of these`,
      );
    }
    expect(() => mock.contacts.list.once({ data: [5 as never] })).toThrow(
      'contacts.list.once: data.0 is 5; expected fields of it, such as { id: …, name: … }',
    );
    for (const [given, shown] of [
      [5, '5'],
      [{ id: 'whe_1' }, '{"id":"whe_1"}'],
    ] as [never, string][]) {
      expect(() => mock.webhookEndpoints.delete.reply(given)).toThrow(
        `webhookEndpoints.delete.reply: the answer is ${shown}; the answer 204 has no body`,
      );
    }
  });

  test('a prepared file has the bytes and the type of its Blob', async () => {
    const mock = createMock();
    const csv = new Blob(['name\nAna\n'], { type: 'text/csv' });
    // The class of happy-dom has no tag and no common base with that of Node.
    const { size, type } = csv;
    const ofHappyDom = { size, type, arrayBuffer: () => csv.arrayBuffer() } as Blob;
    mock.contacts.export
      .once(csv)
      .then.once(reply(200, ofHappyDom))
      .then.once(() => csv);
    const get = () =>
      mock.fetch('/api/v1/contacts/export', { headers: { 'x-api-key': mock.apiKey } });
    for (let count = 0; count < 3; count += 1) {
      const response = await get();
      expect(response.headers.get('content-type')).toBe('text/csv');
      expect(await response.text()).toBe('name\nAna\n');
    }
    expect(() => mock.media.download.reply('text' as never)).toThrow(
      "media.download.reply: the answer is 'text'; expected a Blob, such as new Blob(['…'])",
    );
    mock.verify();
  });

  test('a function whose response breaks the contract fails verify and is not retried', async () => {
    const mock = createMock();
    mock.contacts.get.once(() => ({ email: 42 as unknown as string }));
    const { status, headers, json } = await request(mock, 'GET /contacts/con_1');
    expect(status).toBe(500);
    expect(headers.get('x-should-retry')).toBe('false');
    expect(json).toMatchObject({
      error: { message: expect.stringMatching(/contacts\.get\.once: .*email/) },
    });
    expect(() => mock.verify()).toThrow(/contacts\.get\.once: .*email/);
  });

  test('the error of a function names its endpoint', async () => {
    const mock = createMock();
    mock.contacts.get.once(() => {
      throw new TypeError('oops');
    });
    expect((await request(mock, 'GET /contacts/con_1')).status).toBe(500);
    expect(() => mock.verify()).toThrow(/contacts\.get\.once: your function threw TypeError: oops/);
  });

  test('calls contain the requests, typed by the contract', async () => {
    const mock = createMock();
    await request(mock, 'POST /messages', {
      body: aText(mock, { unknown: 1 }),
      headers: { 'idempotency-key': 'order-1' },
    });
    await request(mock, 'GET /messages?limit=2&status=queued,sent');
    const [sent] = mock.messages.send.calls;
    expectTypeOf(sent?.body.type).not.toBeAny();
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/api/v1/messages',
      body: { to: '5511987654321' },
      idempotencyKey: 'order-1',
      attempt: 1,
      status: 202,
    });
    expect(sent?.body).not.toHaveProperty('unknown');
    expect(mock.messages.list.calls[0]?.query).toMatchObject({
      limit: 2,
      status: ['queued', 'sent'],
    });
  });
});

describe('verify', () => {
  test('reports unused prepared responses', () => {
    const mock = createMock();
    mock.messages.send.fail(500).then.once({});
    expect(() => mock.verify()).toThrow(/messages\.send: 2 prepared answer\(s\) not used/);
  });

  test('names the nearest endpoint of a path that does not exist', async () => {
    const mock = createMock();
    const answer = await request(mock, 'POST /mesages');
    expect(codeOf(answer)).toBe('SVC-ROUTE-NOT-FOUND');
    expect(() => mock.verify()).toThrow(
      'POST /api/v1/mesages: no such endpoint; the nearest is POST /api/v1/messages',
    );
  });

  test('names the invalid field of a request', async () => {
    const mock = createMock();
    await request(mock, 'POST /contacts', { body: { phone: '12', tags: 'vip' } });
    expect(() => mock.verify()).toThrow(
      /contacts\.create: SVC-VALIDATION body phone .*; body tags must be/,
    );
    mock.reset();
    await request(mock, 'POST /contacts', { body: [] });
    expect(() => mock.verify()).toThrow('contacts.create: SVC-VALIDATION body must be an object');
  });

  test('accepts an invalid request whose refusal was prepared', async () => {
    const mock = createMock();
    const issue = { in: 'body', path: 'phone', code: 'invalid_format', message: 'no' } as const;
    mock.contacts.create.fail('SVC-VALIDATION', { details: { issues: [issue] } });
    const { status, json } = await request(mock, 'POST /contacts', { body: { phone: '12' } });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { details: { issues: [{ message: 'no' }] } } });
    mock.verify();
  });

  test('reset clears records, overrides and calls, and keeps the key and the sequence of ids', async () => {
    const mock = createMock({ now: '2026-01-01T00:00:00Z' });
    const { send } = mock.messages;
    const { key, id } = { key: mock.apiKey, id: mock.seed.contacts(1)[0].id };
    send.reply({});
    await request(mock, 'POST /mesages');
    mock.reset();
    mock.verify();
    expect(mock.apiKey).toBe(key);
    expect(send.calls).toEqual([]);
    expect((await request(mock, 'GET /contacts')).json['data']).toEqual([]);
    expect(mock.seed.contacts(1)[0].id).toBe(id);
  });
});
