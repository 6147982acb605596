import type { StoredConversation } from '@parley/domain';
import { ofAnyValue, ofOneStatus, ofOneValue } from '../db/ordered-index.ts';
import { latest, tagsKey, valuesKey } from '../db/sort-keys.ts';
import {
  defineTable,
  json,
  named,
  orLatest,
  orLowest,
  plain,
  type RowOf,
  whole,
} from '../db/table.ts';

export const conversationsTable = defineTable<StoredConversation>()('conversations', {
  fields: {
    id: plain,
    channelId: plain,
    channelType: plain,
    contactId: plain,
    contactName: plain,
    contactPhone: plain,
    contactAvatarUrl: plain,
    address: plain,
    thread: whole,
    status: plain,
    priority: plain,
    assigneeId: plain,
    subject: plain,
    tags: json,
    customFields: json,
    metadata: json,
    unreadCount: whole,
    lastMessageId: plain,
    lastMessageDirection: plain,
    lastMessageType: plain,
    lastMessageText: plain,
    lastMessageStatus: plain,
    lastMessageAt: named('last_message_desc', orLowest),
    lastInboundAt: plain,
    lastOutboundAt: plain,
    firstReplyAt: plain,
    waitingSince: orLatest,
    windowNumber: whole,
    sentSinceInbound: whole,
    snoozedUntil: plain,
    closedAt: plain,
    source: plain,
    reopenCount: whole,
    messageCount: whole,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: {
    tags_key: ({ tags }) => tagsKey(tags),
    custom_fields_key: ({ customFields }) => valuesKey(customFields),
    // Conversations without a message must come last in both directions.
    last_message_asc: ({ lastMessageAt }) => lastMessageAt ?? latest,
  },
  extra: { pair_next_at: 0, typing_at: 0 },
  sorts: { lastMessageAt: { asc: 'last_message_asc', desc: 'last_message_desc' } },
  byMinute: ['updated_at'],
  filters: { tag: 'tags_key' },
  ordered: {
    status: ofOneStatus('last_message_desc'),
    assigneeId: ofOneValue('last_message_desc'),
    channelId: ofAnyValue,
    // The index contains only unread conversations.
    unread: { columns: ['last_message_desc'], has: (unread) => unread === true },
  },
  indexed: { contactId: [] },
});

export type ConversationRow = RowOf<typeof conversationsTable>;
