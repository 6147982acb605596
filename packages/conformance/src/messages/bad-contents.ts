import type { ChannelType } from '@parley/contract';
import { type BadInput, badField, badFields } from '../bad-input/row.ts';
import { withBody } from '../fixtures.ts';
import { aChannel, aMessage, anInbound, aPhone, missingId, type Scene } from '../scene.ts';

const media = { url: 'https://files.example.com/menu.jpg' };
const recipients: Record<ChannelType, string> = {
  whatsapp: '5511987654321',
  instagram: '17841400000000001',
  tiktok: 'conversation-1',
};
const tagged = { messageTag: 'human_agent' };
const button = (index: number) => ({ id: `b${index}`, title: `Button ${index}` });
const buttons = (count: number) => Array.from({ length: count }, (_, index) => button(index));
const rows = (count: number, section: string) =>
  buttons(count).map(({ id, title }) => ({ id: `${section}-${id}`, title }));
const list = (sections: readonly object[]) => ({
  type: 'interactive',
  interactive: { kind: 'list', text: 'Choose', button: 'Open', sections },
});
const offering = (fields: object) => ({
  type: 'interactive',
  interactive: { kind: 'buttons', text: 'Choose', buttons: buttons(2), ...fields },
});

export const badContents: readonly BadInput[] = [
  ...badFields('messages.send', [
    ['an image without a file', { type: 'image' }, ['media', 'required']],
    [
      'a file at an http:// address',
      { type: 'image', media: { url: 'http://files.example.com/a.jpg' } },
      ['media.url', 'invalid_format'],
    ],
    [
      'a file at no address',
      { type: 'image', media: { url: 'a.jpg' } },
      ['media.url', 'invalid_format'],
    ],
    [
      'a file that is neither stored nor elsewhere',
      { type: 'image', media: {} },
      ['media.id', 'required'],
    ],
    [
      'a stored file with an address',
      { type: 'image', media: { id: 'med_1', url: 'https://files.example.com/a.jpg' } },
      ['media.id', 'invalid_format'],
    ],
    [
      'a place beyond the pole',
      { type: 'location', location: { latitude: 91, longitude: 0 } },
      ['location.latitude', 'out_of_range'],
    ],
    [
      'a reaction to nothing',
      { type: 'reaction', reaction: { emoji: '👍' } },
      ['reaction.messageId', 'required'],
    ],
    [
      'an unknown kind of buttons',
      offering({ kind: 'wheel' }),
      ['interactive.kind', 'invalid_enum'],
    ],
    ['no button', offering({ buttons: [] }), ['interactive.buttons', 'too_short']],
    [
      'a button with a blank title',
      offering({ buttons: [{ id: 'a', title: ' ' }] }),
      ['interactive.buttons.0.title', 'too_short'],
    ],
    [
      'a link that runs code',
      {
        type: 'interactive',
        interactive: { kind: 'cta_url', text: 'See', button: 'Go', url: 'javascript:alert(1)' },
      },
      ['interactive.url', 'invalid_format'],
    ],
  ]),
  ...(
    [
      ['a word', 'like', 'invalid_format'],
      ['two emoji', '👍👍', 'invalid_format'],
      ['an emoji with a space', '👍 ', 'invalid_format'],
      ['half of a flag', '🇧', 'invalid_format'],
      ['an empty text', '', 'too_short'],
      ['33 letters', 'x'.repeat(33), 'too_long'],
    ] as const
  ).map(([what, emoji, code]) =>
    badField(
      'messages.send',
      `a reaction with ${what}`,
      { type: 'reaction', reaction: { messageId: missingId('msg'), emoji } },
      ['reaction.emoji', code],
    ),
  ),
  against('whatsapp', 'max_options', 'interactive.buttons', offering({ buttons: buttons(4) })),
  against(
    'whatsapp',
    'max_options',
    'interactive.sections',
    list([
      { title: 'One', rows: rows(6, 'a') },
      { title: 'Two', rows: rows(5, 'b') },
    ]),
  ),
  against(
    'whatsapp',
    'section_title_required',
    'interactive.sections',
    list([{ title: 'One', rows: rows(1, 'a') }, { rows: rows(1, 'b') }]),
  ),
  against(
    'whatsapp',
    'unique_ids',
    'interactive.buttons',
    offering({ buttons: [button(1), { ...button(1), title: 'Other' }] }),
  ),
  against(
    'whatsapp',
    'unique_titles',
    'interactive.buttons',
    offering({ buttons: [button(1), { ...button(1), id: 'other' }] }),
  ),
  against(
    'whatsapp',
    'max_title',
    'interactive.buttons',
    offering({ buttons: [{ id: 'a', title: 't'.repeat(21) }] }),
  ),
  against(
    'tiktok',
    'max_id',
    'interactive.buttons',
    offering({ buttons: [{ id: 'i'.repeat(41), title: 'Yes' }] }),
  ),
  against('instagram', 'header_not_supported', 'interactive.header', offering({ header: 'Menu' })),
  against('tiktok', 'footer_not_supported', 'interactive.footer', offering({ footer: 'Menu' })),
  against('instagram', 'caption_not_supported', 'caption', { type: 'image', media, caption: 'Hi' }),
  against('whatsapp', 'tag_not_supported', 'messageTag', { type: 'text', text: 'Hi', ...tagged }),
  against('tiktok', 'tag_not_supported', 'messageTag', { type: 'text', text: 'Hi', ...tagged }),
  against('instagram', 'voice_not_supported', 'voice', { type: 'audio', media, voice: true }),
  tooLong('whatsapp', { type: 'image', media, caption: 'c'.repeat(1_025) }, 1_024),
  tooLong('whatsapp', offering({ text: 't'.repeat(1_025) }), 1_024),
  tooLong('tiktok', offering({ text: 't'.repeat(41) }), 40),
  {
    title: 'a reaction on TikTok',
    code: 'SVC-CONTENT-UNSUPPORTED',
    details: { channelType: 'tiktok', type: 'reaction' },
    send: async (scene) => {
      const { id: channelId } = await aChannel(scene, { type: 'tiktok' });
      const to = recipients.tiktok;
      const { id: messageId } = await anInbound(scene, channelId, { from: to });
      const body = { channelId, to, type: 'reaction', reaction: { messageId, emoji: '👍' } };
      return scene.call('messages.send', { body });
    },
  },
  {
    title: 'a reaction with a tag on Instagram',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'tag_not_supported', field: 'messageTag' },
    send: async (scene) => {
      const { id: channelId } = await aChannel(scene, { type: 'instagram' });
      const to = recipients.instagram;
      const { id: messageId } = await anInbound(scene, channelId, { from: to });
      const reaction = { messageId, emoji: '👍' };
      return scene.call('messages.send', {
        body: { channelId, to, type: 'reaction', reaction, ...tagged },
      });
    },
  },
  {
    title: 'a reply with an image on TikTok',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'reply_not_supported', field: 'replyToMessageId' },
    send: async (scene) => {
      const { id: channelId } = await aChannel(scene, { type: 'tiktok' });
      const to = recipients.tiktok;
      const { id: replyToMessageId } = await anInbound(scene, channelId, { from: to });
      const body = { channelId, to, type: 'image', media, replyToMessageId };
      return scene.call('messages.send', { body });
    },
  },
  {
    title: 'a reaction to a message of another conversation',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'same_conversation', field: 'reaction.messageId' },
    send: async (scene) => react(scene, (await anInbound(scene, await aChannelId(scene))).id),
  },
  {
    title: 'a reaction to a message that was not sent yet',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'message_was_sent', field: 'reaction.messageId' },
    send: async (scene) => {
      const { id: messageId, channelId, to } = await aMessage(scene);
      const body = { channelId, to, type: 'reaction', reaction: { messageId, emoji: '👍' } };
      return scene.call('messages.send', { body });
    },
  },
  {
    title: 'a reaction to a message that does not exist',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'message' },
    send: (scene) => react(scene, missingId('msg')),
  },
];

