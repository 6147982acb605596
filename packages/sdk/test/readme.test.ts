// Runs the code that the README files of the repository and of the SDK show.
import { createMock } from '@parley/msw';
import { Parley, ParleyError, RateLimitError } from '@parley/sdk';
import { contractValidation } from '@parley/sdk/validate';
import { fetchWebhook, testWebhook, verifyWebhook, type WebhookEvent } from '@parley/sdk/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
});

async function aTenant() {
  const mock = createMock();
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  const [channel] = mock.seed.channels(1);
  const [conversation] = mock.seed.conversations(1);
  mock.seed.contacts(2, { lifecycle: 'customer' });
  if (!channel || !conversation) throw new Error('nothing was seeded');
  const input = {
    channelId: channel.id,
    to: '5511987654321',
    type: 'text',
    text: 'Hello',
  } as const;
  return { mock, parley, input, order: { id: 'order-1' } };
}

test('the quickstart receives an event for each step of the message that it sends', async () => {
  const { mock, parley, input } = await aTenant();
  const { channelId } = input;
  const url = 'https://shop.example/webhooks';
  mock.webhooks.receive(url, (request) => receive(request));
  // #region quickstart
  // 1. Register the URL that receives the events of your messages.
  const { id } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
  const { secret } = await parley.webhookEndpoints.getSecret(id);

  // 2. Handle them. The SDK verifies the signature and types the event.
  const receive = fetchWebhook({ secrets: [secret] }, (event) => {
    console.log(event.type); // message.sent, message.delivered, message.read
  });

  // 3. Send a message. The server accepts it at once and sends it in the background.
  const to = '5511987654321';
  const message = await parley.messages.send({ channelId, to, type: 'text', text: 'Hello' });
  console.log(message.status); // queued
  // #endregion
  await mock.settle();
  expect(vi.mocked(console.log).mock.calls.flat()).toEqual([
    'queued',
    'message.sent',
    'message.delivered',
    'message.read',
  ]);
});

test('send a message', async () => {
  const { parley } = await aTenant();
  // #region send
  const { data: channels } = await parley.channels.list({ type: 'whatsapp', status: 'active' });
  const [channel] = channels;
  if (!channel) throw new Error('There is no WhatsApp channel yet.');

  const message = await parley.messages.send({
    channelId: channel.id,
    to: '5511987654321',
    type: 'text',
    text: 'Your order is on its way.',
  });
  console.log(message.status); // queued: accepted, not sent yet
  // #endregion
  expect(message.status).toBe('queued');
});

test('knowledge', async () => {
  const { mock, parley } = await aTenant();
  mock.seed.knowledgeFaqs(1, { question: 'When will my order arrive?', answer: 'In two days.' });
  const question = 'when will my order arrive';
  const say = vi.fn();
  // #region knowledge
  const [faq] = (await parley.knowledgeFaqs.list({ q: question, limit: 1 })).data;
  const isSure = faq?.confidence === 'exact' || faq?.confidence === 'high';
  say(isSure ? faq.answer : 'We will get back to you soon.');
  // #endregion
  expect(say).toHaveBeenCalledWith('In two days.');
  const { knowledgeFaqs } = parley;
  const id = faq?.id ?? '';
  // #region feedback
  await knowledgeFaqs.feedback(id, { helpful: false });
  // #endregion
  expect((await knowledgeFaqs.get(id)).unhelpfulCount).toBe(1);
});

test('lists', async () => {
  const { parley } = await aTenant();
  const saved: (string | null)[] = [];
  const save = async (_: unknown, cursor: string | null): Promise<void> => void saved.push(cursor);
  // #region lists
  const page = await parley.conversations.list({ status: 'open' }); // one page

  for await (const conversation of parley.conversations.list({ limit: 100 })) {
    console.log(conversation.contact.name); // every one, page by page
  }

  for await (const page of parley.contacts.list().pages({ prefetch: 1 })) {
    await save(page.data, page.nextCursor); // to continue later with list({ cursor })
  }

  const newest = await parley.messages.list().toArray({ limit: 500 });
  // #endregion
  expect(page.data).toHaveLength(1);
  expect(saved).toEqual([null]);
  expect(newest).toHaveLength(1);
});

test('errors', async () => {
  const { parley, input, order } = await aTenant();
  const later = (ms: number | undefined): number | undefined => ms;
  const sendTemplate = (closedAt: string | null): string | null => closedAt;
  const reconcile = (key: string | undefined): string | undefined => key;
  // #region errors
  async function send() {
    try {
      return await parley.messages.send(input, { idempotencyKey: `confirmation-${order.id}` });
    } catch (error) {
      if (RateLimitError.is(error)) return later(error.retryAfterMs);
      if (!ParleyError.is(error)) throw error;
      if (error.hasCode('SVC-WINDOW-CLOSED')) return sendTemplate(error.details.closedAt);
      if (error.outcome === 'unknown') return reconcile(error.idempotencyKey); // it may have been sent
      throw error;
    }
  }
  // #endregion
  await expect(send()).resolves.toMatchObject({ status: 'queued' });
});

