import { aChannel, aPhone } from '../scene.ts';
import { type BadInput, badField, sendText } from './row.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const longKey = 'k'.repeat(41);

const messages: readonly BadInput[] = [
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

const channels: readonly BadInput[] = [
  badField('channels.create', 'no name', { name: undefined }, ['name', 'required']),
  badField('channels.create', 'a blank name', { name: '   ' }, ['name', 'too_short']),
  badField('channels.create', 'a name of 121 characters', { name: 'n'.repeat(121) }, [
    'name',
    'too_long',
  ]),
  badField('channels.create', 'an unknown type', { type: 'sms' }, ['type', 'invalid_enum']),
  badField('channels.create', 'an unknown provider', { provider: 'pigeon' }, [
    'provider',
    'invalid_enum',
  ]),
  badField('channels.create', 'no type', { type: undefined }, ['type', 'required']),
  badField(
    'channels.create',
    'an unknown window rule',
    { settings: { windowEnforcement: 'never' } },
    ['settings.windowEnforcement', 'invalid_enum'],
  ),
  badField('channels.create', 'a throttle of 0', { settings: { throttlePerSecond: 0 } }, [
    'settings.throttlePerSecond',
    'out_of_range',
  ]),
  badField(
    'channels.create',
    'a huge throttle',
    { settings: { throttlePerSecond: 1_000_000_000 } },
    ['settings.throttlePerSecond', 'out_of_range'],
  ),
  badField('channels.create', 'a throttle in quotes', { settings: { throttlePerSecond: '5' } }, [
    'settings.throttlePerSecond',
    'invalid_type',
  ]),
  badField(
    'channels.create',
    'half a message per second',
    { settings: { throttlePerSecond: 0.5 } },
    ['settings.throttlePerSecond', 'invalid_type'],
  ),
  badField('channels.update', 'name null', { name: null }, ['name', 'invalid_type']),
  badField('channels.update', 'settings null', { settings: null }, ['settings', 'invalid_type']),
  badField('channels.simulateInbound', 'a type that nobody can simulate', { type: 'image' }, [
    'type',
    'invalid_enum',
  ]),
  badField('channels.simulateInbound', 'an empty text', { text: '' }, ['text', 'too_short']),
  badField(
    'channels.simulateInbound',
    'a text of 10,001 characters',
    { text: 't'.repeat(10_001) },
    ['text', 'too_long'],
  ),
  badField('channels.simulateInbound', 'no sender', { from: undefined }, ['from', 'required']),
  badField('channels.simulateInbound', 'a timestamp in words', { timestamp: 'yesterday' }, [
    'timestamp',
    'invalid_format',
  ]),
  badField('channels.simulateInbound', 'a timestamp in seconds', { timestamp: 1_795_000_000 }, [
    'timestamp',
    'invalid_type',
  ]),
  badField(
    'channels.simulateInbound',
    'a timestamp before the year 0 in UTC',
    { timestamp: '0000-01-01T00:00:00+12:00' },
    ['timestamp', 'invalid_format'],
  ),
  badField(
    'conversations.update',
    'a time after the year 9999 in UTC as snoozedUntil',
    { status: 'snoozed', snoozedUntil: '9999-12-31T23:59:59-12:00' },
    ['snoozedUntil', 'invalid_format'],
  ),
  badField(
    'channels.simulateInbound',
    'a timestamp without an offset',
    { timestamp: '2026-11-20T09:30:00' },
    ['timestamp', 'invalid_format'],
  ),
  badField(
    'channels.simulateInbound',
    'a latitude of 91',
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    ['location.latitude', 'out_of_range'],
  ),
  badField('channels.simulateStatus', 'a status that no provider reports', { status: 'queued' }, [
    'status',
    'invalid_enum',
  ]),
  badField(
    'channels.simulateStatus',
    'a number as providerCode',
    { status: 'failed', error: { providerCode: 131026 } },
    ['error.providerCode', 'invalid_type'],
  ),
];

const contacts: readonly BadInput[] = [
  badField('contacts.create', 'a phone in words', { phone: 'none' }, ['phone', 'invalid_format']),
  badField('contacts.create', 'a phone without country code', { phone: '11987654321' }, [
    'phone',
    'invalid_format',
  ]),
  badField('contacts.create', 'a phone of 16 digits', { phone: '+5511987654321000' }, [
    'phone',
    'invalid_format',
  ]),
  badField('contacts.create', 'half an e-mail address', { email: 'ana@' }, [
    'email',
    'invalid_format',
  ]),
  badField('contacts.create', 'a country in lower case', { country: 'br' }, [
    'country',
    'invalid_format',
  ]),
  badField('contacts.create', 'a language that is none', { language: 'portugu\u00eas!' }, [
    'language',
    'invalid_format',
  ]),
  badField('contacts.create', 'a time zone on Mars', { timezone: 'Mars/Olympus' }, [
    'timezone',
    'invalid_format',
  ]),
  badField('contacts.create', 'a script as picture', { avatarUrl: 'javascript:alert(1)' }, [
    'avatarUrl',
    'invalid_format',
  ]),
  badField('contacts.create', 'an unknown lifecycle', { lifecycle: 'fan' }, [
    'lifecycle',
    'invalid_enum',
  ]),
  badField('contacts.create', '51 tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, [
    'tags',
    'too_long',
  ]),
  badField('contacts.create', 'a tag of 65 characters', { tags: ['ok', 't'.repeat(65)] }, [
    'tags.1',
    'too_long',
  ]),
  badField('contacts.create', 'a blank tag', { tags: [' '] }, ['tags.0', 'too_short']),
  badField('contacts.create', 'tags in one text', { tags: 'vip,new' }, ['tags', 'invalid_type']),
  badField('contacts.create', 'a blank name', { name: ' ' }, ['name', 'too_short']),
  badField('contacts.create', 'a name of 256 characters', { name: 'n'.repeat(256) }, [
    'name',
    'too_long',
  ]),
  badField('contacts.create', 'a list as name', { name: ['Ana'] }, ['name', 'invalid_type']),
  badField('contacts.create', 'an ownerId of 65 characters', { ownerId: 'u'.repeat(65) }, [
    'ownerId',
    'too_long',
  ]),
  badField('contacts.update', 'lifecycle null', { lifecycle: null }, ['lifecycle', 'invalid_enum']),
  badField('contacts.update', 'tags null', { tags: null }, ['tags', 'invalid_type']),
  {
    title: 'contacts.create with __proto__ in metadata',
    code: 'SVC-VALIDATION',
    issues: [['body', 'metadata.__proto__', 'invalid_format']],
    send: (scene) => sendText(scene, 'contacts.create', '{"metadata":{"__proto__":"x"}}'),
  },
  {
    title: 'contacts.create with nesting that is too deep in an unknown field',
    code: 'SVC-VALIDATION',
    send: (scene) =>
      sendText(scene, 'contacts.create', `{"x":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`),
  },
];

