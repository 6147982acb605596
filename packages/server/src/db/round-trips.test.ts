import type {
  AgencyClientWithKey,
  Contact,
  ContactBatch,
  CustomField,
  KnowledgeFaqBatch,
  Page,
  Tag,
  Ticket,
  WebhookEndpoint,
} from '@parley/contract/schemas';
import { afterAll, expect, test } from 'vitest';
import { recordSent, tripsOf } from '../../test/asked-of-postgres.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { setKind } from '../tenants/service.ts';

const recorded = recordSent();
afterAll(() => recorded.restore());
const server = serverOfTests(() => startQuiet('Postgres'));

const ends = ['require-no-required-fields', 'append-events', 'deliver-events'];

// While a transaction holds such a lock, each further round trip also waits for the event loop, and so do all other
// requests that need the lock.
test('the lock of a board or of ticket numbers is taken and released in two round trips', async () => {
  const { call, receive } = await createScene(server);
  const { json: contact } = await call<Contact>('POST /contacts', { name: 'Ana' });
  const body = { title: 'Roof', contactId: contact.id };
  const { conversationId } = (await receive()).message;
  // The first deal changes the stage of the contact to `opportunity`.
  await call('POST /deals', body);
  await call('POST /deals', { title: 'Roof', conversationId });
  const cases = [
    {
      path: 'deals',
      body: { title: 'Roof', conversationId },
      trips: [
        ['select pipelines', 'select deals', 'select contacts', 'select conversations'],
        ['insert deals', 'insert deal_periods', ...ends],
      ],
    },
    {
      path: 'deals',
      body,
      trips: [
        ['select pipelines', 'select deals', 'select contacts'],
        ['insert deals', 'insert deal_periods', ...ends],
      ],
    },
    {
      path: 'tickets',
      body: { subject: 'Leak', contactId: contact.id },
      trips: [
        ['select contacts', 'take-ticket-number'],
        ['insert tickets', 'insert ticket_changes', ...ends],
      ],
    },
  ];
  for (const { path, body, trips } of cases) {
    recorded.sent.length = 0;
    expect((await call(`POST /${path}`, body)).status).toBe(201);
    expect(tripsOf(recorded.sent)).toEqual([trips]);
  }
});

test('a contact is created in one round trip after its admission, unless a field is required', async () => {
  const { call } = await createScene(server);
  const create = async () => {
    recorded.sent.length = 0;
    const { status } = await call('POST /contacts', { name: 'Ana' });
    return { status, names: recorded.sent.map(({ name }) => name), trips: tripsOf(recorded.sent) };
  };
  const plain = await create();
  expect(plain.trips).toEqual([[['insert contacts', ...ends]]]);
  expect(plain.names[0]).toMatch(/^admit-request/);
  expect(plain.names.slice(1)).toEqual([
    'BEGIN',
    expect.stringContaining('lock_timeout'),
    expect.anything(),
    ...ends,
    'COMMIT',
  ]);
  const field = { entity: 'contact', key: 'plan', label: 'Plan', type: 'text', required: true };
  const { json } = await call<CustomField>('POST /custom-fields', field);
  const inserted = [['insert contacts', ...ends]];
  // The first request fails in a batch with others, and then again alone.
  expect(await create()).toMatchObject({ status: 400, trips: [inserted, inserted] });
  // From now on, the server reads the fields first, so that a failure does not undo commits of others.
  expect(await create()).toMatchObject({ status: 400, trips: [] });
  await call(`DELETE /custom-fields/${json.id}`);
  expect((await create()).status).toBe(201);
  expect((await create()).names).toEqual(plain.names);
});

test('a new contact with values of custom fields is created in one round trip after the fields are read', async () => {
  const { call } = await createScene(server);
  await call('POST /custom-fields', {
    entity: 'contact',
    key: 'plan',
    label: 'Plan',
    type: 'text',
  });
  recorded.sent.length = 0;
  const { status } = await call('POST /contacts', { customFields: { plan: 'gold' } });
  expect(status).toBe(201);
  const [, read, begin] = recorded.sent.map(({ name }) => name);
  expect([read, begin]).toEqual(['read-custom-fields', 'BEGIN']);
  const [written] = tripsOf(recorded.sent);
  const checks = ['try-lock-custom-fields', 'require-seen-fields'];
  expect(written).toEqual([[...checks, 'insert contacts', 'append-events', 'deliver-events']]);
});

test('a ticket and its history change in one round trip after the ticket is read', async () => {
  const { call } = await createScene(server);
  const { json } = await call<Ticket>('POST /tickets', { subject: 'Leak' });
  recorded.sent.length = 0;
  expect((await call(`PATCH /tickets/${json.id}`, { status: 'pending' })).status).toBe(200);
  expect(tripsOf(recorded.sent)).toEqual([
    [
      [
        'select unnest',
        'update tickets',
        'insert ticket_changes',
        'append-events',
        'deliver-events',
      ],
    ],
  ]);
});

