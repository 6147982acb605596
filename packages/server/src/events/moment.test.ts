import type { EventEnvelope } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createTestWorker, sandbox, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createApiKey, revokeApiKey } from '../api-keys/service.ts';
import { channels, disableChannel } from '../channels/service.ts';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { sendMessage } from '../messages/send.ts';
import { cancelMessage } from '../messages/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createUser } from '../users/service.ts';
import { createWebhookEndpoint } from '../webhook-endpoints/service.ts';
import { eventsTable } from './table.ts';

describe.each(targets)('the time of events on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('equals the time on the record, however long the change took', async () => {
    const ctx = await aTenant();
    const channel = await channels.create(ctx, {
      name: 'A',
      type: 'whatsapp',
      provider: 'sandbox',
    });
    const { id } = await contacts.create(ctx, { name: 'Ana' });
    await contacts.update(ctx, id, { name: 'Bia', tags: ['vip'] });
    const { apiKey } = await createApiKey(ctx, { name: 'k', createdBy: { type: 'cli', id: null } });
    await revokeApiKey(ctx, apiKey.id);
    const endpoint = { url: 'https://8.8.8.8/', events: ['message.queued'] };
    await createWebhookEndpoint(ctx, server.deps.secrets, endpoint, undefined);
    const from = aPhone();
    const sentAt = ctx.now().toISOString();
    const content = { type: 'text', text: 'Hi', content: null } as const;
    await receiveMessage(ctx, channel, {
      from: [from],
      externalId: 'in-1',
      sentAt,
      content,
    });
    const body = { channelId: channel.id, to: from, type: 'text', text: 'Hello' } as const;
    await cancelMessage(ctx, (await sendMessage(ctx, body)).id);
    await sendMessage(ctx, body);
    await createTestWorker(server, sandbox, ctx.now).runUntilIdle();
    await disableChannel(ctx, channel.id);
    const events = await eventsOf(ctx);
    for (const { type, timestamp, data } of events) {
      const { updatedAt, revokedAt, createdAt } = data.object;
      // The counters of a conversation change with each message, and its events show them.
      expect([type, timestamp]).toEqual([type, updatedAt ?? revokedAt ?? createdAt]);
    }
    const types = new Set(events.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'api_key.created',
      'api_key.revoked',
      'channel.created',
      'channel.status_changed',
      'contact.created',
      'contact.tags_changed',
      'contact.updated',
      'conversation.created',
      'message.canceled',
      'message.delivered',
      'message.queued',
      'message.read',
      'message.received',
      'message.sent',
    ]);
  });

  test('is equal for all events of one change', async () => {
    const ctx = await aTenant();
    const channel = await channels.create(ctx, {
      name: 'A',
      type: 'whatsapp',
      provider: 'sandbox',
    });
    const body = { channelId: channel.id, to: aPhone(), type: 'text', text: 'Hello' } as const;
    const { conversationId } = await sendMessage(ctx, body);
    const { id: assigneeId } = await createUser(ctx, { name: 'Ana', email: 'ana@example.com' });
    const change = { status: 'pending', assigneeId, subject: 'Order' } as const;
    const { updatedAt } = await conversations.update(ctx, conversationId, change);
    const recorded = (await eventsOf(ctx)).slice(-3);
    expect(recorded.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['conversation.status_changed', updatedAt],
      ['conversation.assigned', updatedAt],
      ['conversation.updated', updatedAt],
    ]);
    const numbers = recorded.map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  /** Returns a tenant whose clock advances by a tenth of a second each time it is read. */
  async function aTenant(): Promise<TenantContext> {
    const { tenantId } = await server.createTenant();
    const ctx = server.contextOf(tenantId);
    let nowMs = Date.now();
    const now = () => {
      nowMs += 100;
      return new Date(nowMs);
    };
    return { ...ctx, now };
  }
});

async function eventsOf({ db }: TenantContext): Promise<EventEnvelope[]> {
  const rows = await db.select(eventsTable).orderBy('sequence');
  return rows.map(({ body }) => JSON.parse(body) as EventEnvelope);
}
