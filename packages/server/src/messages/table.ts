import { fold, type MessageEvent } from '@parley/contract/schemas';
import type { StoredMessage } from '@parley/domain';
import { ofOneValue } from '../db/ordered-index.ts';
import { cell, cellsIn } from '../db/rows-in.ts';
import { defineTable, flag, json, named, plain, type RowOf, whole } from '../db/table.ts';

export const messagesTable = defineTable<StoredMessage>()('messages', {
  fields: {
    id: plain,
    channelId: plain,
    channelType: plain,
    conversationId: plain,
    contactId: plain,
    direction: plain,
    type: plain,
    from: named('from_address', plain),
    to: named('to_address', plain),
    text: plain,
    content: json,
    status: plain,
    error: json,
    attempts: whole,
    failures: whole,
    externalId: plain,
    sourceType: plain,
    sourceId: plain,
    messageTag: plain,
    category: plain,
    metadata: json,
    isDeleted: flag,
    editedAt: plain,
    queuedAt: plain,
    sendingAt: whole,
    windowNumber: whole,
    createdAt: plain,
    scheduledAt: plain,
    sentAt: plain,
    deliveredAt: plain,
    readAt: plain,
    failedAt: plain,
    canceledAt: plain,
    updatedAt: plain,
  },
  keys: { text_key: ({ text }) => (text === null ? null : fold(text)) },
  filters: { q: 'text_key' },
  ordered: {
    sourceId: ofOneValue('created_at'),
    // The index contains only failed messages.
    status: { columns: ['created_at'], has: (statuses) => String(statuses) === 'failed' },
  },
  indexed: { conversationId: ['created_at'], externalId: [] },
  indexNames: { conversationId: 'messages_of_conversation' },
  // A conversation may get another contact, and its messages with it. The column still has the contact at the creation
  // of the message; workers of an older version use it during an upgrade.
  reads: {
    contact_id: `(select v.contact_id from conversations v
      where v.tenant_id = messages.tenant_id and v.id = messages.conversation_id)`,
  },
  // `timeline_length`: the number of entries in message_events, which gives the next entry its ID. `slot_at`: belongs
  // to an earlier throttle; workers of an older version use it during an upgrade.
  extra: { timeline_length: 1, slot_at: null },
});

export type MessageRow = RowOf<typeof messagesTable>;

export const messageEventsTable = cellsIn('message_events', {
  message_id: cell<string>(),
  id: cell<string>(),
  type: cell<MessageEvent['type']>(),
  at: cell<string>(),
  received_at: cell<string>(),
  ignored: cell<number>(),
  error: cell<string | null>(),
});

export type MessageEventRow = RowOf<typeof messageEventsTable>;
