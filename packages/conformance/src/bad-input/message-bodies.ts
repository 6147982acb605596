import { aChannel, aPhone } from '../scene.ts';
import { type BadInput, badField, sendText } from './row.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const longKey = 'k'.repeat(41);

export const badMessageBodies: readonly BadInput[] = [
  badField('messages.send', 'no channelId', { channelId: undefined }, ['channelId', 'required']),
  badField('messages.send', 'channelId null', { channelId: null }, ['channelId', 'invalid_type']),
  badField('messages.send', 'a number as channelId', { channelId: 7 }, [
    'channelId',
    'invalid_type',
  ]),
  badField('messages.send', 'an empty channelId', { channelId: '' }, ['channelId', 'too_short']),
  badField('messages.send', 'a channelId of 65 characters', { channelId: 'c'.repeat(65) }, [
    'channelId',
    'too_long',
  ]),
  badField('messages.send', 'no recipient', { to: undefined }, ['to', 'required']),
  badField('messages.send', 'an empty recipient', { to: '' }, ['to', 'too_short']),
  badField('messages.send', 'a recipient of 257 characters', { to: '5'.repeat(257) }, [
    'to',
    'too_long',
  ]),
  badField('messages.send', 'a number as recipient', { to: 5511987654321 }, ['to', 'invalid_type']),
  badField('messages.send', 'a list of recipients', { to: ['5511987654321'] }, [
    'to',
    'invalid_type',
  ]),
  badField('messages.send', 'no type', { type: undefined }, ['type', 'required']),
  badField('messages.send', 'an unknown type', { type: 'hologram' }, ['type', 'invalid_enum']),
  badField('messages.send', 'a type in capitals', { type: 'TEXT' }, ['type', 'invalid_enum']),
  badField('messages.send', 'a number as type', { type: 1 }, ['type', 'invalid_enum']),
  badField('messages.send', 'no text', { text: undefined }, ['text', 'required']),
  badField('messages.send', 'an empty text', { text: '' }, ['text', 'too_short']),
  badField('messages.send', 'a blank text', { text: ' \n\t\u00a0' }, ['text', 'too_short']),
  badField('messages.send', 'a number as text', { text: 42 }, ['text', 'invalid_type']),
  badField('messages.send', 'an object as text', { text: { body: 'Hello' } }, [
    'text',
    'invalid_type',
  ]),
  badField('messages.send', 'NUL in the text', { text: 'a\0b' }, ['text', 'invalid_format']),
  badField('messages.send', 'half of an emoji in the text', { text: 'a\ud83d' }, [
    'text',
    'invalid_format',
  ]),
  badField('messages.send', 'type template without one', { type: 'template' }, [
    'template',
    'required',
  ]),
  badField(
    'messages.send',
    'a template name with capitals and spaces',
    { type: 'template', template: { name: 'Hello World', language: 'en_US' } },
    ['template.name', 'invalid_format'],
  ),
  badField(
    'messages.send',
    'a template without language',
    { type: 'template', template: { name: 'hello' } },
    ['template.language', 'required'],
  ),
  badField(
    'messages.send',
    'a template with variables and components',
    {
      type: 'template',
      template: { name: 'hello', language: 'en', variables: {}, components: [] },
    },
    ['template.components', 'invalid_format'],
  ),
  badField(
    'messages.send',
    'a number as a template variable',
    { type: 'template', template: { name: 'hello', language: 'en', variables: { 1: 5 } } },
    ['template.variables.1', 'invalid_type'],
  ),
  badField('messages.send', 'a reply to a number', { replyToMessageId: 5 }, [
    'replyToMessageId',
    'invalid_type',
  ]),
  badField('messages.send', 'an unknown messageTag', { messageTag: 'urgent' }, [
    'messageTag',
    'invalid_enum',
  ]),
  badField('messages.send', 'metadata of 21 keys', { metadata: keys(21) }, [
    'metadata',
    'too_long',
  ]),
  badField(
    'messages.send',
    'metadata of more than 4 KB',
    {
      metadata: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, 'v'.repeat(500)])),
    },
    ['metadata', 'too_long'],
  ),
  badField('messages.send', 'a metadata key of 41 characters', { metadata: { [longKey]: 1 } }, [
    `metadata.${longKey}`,
    'too_long',
  ]),
  badField(
    'messages.send',
    'a metadata value of 501 characters',
    { metadata: { a: 'v'.repeat(501) } },
    ['metadata.a', 'too_long'],
  ),
  badField('messages.send', 'nested metadata', { metadata: { a: { b: 1 } } }, [
    'metadata.a',
    'invalid_type',
  ]),
  badField('messages.send', 'null in new metadata', { metadata: { a: null } }, [
    'metadata.a',
    'invalid_type',
  ]),
  badField('messages.send', 'a list as metadata', { metadata: ['a'] }, [
    'metadata',
    'invalid_type',
  ]),
  badField(
    'messages.send',
    'several mistakes, which are all listed',
    { channelId: 1, to: '', text: '', metadata: { a: [] } },
    ['channelId', 'invalid_type'],
    ['to', 'too_short'],
    ['text', 'too_short'],
    ['metadata.a', 'invalid_type'],
  ),
  {
    title: 'messages.send without a body',
    code: 'SVC-VALIDATION',
    issues: [['body', '', 'required']],
    send: (scene) => scene.call('messages.send'),
  },
  {
    title: 'messages.send with an empty JSON body',
    code: 'SVC-VALIDATION',
    issues: [['body', '', 'required']],
    send: (scene) => sendText(scene, 'messages.send', ''),
  },
  {
    title: 'messages.send with a number that JSON cannot hold in metadata',
    code: 'SVC-VALIDATION',
    issues: [['body', 'metadata.n', 'invalid_type']],
    send: async (scene) => {
      const { id } = await aChannel(scene);
      const text = `{"channelId":"${id}","to":"${aPhone()}","type":"text","text":"Hi","metadata":{"n":1e400}}`;
      return sendText(scene, 'messages.send', text);
    },
  },
];
