import {
  type ChannelType,
  channelCapabilities,
  channelType,
  type Message,
  type sendableTypes,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { aChannel, aMessage, anInbound, createScene, messageWith } from '../scene.ts';
import type { Target } from '../target.ts';

const customers = {
  whatsapp: '5511912345321',
  instagram: '17841400000000321',
  tiktok: 'conversation-321',
} as const;
const url = 'https://files.example.com/menu';
const nothing = { prompt: null, location: null, attachments: [] };
const buttons = [
  { id: 'yes', title: 'Yes' },
  { id: 'no', title: 'No' },
];
const option = { description: null, section: null };
const noFrame = { header: null, footer: null };

/** For each type: a body, and the fields of the message that the server creates from the body. */
const contents: Record<(typeof sendableTypes)[number], [body: object, shown: Partial<Message>]> = {
  text: [{ text: 'Hello' }, { ...nothing, text: 'Hello' }],
  template: [
    { template: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '42' } } },
    { ...nothing, text: 'Hello Ana, your order 42 is on its way.' },
  ],
  image: [{ media: { url } }, file('image')],
  video: [{ media: { url } }, file('video')],
  audio: [{ media: { url } }, file('audio')],
  document: [{ media: { url }, filename: 'menu.pdf' }, file('document', { filename: 'menu.pdf' })],
  sticker: [{ media: { url } }, file('sticker')],
  location: [
    { location: { latitude: -23.5, longitude: -46.6, name: 'Shop' } },
    { location: { latitude: -23.5, longitude: -46.6, name: 'Shop', address: null } },
  ],
  reaction: [{}, { ...nothing, text: null }],
  interactive: [
    { interactive: { kind: 'buttons', text: 'Shall we?', buttons } },
    {
      text: 'Shall we?',
      prompt: {
        kind: 'buttons',
        ...noFrame,
        button: null,
        url: null,
        options: buttons.map((button) => ({ ...button, ...option })),
      },
    },
  ],
};

const inboundOnly = ['contacts', 'order', 'share', 'system', 'unsupported'] as const;
/** The kinds of content that a business can send on another network, but not on this one. */
const refusedKinds = {
  whatsapp: [],
  instagram: ['template', 'sticker', 'location', 'interactive.list'],
  tiktok: [
    'template',
    'video',
    'audio',
    'document',
    'sticker',
    'location',
    'interactive.list',
    'interactive.cta_url',
  ],
} as const satisfies Readonly<Record<ChannelType, readonly string[]>>;
const sections = [{ rows: [{ id: 'rye', title: 'Rye' }] }];
const prompts: Readonly<Record<string, object>> = {
  list: { kind: 'list', text: 'Choose', button: 'Open', sections },
  cta_url: { kind: 'cta_url', text: 'See', button: 'Go', url: 'https://shop.example.com' },
};

/** Returns the content of a request of one kind. */
function bodyOf(kind: string): object {
  const [type = '', prompt] = kind.split('.');
  const [, [body] = [{}]] = Object.entries(contents).find(([known]) => known === type) ?? [];
  return { type, ...body, ...(prompt !== undefined && { interactive: prompts[prompt] }) };
}

