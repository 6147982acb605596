import { expect, onTestFinished, test, vi } from 'vitest';
import { contacts } from '../src/contacts.ts';
import { conversations } from '../src/conversations.ts';
import { createMock } from '../src/index.ts';
import { aText, request } from './requests.ts';

const noon = '2026-03-01T12:00:00.000Z';

test('a response is as current as its record, contact, window and time', async () => {
  const mock = createMock({ now: noon });
  const [{ id, contactId }] = mock.seed.conversations(1);
  const conversation = async () => {
    const one = (await request(mock, `GET /conversations/${id}`)).json;
    const [listed] = (await request(mock, 'GET /conversations')).json['data'] as unknown[];
    expect(listed).toEqual(one);
    return one;
  };
  const contact = async () => (await request(mock, `GET /contacts/${contactId}`)).json;
  expect(await conversation()).toMatchObject({ unreadCount: 1, window: { open: true } });
  await request(mock, `POST /conversations/${id}/read`);
  expect(await conversation()).toMatchObject({ unreadCount: 0 });
  await request(mock, `PATCH /contacts/${contactId}`, { body: { name: 'Bia' } });
  expect(await conversation()).toMatchObject({ contact: { name: 'Bia' } });
  expect(await contact()).toMatchObject({ identities: [{ windows: [{ open: true }] }] });
  mock.clock.advance(24 * 3_600_000);
  expect(await conversation()).toMatchObject({ window: { open: false } });
  expect(await contact()).toMatchObject({ identities: [{ windows: [{ open: false }] }] });
});

test('every step of a message is visible in its channel, contact and every list', async () => {
  const mock = createMock({ now: noon });
  const body = aText(mock);
  const { json } = await request(mock, 'POST /messages', { body });
  const seen = async () => {
    const paths = [`/channels/${body.channelId}`, `/contacts/${json['contactId']}`];
    const [channel, contact] = await Promise.all(paths.map((path) => request(mock, `GET ${path}`)));
    const [message] = (await request(mock, 'GET /messages')).json['data'] as { status: string }[];
    return [message?.status, channel?.json['lastOutboundAt'], contact?.json['lastSeenAt']];
  };
  expect(await seen()).toEqual(['queued', null, null]);
  await mock.settle();
  expect(await seen()).toEqual(['read', noon, noon]);
});

test('modifying a seeded record in a test does not change the mock', async () => {
  const mock = createMock();
  const [contact] = mock.seed.contacts(1, { tags: ['vip'] });
  contact.tags.push('changed');
  contact.name = 'Changed';
  const { json } = await request(mock, `GET /contacts/${contact.id}`);
  expect(json).toMatchObject({ name: 'Ana Lima 1', tags: ['vip'] });
});

test('refuses a record that breaks the contract, and names its place and field', async () => {
  const mock = createMock();
  mock.seed.contacts(1);
  mock.contacts.list.once(() => ({ data: [{}, { tags: 7 as unknown as string[] }] }));
  await request(mock, 'GET /contacts');
  expect(() => mock.verify()).toThrow(/contacts\.list\.once: .*data\[?\.?1\]?\.tags must be/);
});

test('checks the responses of the mock against the contract', async () => {
  const mock = createMock();
  const [{ id }] = mock.seed.contacts(1);
  const broken = vi.spyOn(contacts, 'get').mockReturnValue({ id: 'con_1' } as never);
  onTestFinished(() => broken.mockRestore());
  expect((await request(mock, `GET /contacts/${id}`)).status).toBe(500);
  expect(() => mock.verify()).toThrow(/contacts\.get: the answer 200 does not match .*name/);
});

test('checks the status that a mock returns for an endpoint with several', async () => {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const wrong = { status: 202, body: {} } as never;
  const broken = vi.spyOn(conversations, 'create').mockReturnValue(wrong);
  onTestFinished(() => broken.mockRestore());
  const body = { channelId: channel.id, to: '+15550100' };
  expect((await request(mock, 'POST /conversations', { body })).status).toBe(500);
  expect(() => mock.verify()).toThrow(/conversations\.create: the answer 202 .*no such status/);
});

test('checks the lists of the mock against the contract, and names the item', async () => {
  const mock = createMock();
  const [contact] = mock.seed.contacts(1);
  const data = [contact, { ...contact, lifecycle: 'stranger' }];
  const page = { data, nextCursor: null } as never;
  const broken = vi.spyOn(contacts, 'list').mockReturnValue(page);
  onTestFinished(() => broken.mockRestore());
  expect((await request(mock, 'GET /contacts')).status).toBe(500);
  expect(() => mock.verify()).toThrow(/contacts\.list: .*data\.1: lifecycle/);
});

test('a pipeline created in the millisecond of the first one has stages with other IDs', async () => {
  const mock = createMock({ now: noon });
  await request(mock, 'POST /pipelines', { body: { name: 'Renewals' } });
  const { json } = await request(mock, 'GET /pipelines');
  const pipelines = json['data'] as { id: string; stages: { id: string }[] }[];
  const ids = pipelines.flatMap(({ id, stages }) => [id, ...stages.map((stage) => stage.id)]);
  expect(new Set(ids).size).toBe(14);
});