test('options', async () => {
  const { mock, parley, input, order } = await aTenant();
  const { apiKey, fetch } = mock;
  const { signal } = new AbortController();
  const requestId = 'req-1';
  // #region client
  const patient = new Parley({ apiKey, fetch, timeoutMs: 10_000, deadlineMs: 60_000, log: 'warn' });
  const impatient = patient.with({ timeoutMs: 2_000, maxRetries: 0 });
  // #endregion
  expect(await impatient.tenants.current()).toEqual(await patient.tenants.current());

  // #region call
  await parley.messages.send(input, {
    idempotencyKey: `confirmation-${order.id}`, // names this one message
    signal, // stops it in whatever phase it is
    timeoutMs: 5_000,
    deadlineMs: 20_000,
    maxRetries: 0,
    headers: { 'x-request-id': requestId },
  });

  const { data, attempts, rateLimit } = await parley.messages.send(input).withMeta();
  const result = await parley.messages.send(input).safe(); // { ok: true, data } or { ok: false, error }

  const response = await parley.messages.send(input).asResponse(); // a `Response`, its body not read yet

  await parley.request({ method: 'GET', path: '/api/v1/tenants/current' }); // by path
  // #endregion
  expect([data.status, attempts, result.ok]).toEqual(['queued', 1, true]);
  expect(response.status).toBe(202);
  expect(rateLimit?.remaining).toBeLessThan(600);
});

test('more options', async () => {
  const { mock } = await aTenant();
  const { fetch } = mock;
  const vault = { read: async (_name: string) => mock.apiKey };
  const [tracing, metrics] = [{}, {}];
  // #region more
  const careful = new Parley({
    apiKey: () => vault.read('parley'), // called before each attempt, so that keys can be rotated
    fetch,
    appInfo: { name: 'shop', version: '1.2.0' }, // for the User-Agent
    hooks: [tracing, metrics], // `with({ hooks })` adds to them
    maxQueueMs: 30_000, // longest wait for the quota before the first request
    shouldRetry: (error) => (error.status === 409 ? true : undefined), // undefined: the rules above
    initialBackoffMs: 250,
    maxBackoffMs: 4_000,
  });
  // #endregion
  expect((await careful.tenants.current()).id).toBe(mock.tenantId);
});

test('a burst', async () => {
  const { mock, parley, input } = await aTenant();
  mock.limit({ perSecond: 200 });
  const { channelId } = input;
  const recipients = Array.from({ length: 300 }, (_, at) => `55119${String(at).padStart(8, '0')}`);
  const campaign = 'spring';
  // #region burst
  const results = await Promise.all(
    recipients.map((to) =>
      parley.messages
        .send(
          { channelId, to, type: 'text', text: 'We are open again.' },
          { idempotencyKey: `${campaign}-${to}` }, // a second run within 24 hours sends nothing twice
        )
        .safe(),
    ),
  );
  const failures = results.filter((result) => !result.ok);
  // #endregion
  expect(results).toHaveLength(300);
  expect(failures).toEqual([]);
});

test('a webhook', async () => {
  const current = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const previous = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const object = { text: 'Hi!' };
  const sent = await testWebhook(
    { type: 'message.received', data: { object } },
    { secrets: [previous] },
  );
  const request = new Request('http://localhost/webhooks', { method: 'POST', ...sent });
  // #region webhook
  const event = await verifyWebhook(request, { secrets: [current, previous] });
  switch (event.type) {
    case 'message.received':
      console.log(event.data.object.text);
      break;
    default: // an event that you do not need, or that this version does not know
  }
  // #endregion
  expect(console.log).toHaveBeenCalledWith('Hi!');
});

test('a webhook endpoint and its missed events', async () => {
  const { mock, parley } = await aTenant();
  const url = 'https://hooks.example.com/parley';
  const deployedAt = mock.clock.now();
  // #region endpoint
  const { id } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
  const { secret } = await parley.webhookEndpoints.getSecret(id); // verifies its webhooks
  const { delivered } = await parley.webhookEndpoints.test(id); // one signed example, now
  const { count } = await parley.webhookEndpoints.replay(id, { since: deployedAt }); // missed events
  // #endregion
  expect([secret, delivered, count]).toEqual([expect.stringMatching(/^whsec_/), true, 0]);
});

test('the log of events', async () => {
  const { parley } = await aTenant();
  await parley.contacts.create({ name: 'Ana' });
  const handled: string[] = [];
  const handle = async ({ type }: WebhookEvent): Promise<void> => void handled.push(type);
  let afterSequence = 0;
  // #region log
  for await (const event of parley.events.list({ afterSequence })) {
    await handle(event); // typed as `verifyWebhook` gives it
    afterSequence = event.sequence;
  }
  // #endregion
  expect(handled).toContain('contact.created');
  expect((await parley.events.list({ afterSequence })).data).toEqual([]);
});

test('validation', async () => {
  const { mock } = await aTenant();
  const { apiKey, fetch } = mock;
  // #region validate
  const strict = new Parley({ apiKey, fetch, validate: contractValidation() });
  // #endregion
  expect((await strict.messages.list()).data).toHaveLength(1);
});

test('a mock', async () => {
  // #region mock
  const mock = createMock();
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  // #endregion
  expect((await parley.tenants.current()).id).toBe(mock.tenantId);
});