export function testContents(running: () => Target, paused: () => Target): void {
  test.each(
    channelType.options.flatMap((type) =>
      channelCapabilities[type].content.types.map((content) => [type, content] as const),
    ),
  )(
    'a sandbox channel of %s sends %s, and the message shows its content',
    async (type, content) => {
      const scene = await createScene(running());
      const { id: channelId } = await aChannel(scene, { type });
      const to = customers[type];
      const inbound = await anInbound(scene, channelId, { from: to });
      const [body, shown] = contents[content];
      const reaction = { messageId: inbound.id, emoji: '👍' };
      const answer = await scene.call('messages.send', {
        body: { channelId, to, type: content, ...(content === 'reaction' ? { reaction } : body) },
      });
      expect(answer.status).toBe(202);
      const message = answer.json as Message;
      expect(message).toMatchObject({ type: content, status: 'queued', ...shown });
      expect(message.reaction).toEqual(
        content === 'reaction' ? { ...reaction, externalId: inbound.externalId } : null,
      );
      const sent = await messageWith(scene, message.id, 'read');
      expect(sent).toMatchObject({ type: content, prompt: message.prompt });
      expect(sent.attachments).toEqual(message.attachments);
    },
  );

  const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  test.each(['❤', '❤\ufe0e', '❤️', '👍🏽', '🇧🇷', england, '1️⃣', '👨‍👩‍👧‍👦', '🧑🏻‍❤️‍💋‍🧑🏿'])(
    'a reaction can be %s',
    async (emoji) => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const to = customers.whatsapp;
      const { id: messageId } = await anInbound(scene, channelId, { from: to });
      const body = { channelId, to, type: 'reaction', reaction: { messageId, emoji } } as const;
      expect((await scene.api.messages.send({ body })).reaction?.emoji).toBe(emoji);
    },
  );

  test('a caption is the text of a message with a file', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const image = { type: 'image', media: { url }, caption: 'Menu' } as const;
    const message = await aMessage(scene, { channelId, ...image });
    expect(message).toMatchObject({ text: 'Menu', attachments: [{ kind: 'image', url }] });
    const { lastMessage } = await scene.api.conversations.get({
      params: { id: message.conversationId },
    });
    expect(lastMessage).toMatchObject({ type: 'image', text: 'Menu' });
  });

  test('a list shows its rows with their sections, and a link its address', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const send = (interactive: object) =>
      scene.call('messages.send', {
        body: { channelId, to: customers.whatsapp, type: 'interactive', interactive },
      });
    const list = await send({
      kind: 'list',
      text: 'What would you like?',
      header: 'Menu',
      button: 'Choose',
      sections: [
        { title: 'Bread', rows: [{ id: 'rye', title: 'Rye', description: 'Dark' }] },
        { title: 'Cake', rows: [{ id: 'plum', title: 'Plum' }] },
      ],
    });
    expect((list.json as Message).prompt).toEqual({
      kind: 'list',
      header: 'Menu',
      footer: null,
      button: 'Choose',
      url: null,
      options: [
        { id: 'rye', title: 'Rye', description: 'Dark', section: 'Bread' },
        { id: 'plum', title: 'Plum', description: null, section: 'Cake' },
      ],
    });
    const link = await send({
      kind: 'cta_url',
      text: 'See our shop',
      footer: 'Open daily',
      button: 'Visit',
      url: 'https://shop.example.com/',
    });
    expect((link.json as Message).prompt).toEqual({
      kind: 'cta_url',
      header: null,
      footer: 'Open daily',
      button: 'Visit',
      url: 'https://shop.example.com/',
      options: [],
    });
  });

  test.each(channelType.options)(
    '%s refuses every kind of content that it does not have, and nothing is stored',
    async (type) => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene, { type });
      for (const kind of [...refusedKinds[type], ...inboundOnly]) {
        const body = { channelId, to: customers[type], ...bodyOf(kind) };
        expect((await scene.call('messages.send', { body })).json, kind).toMatchObject({
          error: { code: 'SVC-CONTENT-UNSUPPORTED', details: { channelType: type, type: kind } },
        });
      }
      for (const list of ['messages', 'conversations', 'contacts'] as const) {
        expect((await scene.api[list].list()).data).toEqual([]);
      }
    },
  );
}

function file(kind: string, { filename = null }: { filename?: string | null } = {}) {
  const attachment = {
    id: expect.stringMatching(/^att_/),
    kind,
    mimeType: null,
    filename,
    sizeBytes: null,
    sha256: null,
    url,
    mediaId: null,
    isVoice: false,
    status: 'stored' as const,
    failureReason: null,
  };
  return { ...nothing, attachments: [attachment] };
}