async function aChannelId(scene: Scene): Promise<string> {
  return (await aChannel(scene)).id;
}

async function react(scene: Scene, messageId: string) {
  const reaction = { messageId, emoji: '👍' };
  const request = await withBody(scene, 'messages.send', { type: 'reaction', reaction });
  return scene.call('messages.send', request);
}

function sendOn(type: ChannelType, body: object): BadInput['send'] {
  return async (scene) => {
    const { id: channelId } = await aChannel(scene, { type });
    const to = type === 'whatsapp' ? aPhone() : recipients[type];
    return scene.call('messages.send', { body: { channelId, to, ...body } });
  };
}

function against(type: ChannelType, rule: string, field: string, body: object): BadInput {
  return {
    title: `${rule} in ${field} on ${type}`,
    code: 'SVC-RULE-VIOLATION',
    details: { rule, field },
    send: sendOn(type, body),
  };
}

function tooLong(
  type: ChannelType,
  body: { readonly type: string; readonly [field: string]: unknown },
  limit: number,
): BadInput {
  return {
    title: `${body.type} with a text of ${limit + 1} characters on ${type}`,
    code: 'SVC-TEXT-TOO-LONG',
    details: { limit, unit: 'characters', actual: limit + 1 },
    send: sendOn(type, body),
  };
}
