import { expect, test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { createMock, MockError, type Seed } from '../src/index.ts';
import { request } from './requests.ts';

/** A seed as a test without types may call it. */
type Untyped = Record<keyof Seed, (...given: unknown[]) => unknown>;

test.each<[keyof Seed, Record<string, unknown>, RegExp]>([
  ['conversations', { status: 'bogus' }, /this: status/],
  ['conversations', { unreadCount: -5 }, /this: unreadCount/],
  ['conversations', { priority: 'zzz' }, /this: priority/],
  ['conversations', { metadata: { a: null } }, /this: metadata/],
  ['conversations', { text: '' }, /this: text/],
  ['conversations', { assigneeId: 'usr_1' }, /SVC-NOT-FOUND.*user/],
  ['conversations', { customFields: { size: 'L' } }, /SVC-/],
  ['conversations', { assignee: 'usr_1' }, /assignee is no field of it; the nearest is assigneeId/],
  ['messages', { direction: 'sideways' }, /this: direction/],
  ['messages', { text: 5 }, /this: text/],
  ['messages', { txt: 'Hi' }, /txt is no field of it; the nearest is text/],
  ['messages', { conversationId: 'cnv_1' }, /SVC-NOT-FOUND/],
  ['users', { name: 5 }, /this: name/],
  ['users', { nme: 'Ana' }, /nme is no field of it; the nearest is name/],
  ['apiKeys', { quota: { limit: 0, windowSeconds: 60 } }, /this: quota\.limit/],
  ['apiKeys', { expiresAt: 'soon' }, /expiresAt soon is not a time/],
  ['apiKeys', { expires: '2020-01-01' }, /the nearest is expiresAt/],
  ['contacts', { nmae: 'Ana' }, /nmae is no field of it; the nearest is name/],
  ['channels', { typ: 'whatsapp' }, /typ is no field of it; the nearest is type/],
  ['webhookEndpoints', { event: ['*'] }, /the nearest is events/],
  ['knowledgeFaqs', { questions: 'Why?' }, /the nearest is question/],
  ['knowledgeSources', { contents: 'Text' }, /the nearest is content/],
  ['inboundFailures', { state: 'kept' }, /state is no field of it; the nearest is status/],
  ['inboundFailures', { status: 'lost' }, /this: status must be one of retrying, failed, kept/],
  ['inboundFailures', { channelId: 5 }, /this: channelId must be a string/],
])('seed.%s refuses %j and stores nothing', async (kind, fields, words) => {
  const mock = createMock();
  const seed = mock.seed as unknown as Untyped;
  expect(() => seed[kind](1, fields)).toThrow(words);
  expect(() => seed[kind](1, fields)).toThrow(`seed.${kind}: `);
  for (const noun of ['conversations', 'messages', 'contacts', 'webhook-endpoints']) {
    const { status, json } = await request(mock, `GET /${noun}`);
    expect([noun, status, json['data']]).toEqual([noun, 200, []]);
  }
});

const kinds = Object.keys(createMock().seed).filter((kind) => kind !== 'tenant') as (keyof Seed)[];

test.each(kinds)('the stack of a refused seed.%s names the function that called it', (kind) => {
  const seed = createMock().seed as unknown as Untyped;
  function refusal() {
    try {
      return seed[kind](1, { unknownField: 1 });
    } catch (error) {
      return error;
    }
  }
  expect((refusal() as Error).stack).toMatch(/ at refusal /);
});

test.each<[keyof Seed, object, string]>([
  ['webhookEndpoints', { url: 'http://shop.example' }, '{ webhooks: { allowHttp: true } }'],
  ['webhookEndpoints', { url: 'https://localhost' }, '{ webhooks: { allowPrivate: true } }'],
  ['knowledgeSources', { type: 'url', url: 'https://shop.example' }, '{ urlSources: { '],
])('seed.%s of %j names the option that allows it', (kind, fields, option) => {
  const seed = createMock().seed as unknown as Untyped;
  expect(() => seed[kind](1, fields)).toThrow(`In a test: createMock(${option}`);
});

test.each<keyof Seed>([
  'contacts',
  'conversations',
  'users',
  'apiKeys',
  'webhookEndpoints',
  'knowledgeSources',
  'inboundFailures',
])('seed.%s refuses fields that are no object', (kind) => {
  const seed = createMock().seed as unknown as Untyped;
  for (const [fields, shown] of [
    [null, 'null'],
    [5, '5'],
    ['Ana', "'Ana'"],
    [['Ana'], 'a list'],
  ]) {
    const refused = new MockError(`seed.${kind}: the fields are ${shown}; expected an object`);
    expect(() => seed[kind](1, fields)).toThrow(refused);
  }
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ timezone: 'Mars/X' }, /this: timezone must be an IANA time zone/],
  [{ timezone: null }, /this: timezone/],
  [{ locale: 'klingon!' }, /this: locale/],
  [{ defaultCurrency: 'reais' }, /this: defaultCurrency/],
  [{ status: 'closed' }, /this: status/],
  [{ timeZone: 'America/Lima' }, /timeZone is no field of it; the nearest is timezone/],
  [{ id: 'ten_1' }, /id is no field of it/],
  [{ name: 'x'.repeat(256) }, /this: name/],
  [{ settings: { conversationAutoCloseHours: 0 } }, /this: settings\.conversationAutoCloseHours/],
  [{ settings: { optOutKeywords: ['go'], optInKeywords: ['go'] } }, /SVC-RULE-VIOLATION/],
])('seed.tenant refuses %j', async (fields, words) => {
  const mock = createMock();
  const before = await request(mock, 'GET /tenants/current');
  expect(() => mock.seed.tenant(fields)).toThrow(words);
  expect((await request(mock, 'GET /tenants/current')).json).toEqual(before.json);
});

