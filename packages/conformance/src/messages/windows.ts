import type { Channel } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aChannel, aMessage, anInbound, aPhone, createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';

const hourMs = 3_600_000;
const template = { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '42' } };

export function testWindows(paused: () => Target): void {
  test('allows free text until the first inbound message is known', async () => {
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

  test('allows a template when the window is closed', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const { from } = await inboundHoursAgo(scene, channel, 30);
    const sent = { channelId: channel.id, to: from, type: 'template', template } as const;
    const message = await aMessage(scene, sent);
    expect(message.status).toBe('queued');
  });

  test('an inbound message reopens the window', async () => {
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

  test('a strict channel refuses free text before the first inbound message', async () => {
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

  test('a channel can leave the window check to the provider', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { settings: { windowEnforcement: 'off' } });
    const { from, conversationId } = await inboundHoursAgo(scene, channel, 100);
    await aMessage(scene, { channelId: channel.id, to: from });
    const { window } = await scene.api.conversations.get({ params: { id: conversationId } });
    expect(window).toMatchObject({ open: false, allowed: ['template'] });
  });

  test('on Instagram, an agent can answer within seven days', async () => {
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

  test('on TikTok, ten messages are free of warnings until the customer answers one', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'tiktok' });
    const { from, conversationId } = await inboundHoursAgo(scene, channel, 1);
    const next = () => aMessage(scene, { channelId: channel.id, to: from });
    for (let count = 0; count < 10; count += 1) expect((await next()).warnings).toEqual([]);
    const window = async () =>
      (await scene.api.conversations.get({ params: { id: conversationId } })).window;
    expect(await window()).toMatchObject({ open: true, remaining: 0, allowed: ['text'] });
    const warned = await next();
    expect(warned.warnings).toMatchObject([{ code: 'window_quota' }]);
    expect(await scene.api.messages.get({ params: { id: warned.id } })).toEqual(warned);
    const enforce = async (windowEnforcement: 'strict' | 'off') =>
      await scene.api.channels.update({
        params: { id: channel.id },
        body: { settings: { windowEnforcement } },
      });
    await enforce('off');
    expect((await next()).warnings).toEqual([]);
    await enforce('strict');
    const error = await refused(next(), 'SVC-WINDOW-CLOSED');
    expect(error.details).toMatchObject({ reason: 'quota', suggestion: null });
    await anInbound(scene, channel.id, { from });
    expect(await window()).toMatchObject({ open: true, remaining: null });
    for (let count = 0; count < 11; count += 1) expect((await next()).warnings).toEqual([]);
  });

  test('a late report of an older inbound message does not start a new window', async () => {
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

  test('an accepted message counts against the window quota until it fails or is canceled', async () => {
    const scene = await createScene(paused());
    const { channel, from, remaining } = await aLimitedWindow(scene);
    const report = (messageId: string, status: 'sent' | 'delivered' | 'read' | 'failed') =>
      scene.api.channels.simulateStatus({
        params: { id: channel.id },
        body: {
          messageId,
          status,
          ...(status === 'failed' ? { error: { providerCode: '131042' } } : {}),
        },
      });
    expect(await remaining()).toBe(10);
    const { id } = await aMessage(scene, { channelId: channel.id, to: from });
    expect(await remaining()).toBe(9);
    await report(id, 'sent');
    expect(await remaining()).toBe(9);
    await report(id, 'failed');
    expect(await remaining()).toBe(10);
    await scene.api.messages.retry({ params: { id } });
    expect(await remaining()).toBe(9);
    for (const status of ['sent', 'delivered', 'read'] as const) await report(id, status);
    expect(await remaining()).toBe(9);
    const canceled = await aMessage(scene, { channelId: channel.id, to: from });
    expect(await remaining()).toBe(8);
    await scene.api.messages.cancel({ params: { id: canceled.id } });
    expect(await remaining()).toBe(9);
  });

  test('canceling a message frees its place in the window quota', async () => {
    const scene = await createScene(paused());
    const { channel, from, remaining } = await aLimitedWindow(scene);
    const send = () => aMessage(scene, { channelId: channel.id, to: from });
    const sent = [];
    for (let count = 0; count < 10; count += 1) sent.push(await send());
    const error = await refused(send(), 'SVC-WINDOW-CLOSED');
    expect(error.details).toMatchObject({ reason: 'quota' });
    expect(await remaining()).toBe(0);
    await scene.api.messages.cancel({ params: { id: sent[3]?.id as string } });
    expect(await remaining()).toBe(1);
    await send();
    await refused(send(), 'SVC-WINDOW-CLOSED');
  });

  test('refuses a retry when the window quota is used up', async () => {
    const scene = await createScene(paused());
    const { channel, from, remaining } = await aLimitedWindow(scene);
    const send = () => aMessage(scene, { channelId: channel.id, to: from });
    const { id } = await send();
    await scene.api.channels.simulateStatus({
      params: { id: channel.id },
      body: { messageId: id, status: 'failed', error: { providerCode: '131042' } },
    });
    for (let count = 0; count < 10; count += 1) await send();
    const retry = () => scene.api.messages.retry({ params: { id } });
    const error = await refused(retry(), 'SVC-WINDOW-CLOSED');
    expect(error.details).toMatchObject({ reason: 'quota' });
    expect(await remaining()).toBe(0);
    await anInbound(scene, channel.id, { from });
    await retry();
    expect(await remaining()).toBe(null);
  });

  test('on WhatsApp, each channel has its own window for an address', async () => {
    const scene = await createScene(paused());
    const settings = { windowEnforcement: 'strict' } as const;
    const [first, second] = [
      await aChannel(scene, { settings }),
      await aChannel(scene, { settings }),
    ];
    const to = aPhone();
    const { contactId } = await anInbound(scene, first.id, { from: to });
    const identity = async () => {
      const { identities } = await scene.api.contacts.get({ params: { id: contactId } });
      const { data } = await scene.api.contacts.list();
      expect(data[0]?.identities).toEqual(identities);
      return identities[0];
    };
    const unknown = { open: null, expiresAt: null, remaining: null };
    expect(await identity()).toMatchObject({
      channelId: null,
      window: unknown,
      windows: [{ channelId: first.id, open: true, remaining: null }],
    });
    await refused(aMessage(scene, { channelId: second.id, to }), 'SVC-WINDOW-CLOSED');
    await aMessage(scene, { channelId: second.id, to, type: 'template', template });
    const { windows = [] } = (await identity()) ?? {};
    expect(windows.map(({ channelId }) => channelId)).toEqual([second.id, first.id]);
    expect(windows[0]).toEqual({ channelId: second.id, ...unknown });
    await aMessage(scene, { channelId: first.id, to });
  });

  test('the window of a channel-specific address is the one of its conversation', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { type: 'instagram' });
    const { contactId, conversationId } = await anInbound(scene, channel.id);
    const { identities } = await scene.api.contacts.get({ params: { id: contactId } });
    const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
    const { allowed: _allowed, ...window } = conversation.window;
    expect(window.open).toBe(true);
    expect(identities).toMatchObject([{ channelId: channel.id, window }]);
    expect(identities[0]?.windows).toEqual([{ channelId: channel.id, ...window }]);
  });
}

/**
 * Creates a TikTok customer who has just sent a message. `remaining` returns how many messages are left, after checking
 * that the conversation and both windows of the contact show the same number.
 */
async function aLimitedWindow(scene: Scene) {
  const settings = { windowEnforcement: 'strict' } as const;
  const channel = await aChannel(scene, { type: 'tiktok', settings });
  const from = aPhone();
  const { contactId, conversationId } = await anInbound(scene, channel.id, { from });
  const remaining = async () => {
    const { window } = await scene.api.conversations.get({ params: { id: conversationId } });
    const { identities } = await scene.api.contacts.get({ params: { id: contactId } });
    expect(identities[0]?.window.remaining).toBe(window.remaining);
    expect(identities[0]?.windows[0]?.remaining).toBe(window.remaining);
    return window.remaining;
  };
  return { channel, from, remaining };
}

async function inboundHoursAgo(scene: Scene, channel: Channel, hours: number, from = aPhone()) {
  const timestamp = new Date(Date.now() - hours * hourMs).toISOString();
  const message = await anInbound(scene, channel.id, { from, timestamp });
  return { from, at: timestamp, conversationId: message.conversationId };
}
