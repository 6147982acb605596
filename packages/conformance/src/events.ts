import type { EventEnvelope } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { linesOf, recordedEvents } from './event-checks.ts';
import { eventually } from './poll.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  magicPhone,
  messageWith,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';

export function describeEvents({ running, paused: target }: Targets): void {
  describe('events', () => {
    test('every step of a message records an event with its conversation and contact', async () => {
      const scene = await createScene(running());
      const { id } = await aMessage(scene);
      const message = await messageWith(scene, id, 'read');
      const events = await recorded(scene);
      expect(linesOf(events)).toEqual([
        'channel.created',
        'contact.created',
        'conversation.created',
        'message.sent status externalId sentAt',
        'message.delivered status deliveredAt',
        'message.read status readAt',
      ]);
      const {
        id: contactId,
        name,
        phone,
        externalId,
        tags,
      } = await scene.api.contacts.get({
        params: { id: message.contactId },
      });
      const contact = { id: contactId, name, phone, externalId, tags };
      const conversation = {
        id: message.conversationId,
        status: 'open',
        assigneeId: null,
        tags: [],
      };
      expect(events[3]?.data.previous).toEqual({
        status: 'sending',
        externalId: null,
        sentAt: null,
      });
      for (const event of events.slice(3)) {
        expect(event.subject).toEqual({ type: 'message', id });
        expect(event.actor).toEqual({ type: 'system', id: null, grantId: null });
        expect(event.data).toMatchObject({ contact, conversation });
      }
      expect(events.at(-1)?.data).toMatchObject({
        object: message,
        previous: { status: 'delivered', readAt: null },
      });
    });

    test('a message records channel.status_changed when the provider refuses its channel', async () => {
      const scene = await createScene(running());
      await aMessage(scene, { to: magicPhone('131031') });
      const events = await eventually(
        running(),
        () => recorded(scene),
        (found) => found.at(-1)?.type === 'channel.status_changed',
      );
      expect(linesOf(events).slice(3)).toEqual([
        'message.failed status error failedAt',
        'channel.status_changed status statusReason',
      ]);
      expect(events.at(-1)?.data).toMatchObject({
        object: {
          status: 'error',
          statusReason: 'restricted',
          lastError: { providerCode: '131031' },
        },
        previous: { status: 'active', statusReason: null },
      });
    });

    test('an inbound message creates, reopens and wakes conversations, with an event for each', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const from = aPhone();
      const { conversationId: id, contactId } = await anInbound(scene, channelId, {
        from,
        profileName: 'Ana',
      });
      const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
      const params = { id };
      await scene.api.conversations.update({ params, body: { status: 'closed' } });
      await anInbound(scene, channelId, { from, profileName: 'Bia' });
      await scene.api.conversations.update({ params, body: { status: 'snoozed', snoozedUntil } });
      await anInbound(scene, channelId, { from });
      const events = await recorded(scene);
      expect(linesOf(events)).toEqual([
        'channel.created',
        'contact.created',
        'conversation.created',
        'message.received',
        'conversation.status_changed status closedAt',
        'conversation.status_changed status closedAt reopenCount',
        'message.received',
        'conversation.status_changed status snoozedUntil',
        'conversation.status_changed status snoozedUntil',
        'message.received',
      ]);
      expect(events[1]?.data.object).toMatchObject({
        name: 'Ana',
        identities: [{ address: from, profileName: 'Ana' }],
      });
      expect(events[3]?.actor).toEqual({ type: 'contact', id: contactId, grantId: null });
      expect(events[3]?.data).toMatchObject({
        object: { status: 'received', text: 'Hello' },
        contact: { name: 'Ana' },
        conversation: { id },
        previous: null,
      });
    });

    test('a conversation records one event per kind of change, and none without a change', async () => {
      const scene = await createScene(target());
      const assigneeId = await scene.tenant.createUser();
      const { id } = await aConversation(scene);
      const params = { id };
      const before = (await recorded(scene)).length;
      const body = { status: 'pending', assigneeId, subject: 'Order', tags: ['a'] } as const;
      const update = () =>
        scene.api.conversations.update({ params, body: { ...body, tags: [...body.tags] } });
      const changed = await update();
      expect(await update()).toEqual(changed);
      const changes = (await recorded(scene)).slice(before).map(({ data }) => data);
      for (const { object } of changes) expect(object).toEqual(changed);
      expect(changes.map(({ previous }) => previous)).toEqual([
        { status: 'open' },
        { assigneeId: null },
        { subject: null, tags: [] },
      ]);
      await scene.api.conversations.markRead({ params });
      await scene.api.conversations.markRead({ params });
      await scene.api.conversations.update({ params, body: { subject: 'Changed' } });
      await scene.api.conversations.markUnread({ params });
      await scene.api.conversations.markUnread({ params });
      expect(linesOf(await recorded(scene)).slice(before)).toEqual([
        'conversation.status_changed status',
        'conversation.assigned assigneeId',
        'conversation.updated subject tags',
        'conversation.read unreadCount',
        'conversation.updated subject',
        'conversation.updated unreadCount',
      ]);
    });

    test('a contact records changes of tags and of other fields as two events with the same time', async () => {
      const scene = await createScene(target());
      const { id } = await aContact(scene, { name: 'Ana' });
      const body = { name: 'Bia', tags: ['vip'], metadata: { plan: 'gold' } };
      const object = await scene.api.contacts.update({ params: { id }, body });
      await scene.api.contacts.update({ params: { id }, body });
      const events = await recorded(scene);
      expect(linesOf(events)).toEqual([
        'contact.created',
        'contact.tags_changed tags',
        'contact.updated name metadata',
      ]);
      expect(events[0]?.actor).toEqual({
        type: 'api_key',
        id: scene.tenant.apiKeyId,
        grantId: null,
      });
      expect(events[1]?.data.previous).toEqual({ tags: [] });
      expect(events[2]?.data).toMatchObject({ object, previous: { name: 'Ana', metadata: {} } });
      const { updatedAt } = object;
      expect(events.slice(1).map(({ timestamp }) => timestamp)).toEqual([updatedAt, updatedAt]);
    });

    test('a channel records events for its status and its deletion', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const params = { id };
      await scene.api.channels.update({ params, body: { name: 'Bakery' } });
      await scene.api.channels.disable({ params });
      await scene.api.channels.disable({ params });
      await scene.api.channels.enable({ params });
      await scene.api.channels.delete({ params });
      const events = await recorded(scene);
      expect(linesOf(events)).toEqual([
        'channel.created',
        'channel.updated name',
        'channel.status_changed status statusReason',
        'channel.status_changed status statusReason',
        'channel.deleted',
      ]);
      expect(events.slice(2, 4).map(({ data }) => data.previous)).toEqual([
        { status: 'active', statusReason: null },
        { status: 'disabled', statusReason: 'manual' },
      ]);
    });

    test('cancel, retry and revoke record one event; repeating them records none', async () => {
      const scene = await createScene(target());
      const { id, channelId } = await aMessage(scene);
      const params = { id };
      const error = { providerCode: '131042' };
      const body = { messageId: id, status: 'failed', error } as const;
      await scene.api.channels.simulateStatus({ params: { id: channelId }, body });
      await scene.api.messages.retry({ params });
      await scene.api.messages.cancel({ params });
      const { id: keyId } = await scene.tenant.createKey();
      await scene.api.apiKeys.revoke({ params: { id: keyId } });
      await scene.api.apiKeys.revoke({ params: { id: keyId } });
      expect(linesOf(await recorded(scene)).slice(3)).toEqual([
        'message.failed status error failedAt',
        'message.canceled status canceledAt',
        'api_key.revoked status revokedAt',
      ]);
    });
  });
}

/**
 * Returns the events since the tenant was created, without those of its API keys: each target creates keys differently.
 */
async function recorded(scene: Scene): Promise<EventEnvelope[]> {
  const all = await recordedEvents(scene);
  return all.filter(({ type }) => type !== 'api_key.created');
}
