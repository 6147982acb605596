import { type BadInput, badField } from '../bad-input/row.ts';
import { aConversation, missingId } from '../scene.ts';

export const badConversations: readonly BadInput[] = [
  badField(
    'conversations.create',
    'neither a contact nor an address',
    { contactId: undefined },
    'required',
  ),
  badField('conversations.create', 'a contact and an address', { to: '5511987654321' }, [
    'contactId',
    'invalid_format',
  ]),
  badField('conversations.create', 'no channel', { channelId: undefined }, 'required'),
  badField('conversations.update', 'an unknown status', { status: 'done' }, 'invalid_enum'),
  badField('conversations.update', 'status null', { status: null }, 'invalid_enum'),
  badField('conversations.update', 'an unknown priority', { priority: 'max' }, 'invalid_enum'),
  badField('conversations.update', 'a blank subject', { subject: '' }, 'too_short'),
  badField(
    'conversations.update',
    'a subject of 256 characters',
    { subject: 's'.repeat(256) },
    'too_long',
  ),
  badField('conversations.update', 'a number as assignee', { assigneeId: 1 }, 'invalid_type'),
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
    'invalid_format',
  ),
  badField('conversations.sendMessage', 'no text', { text: undefined }, 'required'),
  badField('conversations.sendMessage', 'an unknown type', { type: 'hologram' }, 'invalid_enum'),
  {
    title: 'snoozing a closed conversation',
    code: 'SVC-INVALID-TRANSITION',
    details: { resource: 'conversation', from: 'closed', to: 'snoozed', allowed: ['open'] },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      await scene.api.conversations.update({ params: { id }, body: { status: 'closed' } });
      return scene.call('conversations.update', { params: { id }, body: { status: 'snoozed' } });
    },
  },
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
  {
    title: 'assigning to nobody who exists',
    code: 'SVC-NOT-FOUND',
    details: { resource: 'user' },
    send: async (scene) => {
      const { id } = await aConversation(scene);
      const body = { assigneeId: missingId('usr') };
      return scene.call('conversations.update', { params: { id }, body });
    },
  },
];
