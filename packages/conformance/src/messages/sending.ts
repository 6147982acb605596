import { type Message, replayedHeader } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  aChannel,
  aConversation,
  allOf,
  aMessage,
  aPhone,
  createScene,
  messageWith,
  unique,
} from '../scene.ts';
import type { Target } from '../target.ts';

export function testSending(running: () => Target, paused: () => Target): void {
  test('sending a message returns 202 with the queued record and its Location', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene, { address: '+55 11 4002-8922' });
    const to = aPhone();
    const metadata = { orderId: '1042', total: 12.5, gift: false };
    const answer = await scene.call('messages.send', {
      body: { channelId: channel.id, to: `+${to}`, type: 'text', text: ' Hello 😀 ', metadata },
    });
    expect(answer.status).toBe(202);
    const message = answer.json as { id: string };
    expect(answer.headers.get('location')).toBe(`/api/v1/messages/${message.id}`);
    expect(message).toMatchObject({
      channelId: channel.id,
      channelType: 'whatsapp',
      direction: 'outbound',
      type: 'text',
      from: '+55 11 4002-8922',
      to,
      text: ' Hello 😀 ',
      template: null,
      attachments: [],
      status: 'queued',
      error: null,
      attempts: 0,
      externalId: null,
      source: { type: 'api', id: null },
      metadata,
      sentAt: null,
    });
    expect(await scene.api.messages.get({ params: { id: message.id } })).toEqual(message);
  });

  test.each(['whatsapp', 'instagram', 'tiktok'] as const)(
    'a message on a sandbox channel of %s is sent, then read, once',
    async (type) => {
      const scene = await createScene(running());
      const channel = await aChannel(scene, { type });
      const { id } = await aMessage(scene, { channelId: channel.id });
      const message = await messageWith(scene, id, 'read');
      expect(message).toMatchObject({ attempts: 1, error: null, failedAt: null, canceledAt: null });
      expect(message.externalId).toMatch(/\S/);
      expect(message.sentAt).not.toBeNull();
      expect((message.readAt as string) >= (message.sentAt as string)).toBe(true);
      const events = await allOf((request) =>
        scene.api.messages.listEvents({ params: { id }, ...request }),
      );
      const steps = events.map((event) => event.type);
      const expected = type === 'whatsapp' ? ['delivered', 'read'] : ['read'];
      expect(steps.filter((step) => step !== 'delivered' || type === 'whatsapp')).toEqual([
        'queued',
        'sending',
        'sent',
        ...expected,
      ]);
      expect(events.every((event) => !event.ignored && event.error === null)).toBe(true);
    },
  );

  test('creates contact, identity and conversation once per recipient', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const to = aPhone();
    const spellings = [to, `+${to}`, ` +${to.slice(0, 2)} (${to.slice(2, 4)}) ${to.slice(4)} `];
    const messages = [];
    for (const spelling of spellings) {
      messages.push(await aMessage(scene, { channelId: channel.id, to: spelling }));
    }
    expect(new Set(messages.map((message) => message.conversationId)).size).toBe(1);
    expect(messages.map((message) => message.to)).toEqual([to, to, to]);
    const [message] = messages as [(typeof messages)[number]];
    const contact = await scene.api.contacts.get({ params: { id: message.contactId } });
    expect(contact).toMatchObject({ phone: `+${to}`, lifecycle: 'lead', source: 'api' });
    expect(contact.identities).toMatchObject([
      { channelType: 'whatsapp', kind: 'phone', address: to, lastInboundAt: null },
    ]);
    const conversation = await scene.api.conversations.get({
      params: { id: message.conversationId },
    });
    expect(conversation).toMatchObject({
      channelId: channel.id,
      contactId: contact.id,
      contact: { id: contact.id, phone: `+${to}` },
      address: to,
      status: 'open',
      source: 'api',
      messageCount: 3,
      unreadCount: 0,
      lastMessage: { id: messages[2]?.id, direction: 'outbound', type: 'text', text: 'Hello' },
      window: { open: null, expiresAt: null },
    });
  });

  test('one recipient on two channels of a network is one contact with two conversations', async () => {
    const scene = await createScene(paused());
    const to = aPhone();
    const first = await aMessage(scene, { to });
    const second = await aMessage(scene, { to });
    expect(second.contactId).toBe(first.contactId);
    expect(second.conversationId).not.toBe(first.conversationId);
  });

  test('accepts a business-scoped user id as recipient', async () => {
    const scene = await createScene(paused());
    const message = await aMessage(scene, { to: 'US.13491208655302741918' });
    expect(message.to).toBe('US.13491208655302741918');
    const contact = await scene.api.contacts.get({ params: { id: message.contactId } });
    expect(contact).toMatchObject({ phone: null, identities: [{ kind: 'bsuid' }] });
  });

  test('50 concurrent duplicates create one message and get equal responses', async () => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const request = {
      body: { channelId, to: aPhone(), type: 'text', text: 'Hello' },
      idempotencyKey: unique('order'),
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => scene.call('messages.send', request)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 202));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get(replayedHeader) === null)).toHaveLength(1);
    const { data } = await scene.api.messages.list({ query: { channelId } });
    expect(data).toHaveLength(1);
    await messageWith(scene, data[0]?.id as string, 'read');
  });

  test('20 tenants that use the same Idempotency-Key at the same time get a message each', async () => {
    const scenes = await Promise.all(Array.from({ length: 20 }, () => createScene(paused())));
    const conversations = await Promise.all(scenes.map((scene) => aConversation(scene)));
    for (const idempotencyKey of [unique('order'), unique('order'), unique('order')]) {
      const answers = await Promise.all(
        scenes.map((scene, index) =>
          scene.call('messages.send', {
            body: {
              channelId: conversations[index]?.channelId,
              to: conversations[index]?.address,
              type: 'text',
              text: 'Hello',
            },
            idempotencyKey,
          }),
        ),
      );
      const sentIn = answers.map((answer) => (answer.json as Message).conversationId);
      expect(sentIn).toEqual(conversations.map(({ id }) => id));
    }
  });

  test('sends the messages of a conversation in the order of acceptance', async () => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const to = aPhone();
    const sent = [];
    for (const text of ['one', 'two', 'three', 'four']) {
      sent.push(await aMessage(scene, { channelId, to, text }));
    }
    const done = [];
    for (const { id } of sent) done.push(await messageWith(scene, id, 'read'));
    const times = done.map((message) => message.sentAt as string);
    expect(times).toEqual([...times].sort());
    const { data } = await scene.api.messages.list({ query: { channelId, sort: 'createdAt' } });
    expect(data.map((message) => message.text)).toEqual(['one', 'two', 'three', 'four']);
  });

  test('sends a template with variables or with components', async () => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const byVariables = await aMessage(scene, {
      channelId,
      type: 'template',
      template: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '42' } },
    });
    const parameters = ['Ana', '42'].map((text) => ({ type: 'text', text }));
    const components = [{ type: 'body', parameters }];
    const byComponents = await aMessage(scene, {
      channelId,
      type: 'template',
      template: { name: 'order_update', language: 'en_US', components },
    });
    expect(byVariables).toMatchObject({
      type: 'template',
      template: { name: 'order_update', language: 'en_US' },
    });
    expect(JSON.stringify(byVariables.template)).toContain('Ana');
    expect(byComponents.template?.components).toEqual(components);
    await messageWith(scene, byVariables.id, 'read');
    await messageWith(scene, byComponents.id, 'read');
  });

  test('a reply refers to the message that it answers', async () => {
    const scene = await createScene(paused());
    const first = await aMessage(scene);
    const reply = await aMessage(scene, {
      channelId: first.channelId,
      to: first.to,
      replyToMessageId: first.id,
    });
    expect(reply.replyTo).toEqual({ messageId: first.id, externalId: first.externalId });
  });
}
