import { type BadInput, badFields } from '../bad-input/row.ts';
import { aConversation } from '../scene.ts';

export const badConversations: readonly BadInput[] = [
  ...badFields('conversations.create', [
    ['neither a contact nor an address', { contactId: undefined }, 'required'],
    ['a contact and an address', { to: '5511987654321' }, ['contactId', 'invalid_format']],
    ['no channel', { channelId: undefined }, 'required'],
  ]),
  ...badFields('conversations.update', [
    ['an unknown status', { status: 'done' }, 'invalid_enum'],
    ['status null', { status: null }, 'invalid_enum'],
    ['an unknown priority', { priority: 'max' }, 'invalid_enum'],
    ['a blank subject', { subject: '' }, 'too_short'],
    ['a subject of 256 characters', { subject: 's'.repeat(256) }, 'too_long'],
    ['a number as assignee', { assigneeId: 1 }, 'invalid_type'],
    [
      'a date as snoozedUntil',
      { status: 'snoozed', snoozedUntil: '2026-12-01' },
      ['snoozedUntil', 'invalid_format'],
    ],
    [
      'a time after the year 9999 in UTC as snoozedUntil',
      { status: 'snoozed', snoozedUntil: '9999-12-31T23:59:59-12:00' },
      ['snoozedUntil', 'invalid_format'],
    ],
    ['the 30th of February', { snoozedUntil: '2027-02-30T00:00:00Z' }, 'invalid_format'],
  ]),
  ...badFields('conversations.sendMessage', [
    ['no text', { text: undefined }, 'required'],
    ['an unknown type', { type: 'hologram' }, 'invalid_enum'],
  ]),
  {
    title: 'snoozing until a time that has passed',
    code: 'SVC-RULE-VIOLATION',
    details: { field: 'snoozedUntil' },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      const body = { status: 'snoozed', snoozedUntil: '2020-01-01T00:00:00Z' };
      return scene.call('conversations.update', { params: { id }, body });
    },
  },
];
