import type { CreateChannelBody } from '@parley/contract';
import { type BadInput, badFields, sendText } from '../bad-input/row.ts';
import type { Answer } from '../http.ts';
import { aChannel, aContact, aMessage, aPhone, missingId, type Scene } from '../scene.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const longKey = 'k'.repeat(41);

export const badMessages: readonly BadInput[] = [
  ...badFields('messages.send', [
    ['no channelId', { channelId: undefined }, 'required'],
    ['channelId null', { channelId: null }, 'invalid_type'],
    ['a number as channelId', { channelId: 7 }, 'invalid_type'],
    ['an empty channelId', { channelId: '' }, 'too_short'],
    ['a channelId of 65 characters', { channelId: 'c'.repeat(65) }, 'too_long'],
    ['no recipient', { to: undefined }, 'required'],
    ['an empty recipient', { to: '' }, 'too_short'],
    ['a recipient of 257 characters', { to: '5'.repeat(257) }, 'too_long'],
    ['a number as recipient', { to: 5511987654321 }, 'invalid_type'],
    ['a list of recipients', { to: ['5511987654321'] }, 'invalid_type'],
    ['no type', { type: undefined }, 'required'],
    [
      'no type and no recipient, and null as channelId',
      { type: undefined, to: undefined, channelId: null },
      ['type', 'required'],
      ['channelId', 'invalid_type'],
      ['to', 'required'],
    ],
    ['an unknown type', { type: 'hologram' }, 'invalid_enum'],
    ['a type in capitals', { type: 'TEXT' }, 'invalid_enum'],
    ['a number as type', { type: 1 }, 'invalid_enum'],
    ['no text', { text: undefined }, 'required'],
    ['an empty text', { text: '' }, 'too_short'],
    ['a blank text', { text: ' \n\t\u00a0' }, 'too_short'],
    ['a number as text', { text: 42 }, 'invalid_type'],
    ['an object as text', { text: { body: 'Hello' } }, 'invalid_type'],
    ['NUL in the text', { text: 'a\0b' }, 'invalid_format'],
    ['half of an emoji in the text', { text: 'a\ud83d' }, 'invalid_format'],
    ['type template without one', { type: 'template' }, ['template', 'required']],
    [
      'a template name with capitals and spaces',
      { type: 'template', template: { name: 'Hello World', language: 'en_US' } },
      ['template.name', 'invalid_format'],
    ],
    [
      'a template without language',
      { type: 'template', template: { name: 'hello' } },
      ['template.language', 'required'],
    ],
    [
      'a template with variables and components',
      {
        type: 'template',
        template: { name: 'hello', language: 'en', variables: {}, components: [] },
      },
      ['template.components', 'invalid_format'],
    ],
    [
      'a number as a template variable',
      { type: 'template', template: { name: 'hello', language: 'en', variables: { 1: 5 } } },
      ['template.variables.1', 'invalid_type'],
    ],
    ['a reply to a number', { replyToMessageId: 5 }, 'invalid_type'],
    ['a sendAt without a time zone', { sendAt: '2027-01-01T10:00:00' }, 'invalid_format'],
    ['an unknown messageTag', { messageTag: 'urgent' }, 'invalid_enum'],
    ['metadata of 21 keys', { metadata: keys(21) }, 'too_long'],
    [
      'metadata of more than 4 KB',
      {
        metadata: Object.fromEntries(
          Array.from({ length: 9 }, (_, i) => [`k${i}`, 'v'.repeat(500)]),
        ),
      },
      'too_long',
    ],
    [
      'a metadata key of 41 characters',
      { metadata: { [longKey]: 1 } },
      [`metadata.${longKey}`, 'too_long'],
    ],
    [
      'a metadata value of 501 characters',
      { metadata: { a: 'v'.repeat(501) } },
      ['metadata.a', 'too_long'],
    ],
    ['nested metadata', { metadata: { a: { b: 1 } } }, ['metadata.a', 'invalid_type']],
    ['null in new metadata', { metadata: { a: null } }, ['metadata.a', 'invalid_type']],
    ['a list as metadata', { metadata: ['a'] }, 'invalid_type'],
    [
      'several mistakes, which are all listed',
      { channelId: 1, to: '', text: '', metadata: { a: [] } },
      ['channelId', 'invalid_type'],
      ['to', 'too_short'],
      ['text', 'too_short'],
      ['metadata.a', 'invalid_type'],
    ],
  ]),
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
  badRecipient('whatsapp', '@ana', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '12345', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '1234567890123456', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '+', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '005511987654321', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', 'US.ENT.123', 'parent_bsuid'),
  badRecipient('whatsapp', '٥٥١١٩٨٧٦٥٤٣٢١', 'not_a_phone_number_or_bsuid'),
  badRecipient('whatsapp', '５５１１９８７６５４３２１²', 'not_a_phone_number_or_bsuid'),
  badRecipient('instagram', '@ana', 'not_an_igsid'),
  badRecipient('instagram', '1'.repeat(33), 'not_an_igsid'),
  badRecipient('tiktok', 'two words', 'not_a_conversation_id'),
  badText('whatsapp', 'x'.repeat(4_097), { limit: 4_096, unit: 'characters', actual: 4_097 }),
  badText('whatsapp', '😀'.repeat(4_097), { limit: 4_096, unit: 'characters', actual: 4_097 }),
  badText('instagram', 'é'.repeat(501), { limit: 1_000, unit: 'bytes', actual: 1_002 }),
  badText('instagram', '😀'.repeat(251), { limit: 1_000, unit: 'bytes', actual: 1_004 }),
  badText('tiktok', 'x'.repeat(6_001), { limit: 6_000, unit: 'characters', actual: 6_001 }),
  {
    title: 'a template on a network without templates',
    code: 'SVC-CONTENT-UNSUPPORTED',
    details: { channelType: 'instagram', type: 'template' },
    send: (scene) =>
      sendOn(
        scene,
        { type: 'instagram' },
        {
          to: '17841400000000001',
          type: 'template',
          template: { name: 'hello', language: 'en_US' },
        },
      ),
  },
  {
    title: 'an empty template parameter',
    code: 'SVC-TEMPLATE-PARAMS',
    details: { empty: ['2'] },
    send: (scene) =>
      sendOn(
        scene,
        {},
        {
          to: aPhone(),
          type: 'template',
          template: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '' } },
        },
      ),
  },
  {
    title: 'sending on a disabled channel',
    code: 'SVC-CHANNEL-UNAVAILABLE',
    details: { status: 'disabled', reason: 'manual' },
    send: async (scene) => {
      const { id } = await aChannel(scene);
      await scene.api.channels.disable({ params: { id } });
      return sendHello(scene, id);
    },
  },
  {
    title: 'the id of a contact where a channel belongs',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'channel' },
    send: async (scene) => sendHello(scene, (await aContact(scene)).id),
  },
  {
    title: 'sending a file that does not exist to a recipient that is not valid',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'media' },
    send: async (scene) => {
      const { id: channelId } = await aChannel(scene);
      const body = { channelId, to: 'Ana', type: 'image', media: { id: missingId('med') } };
      return scene.call('messages.send', { body });
    },
  },
  {
    title: 'canceling a message twice',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'message', from: 'canceled' },
    send: async (scene) => {
      const { id } = await aMessage(scene);
      await scene.api.messages.cancel({ params: { id } });
      return scene.call('messages.cancel', { params: { id } });
    },
  },
  {
    title: 'retrying a message that did not fail',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'message', from: 'queued' },
    send: async (scene) => {
      const { id } = await aMessage(scene);
      return scene.call('messages.retry', { params: { id } });
    },
  },
];