test('stores a valid seed as given', async () => {
  const mock = createMock();
  mock.seed.tenant({ timezone: 'America/Lima', locale: 'es-PE', defaultCurrency: 'PEN' });
  const { json } = await request(mock, 'GET /tenants/current');
  expect(json).toMatchObject({ timezone: 'America/Lima', locale: 'es-PE', defaultCurrency: 'PEN' });
  const [conversation] = mock.seed.conversations(1, { unreadCount: 7, metadata: { a: 'b' } });
  expect(conversation).toMatchObject({ unreadCount: 7, metadata: { a: 'b' } });
  const [first, second] = mock.seed.messages(2, { direction: 'outbound', text: 'Hello' });
  expect([first.direction, second.text]).toEqual(['outbound', 'Hello']);
});

test('seeded settings of the tenant apply to existing records, and the others stay', async () => {
  const mock = createMock({ now: '2026-11-20T09:00:00Z' });
  const [{ id }] = mock.seed.conversations(1);
  const { settings } = mock.seed.tenant({ settings: { conversationAutoCloseHours: 1 } });
  expect(settings).toMatchObject({ conversationAutoCloseHours: 1, ticketAutoCloseHours: 96 });
  mock.clock.advance(3 * 3_600_000);
  expect((await request(mock, `GET /conversations/${id}`)).json['status']).toBe('closed');
  mock.seed.tenant({ status: 'archived' });
  expect(mock.seed.tenant({ status: 'active' })).toMatchObject({ status: 'active', settings });
});

test('the tags of a seeded conversation are in the list of tags', async () => {
  const mock = createMock();
  mock.seed.conversations(1, { tags: ['refund'], status: 'closed' });
  const { json } = await request(mock, 'GET /tags?name=refund');
  expect(json['data']).toMatchObject([{ name: 'refund', conversationCount: 1 }]);
});

test('seeds 10,000 contacts without comparing each with all others', async () => {
  await expectBelow(3_000, 2, () => cpuOf(() => createMock().seed.contacts(10_000)));
});

test('frees a unique value when its record changes, is merged or is deleted, and after a reset', async () => {
  const mock = createMock();
  const email = 'ana@example.com';
  const send = async (line: string, body?: object) => (await request(mock, line, { body })).status;
  const create = (fields: object) => send('POST /contacts', fields);
  const [ana] = mock.seed.contacts(1, { email });
  expect(await create({ email: 'ANA@example.com' })).toBe(409);
  expect(await send(`POST /contacts/${ana.id}/archive`)).toBe(200);
  expect(await create({ email })).toBe(409);
  expect(await send(`PATCH /contacts/${ana.id}`, { email: 'new@example.com' })).toBe(200);
  const [bia] = mock.seed.contacts(1, { email });
  expect(await send(`PATCH /contacts/${ana.id}`, { email })).toBe(409);
  expect(await send(`DELETE /contacts/${bia.id}`)).toBe(204);
  expect(await send(`PATCH /contacts/${ana.id}`, { email })).toBe(200);
  const [primary] = mock.seed.contacts(1);
  const merge = { primaryId: primary.id, duplicateId: ana.id };
  expect(await send('POST /contacts/merge', merge)).toBe(200);
  expect(await create({ email })).toBe(409);
  mock.reset();
  expect(await create({ email })).toBe(201);
  expect(await create({ email })).toBe(409);

  const question = { question: 'When?', answer: 'Soon.', language: 'en' };
  const [faq] = mock.seed.knowledgeFaqs(1, question);
  const change = (status: string) => send(`PATCH /knowledge/faqs/${faq.id}`, { status });
  expect(await change('archived')).toBe(200);
  expect(await send('POST /knowledge/faqs', question)).toBe(201);
  expect(await change('published')).toBe(409);
});

// The helpers of a test often pass on optional fields, such as `aContact({ name })`.
test('fields and options that are undefined get their defaults', async () => {
  const webhooks = { allowHttp: undefined, allowPrivate: undefined };
  const mock = createMock({ seed: undefined, now: undefined, baseUrl: undefined, webhooks });
  const { seed } = mock;
  const [channel] = seed.channels(1, { name: undefined, type: undefined });
  expect(channel).toMatchObject({ type: 'whatsapp', name: expect.any(String) });
  const [contact] = seed.contacts(1, { name: undefined });
  expect(contact.name).toEqual(expect.any(String));
  const [{ url }] = seed.webhookEndpoints(1, { url: undefined, events: undefined });
  expect(() => seed.webhookEndpoints(1, { url: url.replace('https', 'http') })).toThrow('https');
  expect(seed.knowledgeSources(1, { type: undefined })[0].type).toBe('markdown');
  expect(seed.conversations(1, { contactId: undefined, text: undefined })[0].unreadCount).toBe(1);

  mock.inbound({ type: 'text', text: 'Hello', from: undefined, channelId: undefined });
  mock.inbound({ type: 'echo', text: 'Hello', to: undefined, externalId: undefined });
  const conversation = { status: undefined };
  const event = await mock.webhooks.event(
    'message.received',
    { text: undefined },
    { conversation },
  );
  expect(event.event.data).toMatchObject({
    object: { text: expect.any(String) },
    conversation: { status: expect.any(String) },
  });

  mock.contacts.get.once({ name: undefined });
  expect((await request(mock, 'GET /contacts/con_1')).json['name']).toEqual(expect.any(String));
  mock.contacts.list.once({ data: [{ name: undefined }], nextCursor: undefined });
  expect((await request(mock, 'GET /contacts')).json['nextCursor']).toBeNull();
  mock.contacts.get.fail(500, { times: undefined, afterEffect: undefined });
  expect((await request(mock, 'GET /contacts/con_1')).status).toBe(500);
});
