import { type BadInput, badFields, sendText } from './bad-input/row.ts';

export const badContacts: readonly BadInput[] = [
  ...badFields('contacts.create', [
    ['a phone in words', { phone: 'none' }, 'invalid_format'],
    ['a phone without country code', { phone: '11987654321' }, 'invalid_format'],
    ['a phone of 16 digits', { phone: '+5511987654321000' }, 'invalid_format'],
    ['half an e-mail address', { email: 'ana@' }, 'invalid_format'],
    ['a country in lower case', { country: 'br' }, 'invalid_format'],
    ['a country that does not exist', { country: 'XX' }, 'invalid_format'],
    ['a region that is no country', { country: 'EU' }, 'invalid_format'],
    ['a code that is no code of ISO 3166-1', { country: 'UK' }, 'invalid_format'],
    ['a language that is none', { language: 'portugu\u00eas!' }, 'invalid_format'],
    ['a time zone on Mars', { timezone: 'Mars/Olympus' }, 'invalid_format'],
    ['a script as picture', { avatarUrl: 'javascript:alert(1)' }, 'invalid_format'],
    ['an unknown lifecycle', { lifecycle: 'fan' }, 'invalid_enum'],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'too_long'],
    ['a tag of 65 characters', { tags: ['ok', 't'.repeat(65)] }, ['tags.1', 'too_long']],
    ['a blank tag', { tags: [' '] }, ['tags.0', 'too_short']],
    ['a tag of invisible characters', { tags: ['\u00ad\u2060'] }, ['tags.0', 'too_short']],
    ['a tag of dots', { tags: ['..'] }, ['tags.0', 'invalid_format']],
    ['tags in one text', { tags: 'vip,new' }, 'invalid_type'],
    ['a blank name', { name: ' ' }, 'too_short'],
    ['a name of invisible characters', { name: '\u200b' }, 'too_short'],
    ['a name of 256 characters', { name: 'n'.repeat(256) }, 'too_long'],
    ['a list as name', { name: ['Ana'] }, 'invalid_type'],
    ['an ownerId of 65 characters', { ownerId: 'u'.repeat(65) }, 'too_long'],
  ]),
  ...badFields('contacts.update', [
    ['lifecycle null', { lifecycle: null }, 'invalid_enum'],
    ['tags null', { tags: null }, 'invalid_type'],
  ]),
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