type ChannelType = CreateChannelBody['type'];

const recipients: Record<ChannelType, string> = {
  whatsapp: '5511987654321',
  instagram: '17841400000000001',
  tiktok: 'conversation-1',
};

function badRecipient(type: ChannelType, to: string, reason: string): BadInput {
  return {
    title: `${type} to ${to}`,
    code: 'SVC-RECIPIENT-INVALID',
    details: { channelType: type, reason },
    send: (scene) => sendOn(scene, { type }, { to, type: 'text', text: 'Hello' }),
  };
}

function badText(
  type: ChannelType,
  text: string,
  details: { limit: number; unit: string; actual: number },
): BadInput {
  return {
    title: `${type} with ${details.actual} ${details.unit} of ${text.slice(0, 2)}`,
    code: 'SVC-TEXT-TOO-LONG',
    details,
    send: (scene) => sendOn(scene, { type }, { to: recipients[type], type: 'text', text }),
  };
}

async function sendOn(
  scene: Scene,
  channel: Partial<CreateChannelBody>,
  body: object,
): Promise<Answer> {
  const { id } = await aChannel(scene, channel);
  return scene.call('messages.send', { body: { channelId: id, ...body } });
}

function sendHello(scene: Scene, channelId: string): Promise<Answer> {
  return scene.call('messages.send', {
    body: { channelId, to: aPhone(), type: 'text', text: 'Hello' },
  });
}