const conversations: readonly BadInput[] = [
  badField('conversations.update', 'an unknown status', { status: 'done' }, [
    'status',
    'invalid_enum',
  ]),
  badField('conversations.update', 'status null', { status: null }, ['status', 'invalid_enum']),
  badField('conversations.update', 'an unknown priority', { priority: 'max' }, [
    'priority',
    'invalid_enum',
  ]),
  badField('conversations.update', 'a blank subject', { subject: '' }, ['subject', 'too_short']),
  badField('conversations.update', 'a subject of 256 characters', { subject: 's'.repeat(256) }, [
    'subject',
    'too_long',
  ]),
  badField('conversations.update', 'a number as assignee', { assigneeId: 1 }, [
    'assigneeId',
    'invalid_type',
  ]),
  badField(
    'conversations.update',
    'a date as snoozedUntil',
    { status: 'snoozed', snoozedUntil: '2026-12-01' },
    ['snoozedUntil', 'invalid_format'],
  ),
  badField(
    'conversations.update',
    'the 30th of February',
    { snoozedUntil: '2027-02-30T00:00:00Z' },
    ['snoozedUntil', 'invalid_format'],
  ),
  badField('conversations.sendMessage', 'no text', { text: undefined }, ['text', 'required']),
  badField('conversations.sendMessage', 'an unknown type', { type: 'hologram' }, [
    'type',
    'invalid_enum',
  ]),
];

export const badBodies: readonly BadInput[] = [
  ...messages,
  ...channels,
  ...contacts,
  ...conversations,
];