test('a batch of contacts is read and written with the same statements, whatever its size', async () => {
  const { call } = await createScene(server);
  const put = async (count: number, name: string) => {
    const items = Array.from({ length: count }, (_, n) => ({
      externalId: `customer-${count}-${n}`,
      phone: `+1415555${count}${String(n).padStart(2, '0')}`,
      name,
    }));
    recorded.sent.length = 0;
    const { json } = await call<ContactBatch>('POST /contacts/batch', { items });
    expect(json.results).toHaveLength(count);
    return {
      statuses: new Set(json.results.map(({ status }) => status)),
      trips: tripsOf(recorded.sent),
    };
  };
  for (const [name, status] of [
    ['Ana', 'created'],
    ['Bo', 'updated'],
  ] as const) {
    const few = await put(2, name);
    expect(await put(50, name)).toEqual(few);
    expect([...few.statuses]).toEqual([status]);
    expect(few.trips.flat(2).length).toBeLessThan(15);
  }
});

test('a batch of FAQs finds all of them at once, and writes each changed one in one round trip', async () => {
  const { call } = await createScene(server);
  const put = async (answer: (n: number) => string) => {
    const items = Array.from({ length: 8 }, (_, n) => ({
      externalId: `faq-${n}`,
      question: `Question ${n}?`,
      answer: answer(n),
    }));
    recorded.sent.length = 0;
    const { json } = await call<KnowledgeFaqBatch>('POST /knowledge/faqs/batch', { items });
    const [trips = []] = tripsOf(recorded.sent);
    return { statuses: new Set(json.results.map(({ status }) => status)), trips };
  };
  await put(() => 'Yes.');
  const unchanged = await put(() => 'Yes.');
  expect([...unchanged.statuses]).toEqual(['updated']);
  expect(unchanged.trips.flat()).toEqual(['lock-knowledgeFaq', 'select knowledge_faqs']);
  const changed = await put((n) => (n < 3 ? 'No.' : 'Yes.'));
  expect([...changed.statuses]).toEqual(['updated']);
  const ofItems = [1, 2, 3].map((n) => [
    `SAVEPOINT nested_${n}`,
    'update knowledge_faqs',
    `RELEASE SAVEPOINT nested_${n}`,
  ]);
  expect(changed.trips.slice(2, 5)).toEqual(ofItems);
  expect(changed.trips.flat().filter((name) => name.startsWith('SAVEPOINT'))).toHaveLength(3);
});

test('an erasure of a contact without other records sends few statements, and waits for few answers', async () => {
  const { call } = await createScene(server);
  const { json } = await call<Contact>('POST /contacts', { name: 'Ana' });
  recorded.sent.length = 0;
  expect((await call(`DELETE /contacts/${json.id}`)).status).toBe(204);
  expect(recorded.sent.length).toBeLessThanOrEqual(47);
  expect(recorded.sent.filter(({ isFirst }) => isFirst).length).toBeLessThanOrEqual(23);
  // Under the lock of the contact.
  expect(tripsOf(recorded.sent).at(-1)?.length).toBeLessThanOrEqual(8);
});

test('the subscriptions of a webhook endpoint are written in one round trip', async () => {
  const { call } = await createScene(server);
  const body = { url: 'https://example.com/hooks', events: ['message.sent'] };
  const { json } = await call<WebhookEndpoint>('POST /webhook-endpoints', body);
  recorded.sent.length = 0;
  const path = `/webhook-endpoints/${json.id}`;
  expect((await call(`PATCH ${path}`, { description: 'Orders' })).status).toBe(200);
  const steps = ['lock', 'forget', 'subscribe', 'count', 'lane'];
  expect(tripsOf(recorded.sent)).toEqual([
    [
      ['select unnest'],
      ['update webhook_endpoints'],
      steps.map((step) => `route-endpoint-${step}`),
      ['select webhook_lanes'],
      ['insert audit_log'],
    ],
  ]);
});

test('an FAQ is added to an index in eight round trips', async () => {
  const { call } = await createScene(server);
  const create = async (question: string) => {
    recorded.sent.length = 0;
    const { status } = await call('POST /knowledge/faqs', { question, answer: 'Yes.' });
    expect(status).toBe(201);
    return tripsOf(recorded.sent);
  };
  await create('Do you open on Sundays?');
  const [trips = []] = await create('Do you open on Mondays?');
  expect(trips).toHaveLength(8);
  expect(trips.flat().filter((name) => name === 'insert-knowledge-chunks')).toHaveLength(1);
});

test('the reports and the limits of the usage of a client are read at the same time', async () => {
  const { ctx, call } = await createScene(server);
  await setKind(ctx, 'agency');
  const path = '/agencies/current/clients';
  const body = { name: 'Client', grant: { permissions: ['profile'] } };
  const { json } = await call<AgencyClientWithKey>(`POST ${path}`, body);
  const period = 'from=2026-11-01T00:00:00Z&to=2026-11-08T00:00:00Z';
  recorded.sent.length = 0;
  expect((await call(`GET ${path}/${json.id}/usage?${period}`)).status).toBe(200);
  expect(recorded.sent.length).toBeGreaterThan(12);
  expect(recorded.sent.filter(({ isFirst }) => isFirst).length).toBeLessThanOrEqual(10);
});

test('a page of tags asks for the counts of all its tags in one query', async () => {
  const { call } = await createScene(server);
  for (const name of ['red', 'green', 'blue']) await call('POST /tags', { name });
  recorded.sent.length = 0;
  const { json } = await call<Page<Tag>>('GET /tags');
  expect(json.data.map(({ name, contactCount }) => [name, contactCount])).toEqual([
    ['blue', 0],
    ['green', 0],
    ['red', 0],
  ]);
  expect(recorded.sent.map(({ name }) => name).slice(2)).toEqual(['read-tag-counts']);
});
