import type { Channel } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aChannel, aMessage, anInbound, aPhone, createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';

const hourMs = 3_600_000;
const template = { name: 'hello', language: 'en_US' };

export function testWindows(paused: () => Target): void {
  test('free text is allowed while no inbound message is known', async () => {
    const scene = await createScene(paused());
    expect((await aMessage(scene)).status).toBe('queued');
  });

  test.each([
    ['whatsapp', 24, 'template'],
    ['instagram', 24, null],
    ['tiktok', 48, null],
  ] as const)(
    'on %s free text ends %i hours after the last inbound message',
    async (type, windowHours, suggestion) => {
      const scene = await createScene(paused());
      const channel = await aChannel(scene, { type });
      const open = await inboundHoursAgo(scene, channel, windowHours - 1);
      await aMessage(scene, { channelId: channel.id, to: open.from });

      const late = await inboundHoursAgo(scene, channel, windowHours + 1);
      const error = await refused(
        aMessage(scene, { channelId: channel.id, to: late.from }),
        'SVC-WINDOW-CLOSED',
      );
      expect(error.details).toEqual({
        channelType: type,
        windowHours,
        lastInboundAt: late.at,
        closedAt: new Date(Date.parse(late.at) + windowHours * hourMs).toISOString(),
        reason: 'time',
        suggestion,
      });
      const conversation = await scene.api.conversations.get({
        params: { id: late.conversationId },
      });
      expect(conversation.window).toMatchObject({
        open: false,
        expiresAt: error.details['closedAt'],
        allowed: type === 'whatsapp' ? ['template'] : [],
      });
    },
  );

  test('a template goes through a closed window', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const { from } = await inboundHoursAgo(scene, channel, 30);
    const message = await scene.api.messages.send({
      body: { channelId: channel.id, to: from, type: 'template', template },
    });
    expect(message.status).toBe('queued');
  });

  test('a new inbound message opens the window again', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const { from } = await inboundHoursAgo(scene, channel, 30);
    await anInbound(scene, channel.id, { from });
    await aMessage(scene, { channelId: channel.id, to: from });
  });

  test('a late report of an older inbound message does not close the window', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const { from } = await inboundHoursAgo(scene, channel, 1);
    await inboundHoursAgo(scene, channel, 40, from);
    await aMessage(scene, { channelId: channel.id, to: from });
  });

  test('a strict channel wants to know of an inbound message first', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { settings: { windowEnforcement: 'strict' } });
    const to = aPhone();
    const error = await refused(
      aMessage(scene, { channelId: channel.id, to }),
      'SVC-WINDOW-CLOSED',
    );
    expect(error.details).toMatchObject({ lastInboundAt: null, closedAt: null, reason: 'time' });
    await anInbound(scene, channel.id, { from: to });
    await aMessage(scene, { channelId: channel.id, to });
  });

  test('a channel may leave the window to the provider', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { settings: { windowEnforcement: 'off' } });
    const { from } = await inboundHoursAgo(scene, channel, 100);
    await aMessage(scene, { channelId: channel.id, to: from });
  });

  test('on Instagram a person may answer within seven days', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'instagram' });
    const week = await inboundHoursAgo(scene, channel, 160);
    const tagged = { channelId: channel.id, messageTag: 'human_agent' } as const;
    expect(await aMessage(scene, { ...tagged, to: week.from })).toMatchObject({
      messageTag: 'human_agent',
    });
    const longer = await inboundHoursAgo(scene, channel, 170);
    await refused(aMessage(scene, { ...tagged, to: longer.from }), 'SVC-WINDOW-CLOSED');
  });

  test('on TikTok ten messages answer one of the customer', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'tiktok' });
    const { from, conversationId } = await inboundHoursAgo(scene, channel, 1);
    const next = () => aMessage(scene, { channelId: channel.id, to: from });
    for (let count = 0; count < 10; count += 1) await next();
    const { window } = await scene.api.conversations.get({ params: { id: conversationId } });
    expect(window).toMatchObject({ open: false, remaining: 0, allowed: [] });
    const error = await refused(next(), 'SVC-WINDOW-CLOSED');
    expect(error.details).toMatchObject({ reason: 'quota', suggestion: null });
    await anInbound(scene, channel.id, { from });
    await next();
  });

  test('a late report of an older inbound message does not begin a new window', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'tiktok' });
    const { from, conversationId } = await inboundHoursAgo(scene, channel, 1);
    const { id, contactId } = await aMessage(scene, { channelId: channel.id, to: from });
    await scene.api.channels.simulateStatus({
      params: { id: channel.id },
      body: { messageId: id, status: 'sent' },
    });
    await inboundHoursAgo(scene, channel, 2, from);
    const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
    expect(conversation.window.remaining).toBe(9);
    const contact = await scene.api.contacts.get({ params: { id: contactId } });
    expect(contact.identities[0]?.window.remaining).toBe(9);
  });

  test('what went out counts once per attempt in the window of an address', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'tiktok' });
    const { from } = await inboundHoursAgo(scene, channel, 1);
    const { id, contactId } = await aMessage(scene, { channelId: channel.id, to: from });
    const remaining = async () => {
      const contact = await scene.api.contacts.get({ params: { id: contactId } });
      return contact.identities[0]?.window.remaining;
    };
    const report = (status: 'sent' | 'delivered' | 'read' | 'failed') =>
      scene.api.channels.simulateStatus({
        params: { id: channel.id },
        body: {
          messageId: id,
          status,
          ...(status === 'failed' ? { error: { providerCode: '131042' } } : {}),
        },
      });
    expect(await remaining()).toBe(10);
    await report('sent');
    expect(await remaining()).toBe(9);
    await report('failed');
    expect(await remaining()).toBe(9);
    await scene.api.messages.retry({ params: { id } });
    await report('sent');
    await report('delivered');
    await report('read');
    expect(await remaining()).toBe(8);
  });
}

async function inboundHoursAgo(scene: Scene, channel: Channel, hours: number, from = aPhone()) {
  const timestamp = new Date(Date.now() - hours * hourMs).toISOString();
  const message = await anInbound(scene, channel.id, { from, timestamp });
  return { from, at: timestamp, conversationId: message.conversationId };
}
