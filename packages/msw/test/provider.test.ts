import { expect, test } from 'vitest';
import { createMock, type Inbound, MockError } from '../src/index.ts';
import { aText, request } from './requests.ts';

const noon = '2026-03-01T12:00:00.000Z';
const types = ['whatsapp', 'instagram', 'tiktok'] as const;

async function send(mock: ReturnType<typeof createMock>, fields: Record<string, unknown> = {}) {
  const { json } = await request(mock, 'POST /messages', { body: aText(mock, fields) });
  return json['id'] as string;
}

const messageOf = async (mock: ReturnType<typeof createMock>, id: string) =>
  (await request(mock, `GET /messages/${id}`)).json;

const addresses = { whatsapp: '5511987654321', instagram: '178123321', tiktok: 'talk-321' };

test.each(types)('a failure that the provider of %s rejects is final', async (type) => {
  const mock = createMock({ now: noon });
  const [channel] = mock.seed.channels(1, { type });
  mock.provider.fail('rejected');
  const fields = { channelId: channel.id, to: addresses[type] };
  const [first, second] = [await send(mock, fields), await send(mock, fields)];
  await mock.settle();
  const error = { code: 'SVC-PROVIDER-ERROR', reason: 'rejected', retryable: false };
  expect(await messageOf(mock, first)).toMatchObject({ status: 'failed', attempts: 1, error });
  expect(await messageOf(mock, second)).toMatchObject({ status: 'read' });
  mock.verify();
});

test.each(types)('%s: the mock tries again by its clock after `retry_later`', async (type) => {
  const mock = createMock({ now: noon });
  const [channel] = mock.seed.channels(1, { type });
  mock.provider.fail('retry_later', { times: 2 });
  const id = await send(mock, { channelId: channel.id, to: addresses[type] });
  mock.clock.advance(1_000);
  expect(await messageOf(mock, id)).toMatchObject({ status: 'queued', attempts: 1 });
  mock.clock.advance(60_000);
  expect(await messageOf(mock, id)).toMatchObject({ status: 'read', attempts: 3 });
});

