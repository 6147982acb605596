import { channelCapabilities } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { recordedEvents } from './event-checks.ts';
import { aChannel, aContact, aMessage, anInbound, aPhone, createScene, unique } from './scene.ts';
import type { Targets } from './target.ts';

const channels: CrudCase<'channels'> = {
  minimal: () => ({ name: unique('Channel'), type: 'whatsapp', provider: 'sandbox' }),
  defaults: ({ createdAt }) => ({
    // A WhatsApp channel of the sandbox has its templates from the start.
    templatesSyncedAt: createdAt,
    status: 'active',
    statusReason: null,
    address: null,
    externalId: null,
    config: null,
    credentials: null,
    verification: null,
    quality: null,
    capabilities: channelCapabilities.whatsapp,
    settings: {
      windowEnforcement: 'known',
      threading: 'single',
      throttlePerSecond: null,
      autoAssign: 'off',
      assigneeIds: [],
      optOutKeywords: null,
    },
    lastInboundAt: null,
    lastOutboundAt: null,
    lastErrorAt: null,
    lastError: null,
    metadata: {},
    archivedAt: null,
  }),
  full: () => ({
    name: ' Shop ',
    type: 'instagram',
    provider: 'sandbox',
    address: '@shop',
    externalId: 'line-1',
    settings: {
      windowEnforcement: 'strict',
      threading: 'new_after_close',
      throttlePerSecond: 5,
      autoAssign: 'off',
      assigneeIds: [],
      optOutKeywords: null,
    },
    metadata: { shop: 'north', tier: 1 },
  }),
  shown: { name: 'Shop' },
  writeOnly: ['config', 'credentials'],
  texts: ['name', 'address'],
  change: { name: 'Changed' },
  unique: { externalId: ['line-1', 'line-1'] },
  archives: true,
  events: 'channel',
  filters: (scene) => ({
    records: {
      shop: { type: 'whatsapp' },
      disabled: async () => {
        const { id } = await aChannel(scene, { type: 'tiktok' });
        await scene.api.channels.disable({ params: { id } });
        return id;
      },
      archived: async () => {
        const { id } = await aChannel(scene, { type: 'instagram' });
        await scene.api.channels.delete({ params: { id } });
        return id;
      },
    },
    cases: [
      [{ type: 'whatsapp,instagram' }, 'shop'],
      [{ includeArchived: 'false' }, 'shop disabled'],
      [{ type: 'tiktok' }, 'disabled'],
      [{ status: 'disabled' }, 'disabled'],
      [{ status: 'archived' }, 'archived'],
      [{ includeArchived: 'true' }, 'shop disabled archived'],
    ],
  }),
};

