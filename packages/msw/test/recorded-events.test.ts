import { describe, expect, test } from 'vitest';
import { createMock, type MockTenant } from '../src/index.ts';
import { isGenuine, noon } from './receivers.ts';
import { aText, request } from './requests.ts';

describe('recorded', () => {
  const typesOf = ({ webhooks }: MockTenant) => webhooks.recorded.map(({ type }) => type);

  test('a message from queued to read, with its conversation and contact', async () => {
    const mock = createMock({ now: noon });
    const { json } = await request(mock, 'POST /messages', { body: aText(mock) });
    expect(typesOf(mock)).toEqual(['contact.created', 'conversation.created']);
    await mock.settle();
    const events = mock.webhooks.recorded;
    expect(typesOf(mock).slice(2)).toEqual(['message.sent', 'message.delivered', 'message.read']);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(events[0]?.actor).toEqual({ type: 'api_key', id: mock.apiKeyId, grantId: null });
    expect(events[2]).toMatchObject({
      subject: { type: 'message', id: json['id'] },
      actor: { type: 'system', id: null },
      data: {
        object: { id: json['id'], status: 'sent', readAt: null },
        previous: { status: 'sending', sentAt: null },
        conversation: { id: json['conversationId'], status: 'open' },
        contact: { id: json['contactId'], phone: '+5511987654321' },
      },
    });
  });

  test('an inbound message that reopens a closed conversation', async () => {
    const mock = createMock({ now: noon });
    const [channel] = mock.seed.channels(1);
    const hears = (text: string) =>
      request(mock, `POST /channels/${channel.id}/simulate/inbound`, {
        body: { type: 'text', from: '5511987654321', text, profileName: 'Ana' },
      });
    const { json } = await hears('Hello');
    expect(typesOf(mock)).toEqual(['contact.created', 'conversation.created', 'message.received']);
    const { conversationId: id } = json['message'] as { conversationId: string };
    await request(mock, `PATCH /conversations/${id}`, { body: { status: 'closed', tags: ['a'] } });
    await request(mock, `POST /conversations/${id}/read`);
    await hears('Still there?');
    expect(typesOf(mock).slice(3)).toEqual([
      'conversation.status_changed',
      'conversation.updated',
      'conversation.read',
      'conversation.status_changed',
      'message.received',
    ]);
    const [closed, tagged, , opened] = mock.webhooks.recorded.slice(3);
    expect(closed?.data).toMatchObject({ previous: { status: 'open', closedAt: null } });
    expect(tagged?.data).toMatchObject({ previous: { tags: [] }, changes: ['tags'] });
    expect(opened?.data).toMatchObject({
      object: { status: 'open', reopenCount: 1 },
      previous: { status: 'closed', closedAt: noon, reopenCount: 0 },
    });
  });

  test('a recorded event keeps the message as it was at that time', async () => {
    const mock = createMock({ now: noon });
    await request(mock, 'POST /messages', { body: aText(mock, { to: '5511900131026' }) });
    await mock.settle();
    const [failed] = mock.webhooks.recorded.slice(-1);
    expect(failed).toMatchObject({
      type: 'message.failed',
      data: { object: { status: 'failed' }, previous: { status: 'sending', error: null } },
    });
  });

  test('contacts, channels and keys that change', async () => {
    const mock = createMock({ now: noon });
    const { json: contact } = await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    const contactPath = `/contacts/${contact['id']}`;
    await request(mock, `PATCH ${contactPath}`, { body: { name: 'Bia', tags: ['vip'] } });
    await request(mock, `PATCH ${contactPath}`, { body: { name: 'Bia' } });
    const { json: channel } = await request(mock, 'POST /channels', {
      body: { name: 'Shop', type: 'whatsapp', provider: 'sandbox' },
    });
    const channelPath = `/channels/${channel['id']}`;
    await request(mock, `PATCH ${channelPath}`, { body: { name: 'Bakery' } });
    await request(mock, `POST ${channelPath}/disable`);
    await request(mock, `POST ${channelPath}/enable`);
    await request(mock, `POST ${channelPath}/enable`);
    await request(mock, `DELETE ${channelPath}`);
    const [key] = mock.seed.apiKeys(1);
    await request(mock, `POST /api-keys/${key.id}/revoke`);
    expect(typesOf(mock)).toEqual([
      'contact.created',
      'contact.tags_changed',
      'contact.updated',
      'channel.created',
      'channel.updated',
      'channel.status_changed',
      'channel.status_changed',
      'channel.deleted',
      'api_key.revoked',
    ]);
    expect(mock.webhooks.recorded[2]?.data).toMatchObject({ changes: ['name'] });
  });

  test('a snoozed conversation that wakes, and a channel that fails', async () => {
    const mock = createMock({ now: noon });
    const [{ id, channelId }] = mock.seed.conversations(1);
    const body = { status: 'snoozed', snoozedUntil: '2026-03-01T13:00:00Z' };
    await request(mock, `PATCH /conversations/${id}`, { body });
    mock.clock.advance(3_600_000);
    expect(mock.webhooks.recorded).toMatchObject([
      { type: 'conversation.status_changed', timestamp: noon },
      {
        type: 'conversation.status_changed',
        timestamp: '2026-03-01T13:00:00.000Z',
        actor: { type: 'system' },
        data: { previous: { status: 'snoozed', snoozedUntil: '2026-03-01T13:00:00.000Z' } },
      },
    ]);
    const refused = { channelId, to: '5511900131031', type: 'text', text: 'Hello' };
    await request(mock, 'POST /messages', { body: refused });
    await mock.settle();
    expect(typesOf(mock).slice(-2)).toEqual(['message.failed', 'channel.status_changed']);
  });

  test('seeds record no events, and reset clears recorded events', async () => {
    const mock = createMock({ now: noon });
    mock.seed.messages(3);
    expect(mock.webhooks.recorded).toEqual([]);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    const before = mock.webhooks.recorded;
    const { secret } = mock.webhooks;
    expect(before).toHaveLength(1);
    mock.reset();
    expect(mock.webhooks.recorded).toEqual([]);
    expect(mock.webhooks.secret).toBe(secret);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    expect(mock.webhooks.recorded[0]?.id).toBe(before[0]?.id);
    expect(mock.webhooks.recorded[0]?.sequence).toBe(1);
  });

  test('a recorded event can be delivered', async () => {
    const mock = createMock({ now: noon });
    await request(mock, 'POST /messages', { body: aText(mock) });
    await mock.settle();
    const known = { secret: mock.webhooks.secret, now: noon };
    const receiver = async (received: Request) => {
      const body = await received.text();
      const isOurs = await isGenuine(known, { headers: received.headers, body });
      return new Response(null, { status: isOurs ? 204 : 400 });
    };
    const options = { duplicate: true, shuffle: true };
    const report = await mock.webhooks.deliver(mock.webhooks.recorded, receiver, options);
    expect(report.attempts).toHaveLength(10);
    expect(report.attempts.every(({ accepted }) => accepted)).toBe(true);
  });
});