test.each(types)('%s: refused credentials stop the channel', async (type) => {
  const mock = createMock({ now: noon });
  const [channel] = mock.seed.channels(1, { type });
  mock.provider.fail('auth', { channelId: channel.id });
  const id = await send(mock, { channelId: channel.id, to: addresses[type] });
  await mock.settle();
  const error = { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth', retryable: true };
  expect(await messageOf(mock, id)).toMatchObject({ status: 'failed', error });
  const { json } = await request(mock, `GET /channels/${channel.id}`);
  expect(json).toMatchObject({ status: 'error', statusReason: 'auth' });
});

test('a reported quality changes the channel, with an event', async () => {
  const mock = createMock({ now: noon });
  const { id } = mock.seed.channels(1)[0];
  const path = `GET /channels/${id}`;
  expect((await request(mock, path)).json).toMatchObject({ quality: null });
  mock.provider.quality(id, { rating: 'red', messagingLimit: 'unlimited' });
  mock.provider.quality(id, { rating: 'red' });
  const quality = { rating: 'red', messagingLimit: 'unlimited', updatedAt: noon };
  expect((await request(mock, path)).json).toMatchObject({ quality });
  const types = mock.webhooks.recorded.map(({ type }) => type);
  expect(types.filter((type) => type === 'channel.quality_changed')).toHaveLength(1);
  expect(() => mock.provider.quality('chn_1', {})).toThrow('provider.quality: there is no channel');
  expect(() => mock.provider.quality(id, { rating: 'blue' as never })).toThrow('rating');
  expect(() => mock.provider.quality(id, { messagingLimit: '1' as never })).toThrow(
    'messagingLimit',
  );
  const [other] = mock.seed.channels(1, { type: 'tiktok' });
  expect(() => mock.provider.quality(other.id, { rating: 'red' })).toThrow(
    'channels of tiktok have no quality',
  );
});

test('verify keeps the quality that the provider has reported, and gives a new number its first one', async () => {
  const mock = createMock({ now: noon });
  const config = { phoneNumberId: '106540352242922', wabaId: '102290129340398' };
  const fields = { type: 'whatsapp', name: 'Shop', provider: 'whatsapp_cloud', config };
  const body = { ...fields, credentials: { accessToken: 'token' } };
  const { json } = await request(mock, 'POST /channels', { body });
  const id = String(json['id']);
  const verified = async () => (await request(mock, `POST /channels/${id}/verify`)).json;
  const first = { rating: 'green', messagingLimit: 250 };
  expect(await verified()).toMatchObject({ status: 'active', quality: first });
  mock.provider.quality(id, { rating: 'red' });
  const changes = () =>
    mock.webhooks.recorded.filter(({ type }) => type === 'channel.quality_changed').length;
  const before = changes();
  expect(await verified()).toMatchObject({ quality: { ...first, rating: 'red' } });
  expect(changes()).toBe(before);
});

test('a lost answer leaves the outcome unknown, and the message is not sent again', async () => {
  const mock = createMock({ now: noon });
  mock.provider.fail('unknown');
  const id = await send(mock);
  mock.clock.advance(30_000);
  expect(await messageOf(mock, id)).toMatchObject({ status: 'sending', attempts: 1 });
  mock.clock.advance(60_000);
  const error = { code: 'SVC-PROVIDER-ERROR', reason: 'unknown_outcome' };
  expect(await messageOf(mock, id)).toMatchObject({ status: 'failed', attempts: 1, error });
});

test('a failure for one channel leaves the others alone, and verify reports unused ones', async () => {
  const mock = createMock({ now: noon });
  const [channel, other] = mock.seed.channels(2);
  mock.provider.fail('rejected', { channelId: other.id });
  const id = await send(mock, { channelId: channel.id });
  await mock.settle();
  expect(await messageOf(mock, id)).toMatchObject({ status: 'read' });
  expect(() => mock.verify()).toThrow('provider: 1 prepared failure(s) not used');
  mock.reset();
  mock.verify();
  expect(() => mock.provider.fail('rejected', { channelId: 'x' })).toThrow('no channel x');
  expect(() => mock.provider.fail('rejected', { times: 0 })).toThrow('times is 0');
  const fail = mock.provider.fail as (...given: unknown[]) => void;
  expect(() => fail('rejected', null)).toThrow('provider.fail: the options are null; expected');
  expect(() => fail('rejected', { time: 2 })).toThrow('time is no field of the options; the near');
  expect(() => mock.provider.fail('slow' as never)).toThrow('slow is not one of');
});

const place = { latitude: 1, longitude: 2, name: null, address: null };
const choice = { kind: 'button_reply', id: 'yes', title: 'Yes', payload: null } as const;
const kinds: Inbound[] = [
  { type: 'text', text: 'Hello' },
  { type: 'image', text: 'Look', media: { mimeType: 'image/jpeg' } },
  { type: 'video' },
  { type: 'audio' },
  { type: 'document', media: { filename: 'bill.pdf' } },
  { type: 'sticker' },
  { type: 'location', location: place },
  { type: 'interactive', interactive: choice },
  { type: 'reaction', reaction: { externalId: 'wamid.0', emoji: '👍' } },
  { type: 'contacts', providerContent: { contacts: [{ name: { formatted_name: 'Ana' } }] } },
  { type: 'order', providerContent: { order: { catalog_id: '7' } } },
  { type: 'share', providerContent: { share: { link: 'https://example.com' } } },
  { type: 'system', providerContent: { system: { body: 'changed' } } },
  { type: 'unsupported' },
];

test.each(kinds.map((kind) => [kind.type, kind] as const))(
  'a customer sends: %s',
  async (type, kind) => {
    const mock = createMock({ now: noon });
    const [channel] = mock.seed.channels(1);
    const message = mock.inbound(kind);
    expect(message).toMatchObject({ channelId: channel.id, type, status: 'received' });
    if ('providerContent' in kind) expect(message.providerContent).toEqual(kind.providerContent);
    expect(await messageOf(mock, message.id)).toEqual(message);
    expect(mock.webhooks.recorded.at(-1)).toMatchObject({ type: 'message.received' });
  },
);

test('a customer edits a message, reacts to it and deletes it', async () => {
  const mock = createMock({ now: noon });
  mock.seed.channels(1);
  const externalId = 'wamid.1';
  const { id, conversationId } = mock.inbound({ type: 'text', text: 'Helo', externalId });
  const lastMessage = async () =>
    (await request(mock, `GET /conversations/${conversationId}`)).json['lastMessage'];
  expect(mock.inbound({ type: 'edit', externalId, text: 'Hello' })).toMatchObject({
    id,
    text: 'Hello',
    editedAt: noon,
  });
  expect(await lastMessage()).toMatchObject({ text: 'Hello' });
  mock.inbound({ type: 'reaction', reaction: { externalId, emoji: '👍' } });
  expect((await messageOf(mock, id))['reactions']).toMatchObject([{ emoji: '👍' }]);
  expect(mock.inbound({ type: 'deletion', externalId })).toMatchObject({
    id,
    text: null,
    isDeleted: true,
  });
  mock.inbound({ type: 'text', text: 'Bye', externalId: 'wamid.2' });
  mock.inbound({ type: 'edit', externalId: 'wamid.2', text: 'Bye!' });
  expect(await lastMessage()).toMatchObject({ text: 'Bye!' });
  mock.clock.advance(60_000);
  mock.inbound({ type: 'deletion', externalId: 'wamid.2' });
  expect((await request(mock, `GET /conversations/${conversationId}`)).json).toMatchObject({
    lastMessage: { text: null },
    updatedAt: '2026-03-01T12:01:00.000Z',
  });
  const updates = mock.webhooks.recorded.filter(({ type }) => type === 'message.updated');
  expect(updates).toHaveLength(5);
});

test('an echo is a message that the business sent in the app of the network, once', async () => {
  const mock = createMock({ now: noon });
  mock.seed.channels(1);
  const { contactId, conversationId } = mock.inbound({ type: 'text', text: 'Hi' });
  const echo = { type: 'echo', text: 'Hello', externalId: 'wamid.2' } as const;
  const message = mock.inbound(echo);
  expect(message).toMatchObject({
    ...{ contactId, conversationId, text: 'Hello', direction: 'outbound', status: 'sent' },
    source: { type: 'echo' },
  });
  expect(mock.inbound(echo)).toEqual(message);
  const timeline = await request(mock, `GET /messages/${message.id}/events`);
  expect(timeline.json).toMatchObject({ data: [{ type: 'sent' }] });
  const { json } = await request(mock, `GET /conversations/${conversationId}`);
  expect(json).toMatchObject({ messageCount: 2, waitingSince: null });
  expect(mock.inbound({ type: 'echo', text: 'First', to: '4915112345678' })).toMatchObject({
    to: '4915112345678',
  });
  const sent = mock.webhooks.recorded.filter(({ type }) => type === 'message.sent');
  expect(sent).toHaveLength(2);
});

test('an echo opens a pending conversation, because a person wrote it', async () => {
  const mock = createMock();
  mock.seed.channels(1);
  const { conversationId } = mock.inbound({ type: 'text', text: 'Hi' });
  await request(mock, `PATCH /conversations/${conversationId}`, { body: { status: 'pending' } });
  mock.inbound({ type: 'echo', text: 'Hello' });
  const { json } = await request(mock, `GET /conversations/${conversationId}`);
  expect(json).toMatchObject({ status: 'open', messageCount: 2 });
  const sent = mock.webhooks.recorded.find(({ type }) => type === 'message.sent');
  expect(sent?.data).toMatchObject({ conversation: { status: 'open' } });
  const changes = mock.webhooks.recorded.filter(({ type }) => type.endsWith('.status_changed'));
  expect(changes.map(({ data }) => data.previous)).toEqual([
    { status: 'open' },
    { status: 'pending' },
  ]);
});

test('inbound throws a MockError that names the wrong field or the missing record', () => {
  const mock = createMock({ now: noon });
  expect(() => mock.inbound({ type: 'text', text: 'Hi' })).toThrow('there is no channel');
  const [channel] = mock.seed.channels(2);
  expect(() => mock.inbound({ type: 'text', text: 'Hi' })).toThrow('there are several channels');
  const { id: channelId } = channel;
  expect(() => mock.inbound({ type: 'text', channelId, text: '' })).toThrow('text');
  expect(() => mock.inbound({ channelId } as Inbound)).toThrow('type is required');
  expect(() => mock.inbound(undefined as never)).toThrow('there are several channels');
  expect(() => mock.inbound({ type: 'text', channelId, text: 'Hi', from: '1' })).toThrow(
    'SVC-RECIPIENT-INVALID',
  );
  expect(() => mock.inbound({ type: 'echo', channelId, text: '' })).toThrow('text');
  const gone = { type: 'edit', channelId, externalId: 'x', text: 'Hi' } as const;
  expect(() => mock.inbound(gone)).toThrow('no message has externalId x');
  mock.inbound({ type: 'text', channelId, text: 'Hi', externalId: 'wamid.2' });
  const change = { channelId, externalId: 'wamid.2' };
  const wrong: [object, string][] = [
    [{ ...change, type: 'edit' }, 'text is required'],
    [{ ...change, type: 'edit', text: 5 }, 'text must be a string'],
    [{ ...change, type: 'edit', txt: 'Ho' }, 'txt is no field of it; the nearest is text'],
    [{ type: 'deletion', channelId }, 'externalId is required'],
  ];
  for (const [inbound, message] of wrong) {
    expect(() => mock.inbound(inbound as Inbound)).toThrow(MockError);
    expect(() => mock.inbound(inbound as Inbound)).toThrow(message);
  }
});

test('shows the provider typing indicators, and a read receipt for each time that messages were unread', async () => {
  const mock = createMock({ now: noon });
  mock.seed.channels(1);
  const { conversationId } = mock.inbound({
    type: 'text',
    from: addresses.whatsapp,
    text: 'Hello',
  });
  const post = (action: string) =>
    request(mock, `POST /conversations/${conversationId}/${action}`, { body: {} });
  for (let n = 0; n < 2; n += 1) expect((await post('typing')).status).toBe(204);
  await post('read');
  await post('read');
  const told = mock.provider.signals();
  expect(told.map(({ kind }) => kind)).toEqual(['typing', 'read']);
  expect(told[0]).toMatchObject({ conversationId, at: noon });
  mock.inbound({ type: 'text', from: addresses.whatsapp, text: 'Hello?' });
  await request(mock, 'PATCH /tenants/current', {
    body: { settings: { sendReadReceipts: false } },
  });
  await post('read');
  // The indicator of WhatsApp is a part of its read receipt.
  expect((await post('typing')).status).toBe(422);
  expect(mock.provider.signals()).toHaveLength(2);
});

test('the provider gets no read receipt for a conversation in which the customer has not written', async () => {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const body = { channelId: channel.id, to: addresses.whatsapp };
  const { json } = await request(mock, 'POST /conversations', { body });
  const { id } = json as { id: string };
  for (const action of ['unread', 'read']) {
    await request(mock, `POST /conversations/${id}/${action}`, { body: {} });
  }
  expect(mock.provider.signals()).toEqual([]);
});