export function describeChannels({ paused: target }: Targets): void {
  describe('channels', () => {
    describeCrud('channels', target, channels);

    test.each(['whatsapp', 'instagram', 'tiktok'] as const)(
      'a sandbox channel of %s is active at once, with the capabilities of its network',
      async (type) => {
        const scene = await createScene(target());
        const channel = await aChannel(scene, { type });
        expect(channel).toMatchObject({
          type,
          status: 'active',
          statusReason: null,
          capabilities: channelCapabilities[type],
        });
      },
    );

    test('updating some settings keeps the others', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene, {
        settings: { threading: 'new_after_close', throttlePerSecond: 5 },
      });
      const body = { settings: { windowEnforcement: 'strict' } } as const;
      const { settings } = await scene.api.channels.update({ params: { id }, body });
      expect(settings).toEqual({
        windowEnforcement: 'strict',
        threading: 'new_after_close',
        throttlePerSecond: 5,
        autoAssign: 'off',
        assigneeIds: [],
        optOutKeywords: null,
      });
    });

    test('type, provider and externalId of a channel never change', async () => {
      const scene = await createScene(target());
      const channel = await aChannel(scene, { externalId: 'line-1' });
      const answer = await scene.call('channels.update', {
        params: { id: channel.id },
        body: { type: 'tiktok', provider: 'other', externalId: 'line-2', status: 'disabled' },
      });
      expect(answer.json).toMatchObject({
        type: 'whatsapp',
        provider: 'sandbox',
        externalId: 'line-1',
        status: 'active',
      });
    });

    test('a disabled channel refuses to send, still receives, and sends again after it is enabled', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const disabled = await scene.api.channels.disable({ params: { id } });
      expect(disabled).toMatchObject({ status: 'disabled', statusReason: 'manual' });
      expect((await anInbound(scene, id)).status).toBe('received');
      const enabled = await scene.api.channels.enable({ params: { id } });
      expect(enabled).toMatchObject({ status: 'active', statusReason: null });
    });

    test('a deleted channel keeps its conversations and messages', async () => {
      const scene = await createScene(target());
      const channel = await aChannel(scene);
      const message = await anInbound(scene, channel.id);
      const params = { id: channel.id };
      await scene.api.channels.delete({ params });
      const again = await refused(scene.api.channels.delete({ params }), 'SVC-NOT-FOUND');
      expect(again.details).toEqual({ resource: 'channel', id: channel.id });
      const change = { params, body: { name: 'Changed' } };
      await refused(scene.api.channels.update(change), 'SVC-INVALID-TRANSITION');
      await refused(scene.api.channels.enable({ params }), 'SVC-INVALID-TRANSITION');
      await refused(scene.api.channels.disable({ params }), 'SVC-INVALID-TRANSITION');
      await refused(aMessage(scene, { channelId: channel.id }), 'SVC-CHANNEL-UNAVAILABLE');
      expect((await scene.api.channels.list()).data).toEqual([]);
      const { data } = await scene.api.channels.list({ query: { includeArchived: true } });
      expect(data).toMatchObject([{ id: channel.id, status: 'archived' }]);
      expect(data[0]?.archivedAt).not.toBeNull();
      const live = await aChannel(scene);
      for (const [status, ids] of [
        [['archived'], [channel.id]],
        [['active'], [live.id]],
        [
          ['archived', 'active'],
          [live.id, channel.id],
        ],
      ] as const) {
        const named = await scene.api.channels.list({ query: { status: [...status] } });
        expect(named.data.map(({ id }) => id)).toEqual(ids);
      }
      expect(await scene.api.messages.get({ params: { id: message.id } })).toEqual(message);
    });

    test('channels of different types can have the same externalId', async () => {
      const scene = await createScene(target());
      const externalId = unique('line');
      await aChannel(scene, { externalId });
      await aChannel(scene, { externalId, type: 'instagram' });
    });

    test('a sync by updatedAt can include deleted channels', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const { updatedAt } = await aChannel(scene);
      await scene.api.channels.delete({ params: { id } });
      const query = { sort: 'updatedAt', updatedAfter: updatedAt, includeArchived: 'true' };
      const { data } = await scene.api.channels.list({ query });
      expect(data.at(-1)).toMatchObject({ id, status: 'archived' });
    });

    test('a simulated message creates contact, identity, conversation and message', async () => {
      const scene = await createScene(target());
      const channel = await aChannel(scene, { address: '+55 11 4002-8922' });
      const from = aPhone();
      const answer = await scene.api.channels.simulateInbound({
        params: { id: channel.id },
        body: {
          type: 'text',
          from,
          text: 'Oi! 👋',
          profileName: 'Ana Lima',
          externalId: 'wamid.1',
        },
      });
      expect(answer.duplicate).toBe(false);
      expect(answer.message).toMatchObject({
        channelId: channel.id,
        direction: 'inbound',
        type: 'text',
        from,
        to: '+55 11 4002-8922',
        text: 'Oi! 👋',
        status: 'received',
        externalId: 'wamid.1',
        source: { type: 'contact' },
        error: null,
      });
      const { contactId, conversationId, createdAt } = answer.message;
      const contact = await scene.api.contacts.get({ params: { id: contactId } });
      expect(contact).toMatchObject({
        name: 'Ana Lima',
        phone: `+${from}`,
        source: 'inbound',
        lastInboundAt: createdAt,
        lastSeenAt: createdAt,
        identities: [
          {
            kind: 'phone',
            address: from,
            profileName: 'Ana Lima',
            channelId: null,
            window: { open: null, expiresAt: null, remaining: null },
            windows: [{ channelId: channel.id, open: true }],
          },
        ],
      });
      const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
      expect(conversation).toMatchObject({
        contactId,
        address: from,
        status: 'open',
        source: 'inbound',
        unreadCount: 1,
        messageCount: 1,
        waitingSince: createdAt,
        window: { open: true, allowed: ['text', 'template'] },
        lastMessage: { id: answer.message.id, direction: 'inbound', text: 'Oi! 👋' },
      });
    });

    test('a simulated message quotes another one, and names the ad that led to it', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const from = aPhone();
      const quoted = await anInbound(scene, channelId, { from, externalId: 'wamid.quoted' });
      const { externalId: replyTo } = quoted;
      const none = { sourceUrl: null, clickId: null };
      const referral = { sourceType: 'ad', sourceId: '7', headline: 'Sale', ...none };
      const more = { from, replyTo: replyTo ?? '', referral };
      const message = await anInbound(scene, channelId, more);
      expect(message).toMatchObject({
        replyTo: { messageId: quoted.id, externalId: replyTo },
        referral,
      });
      const other = await anInbound(scene, channelId, { from, replyTo: 'wamid.unknown' });
      expect(other).toMatchObject({ replyTo: { messageId: null }, referral: null });
    });

    test('a repeated inbound message changes nothing', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const body = { type: 'text', from: aPhone(), text: 'Hello', externalId: 'wamid.2' } as const;
      const first = await scene.api.channels.simulateInbound({ params: { id }, body });
      const copies = await Promise.all(
        Array.from({ length: 10 }, () =>
          scene.api.channels.simulateInbound({ params: { id }, body }),
        ),
      );
      for (const copy of copies) expect(copy).toEqual({ duplicate: true, message: first.message });
      const { conversationId } = first.message;
      const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
      expect(conversation).toMatchObject({ messageCount: 1, unreadCount: 1 });
      const other = await aChannel(scene);
      const elsewhere = await scene.api.channels.simulateInbound({
        params: { id: other.id },
        body,
      });
      expect(elsewhere.duplicate).toBe(false);
    });

    test('concurrent copies of an inbound message create one message', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const body = { type: 'text', from: aPhone(), text: 'Hello', externalId: 'wamid.3' } as const;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          scene.api.channels.simulateInbound({ params: { id }, body }),
        ),
      );
      expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
      expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect((await scene.api.contacts.list()).data).toHaveLength(1);
      const { data } = await scene.api.conversations.list();
      expect(data).toMatchObject([{ messageCount: 1, unreadCount: 1 }]);
    });

    test('concurrent first messages of one customer share a contact and a conversation', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const from = aPhone();
      await Promise.all(Array.from({ length: 8 }, () => anInbound(scene, id, { from })));
      const { data } = await scene.api.conversations.list();
      expect(data).toMatchObject([{ messageCount: 8, unreadCount: 8 }]);
      expect((await scene.api.contacts.list()).data).toHaveLength(1);
    });

    test('recognizes a customer by phone number and keeps the name of the contact', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const from = aPhone();
      const contact = await aContact(scene, { phone: `+${from}`, name: 'Dona Ana' });
      const message = await anInbound(scene, id, { from, profileName: 'aninha 🌸' });
      expect(message.contactId).toBe(contact.id);
      const known = await scene.api.contacts.get({ params: { id: contact.id } });
      expect(known).toMatchObject({ name: 'Dona Ana', source: 'api' });
      expect(known.identities).toMatchObject([{ address: from, profileName: 'aninha 🌸' }]);
    });

    test('stores locations, interactive replies and unsupported content', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const from = aPhone();
      const location = { latitude: -23.55, longitude: -46.63 };
      const place = await anInbound(scene, id, { type: 'location', from, location });
      expect(place).toMatchObject({
        type: 'location',
        text: null,
        location: { ...location, name: null, address: null },
      });
      const interactive = { kind: 'button_reply', id: 'yes', title: 'Yes' } as const;
      const choice = await anInbound(scene, id, { type: 'interactive', from, interactive });
      expect(choice).toMatchObject({
        type: 'interactive',
        interactive: { ...interactive, payload: null },
      });
      const other = await anInbound(scene, id, { type: 'unsupported', from });
      expect(other).toMatchObject({ type: 'unsupported', text: null });
      expect(other.conversationId).toBe(place.conversationId);
    });

    test.each(['contacts', 'order', 'share', 'system'] as const)(
      'shows the object of the provider for a message of type %s',
      async (type) => {
        const scene = await createScene(target());
        const { id } = await aChannel(scene);
        const providerContent = { [type]: { lines: [{ number: 7, name: 'Ana' }] } };
        const message = await anInbound(scene, id, { type, providerContent });
        expect(message).toMatchObject({ type, text: null, providerContent, status: 'received' });
      },
    );

    test('stores files and reactions, and shows a reaction at its message', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const from = aPhone();
      const externalId = 'file-1';
      const media = { mimeType: 'image/jpeg' };
      const image = { type: 'image', from, text: 'The box', media, externalId } as const;
      const file = await anInbound(scene, id, image);
      expect(file).toMatchObject({
        type: 'image',
        text: 'The box',
        attachments: [{ kind: 'image', mimeType: 'image/jpeg', url: null, status: 'pending' }],
      });
      const react = (emoji: string | null) =>
        anInbound(scene, id, { type: 'reaction', from, reaction: { externalId, emoji } });
      expect(await react('👍')).toMatchObject({
        type: 'reaction',
        reaction: { emoji: '👍', messageId: file.id, externalId },
      });
      const shown = async () => await scene.api.messages.get({ params: { id: file.id } });
      expect((await shown()).reactions).toMatchObject([{ from, emoji: '👍' }]);
      await react(null);
      expect((await shown()).reactions).toEqual([]);
    });

    test('reports of reactions may arrive late: a removal that comes first also counts', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const from = aPhone();
      const message = await anInbound(scene, id, { from, externalId: 'liked' });
      const at = (second: number) =>
        new Date(Date.parse(message.createdAt) - 60_000 + second * 1_000).toISOString();
      const react = async (second: number, emoji: string | null) => {
        const reaction = { externalId: 'liked', emoji };
        await anInbound(scene, id, { type: 'reaction', from, timestamp: at(second), reaction });
        return (await scene.api.messages.get({ params: { id: message.id } })).reactions;
      };
      expect(await react(2, null)).toEqual([]);
      expect(await react(1, '👍')).toEqual([]);
      expect(await react(4, '👍')).toEqual([{ from, emoji: '👍', at: at(4) }]);
      expect(await react(3, null)).toHaveLength(1);
      expect(await react(5, null)).toEqual([]);
      const updates = (await recordedEvents(scene)).filter(
        ({ type }) => type === 'message.updated',
      );
      expect(updates).toHaveLength(2);
    });

    test('messages update the time of the last use of a channel', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const message = await anInbound(scene, id);
      const channel = await scene.api.channels.get({ params: { id } });
      expect(channel).toMatchObject({ lastInboundAt: message.createdAt, lastOutboundAt: null });
    });
  });
}
