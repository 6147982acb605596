import { badChannelBodies } from './channel-bodies.ts';
import { badMessageBodies } from './message-bodies.ts';
import { type BadInput, badField, sendText } from './row.ts';

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
  ...badMessageBodies,
  ...badChannelBodies,
  ...contacts,
  ...conversations,
];
