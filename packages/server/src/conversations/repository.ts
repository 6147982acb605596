import {
  type Conversation,
  channelCapabilities,
  channelType,
  conversationLimits,
  conversationWindow,
  type ListConversationsQuery,
  type Message,
  type Page,
} from '@parley/contract/schemas';
import { contactsTable } from '../contacts/table.ts';
import { fromJson, toJson } from '../db/columns.ts';
import { orWhereAmong, whereContains, whereTagged } from '../db/conditions.ts';
import { cursorAfter, type Listing, listOf, paginate, readPosition } from '../db/cursor.ts';
import type { Dialect } from '../db/driver.ts';
import { type Made, RecordMemo } from '../db/record-memo.ts';
import { latest, lowest, tagsKey } from '../db/sort-keys.ts';
import {
  type ListedConversation,
  listConversations as readConversations,
  readListedConversation,
} from '../db/statements/list-conversations.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Conditions, TenantQuery } from '../db/tenant-query.ts';
import { messagesTable } from '../messages/table.ts';
import { type ConversationRow, conversationsTable } from './table.ts';

const conversationList = listOf<ConversationRow>('conversations', {
  lastMessageAt: { asc: 'last_message_asc', desc: 'last_message_desc' },
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  waitingSince: 'waiting_since',
});

export async function findConversation(
  db: TenantDb,
  id: string,
): Promise<ConversationRow | undefined> {
  return await db.select(conversationsTable).where({ id }).first();
}

/** For a change: nobody else changes it until the end of the transaction. */
export async function lockConversation(
  db: TenantDb,
  id: string,
): Promise<ConversationRow | undefined> {
  return await db.select(conversationsTable).where({ id }).forUpdate().first();
}

/** The newest thread with any of these addresses of one customer. */
export async function lockThread(
  db: TenantDb,
  channelId: string,
  addresses: readonly string[],
): Promise<ConversationRow | undefined> {
  return await db
    .select(conversationsTable)
    .where({ channel_id: channelId })
    .whereIn('address', addresses)
    .orderBy('thread', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .first();
}

/** False when the thread was begun by another transaction, which is committed by now. */
export async function insertConversation(db: TenantDb, row: ConversationRow): Promise<boolean> {
  return await db.insertIfAbsent(conversationsTable, row, ['channel_id', 'address', 'thread']);
}

export async function updateConversation(
  db: TenantDb,
  id: string,
  patch: Partial<ConversationRow>,
): Promise<void> {
  await db.update(conversationsTable, { id }, patch);
}

export async function updateContactSummary(
  db: TenantDb,
  contactId: string,
  patch: Partial<ConversationRow>,
): Promise<void> {
  await db.update(conversationsTable, { contact_id: contactId }, patch);
}

export async function listConversations(
  db: TenantDb,
  query: ListConversationsQuery,
  nowMs: number,
): Promise<Page<Conversation>> {
  const { sort, cursor, limit, ...filters } = query;
  const listing = { sort, page: { cursor, limit }, filters };
  if (Object.values(filters).every((value) => value === undefined)) {
    return await listAll(db, listing, nowMs);
  }
  const select = filtered(db, filters, nowMs);
  const { rows, nextCursor } = await paginate(db, select, conversationList, listing);
  return { data: rows.map((row) => toConversation(row, nowMs)), nextCursor };
}

const records = new RecordMemo<Conversation>();
// Requests of one turn for the same page share its rows.
const pages = new WeakMap<readonly string[], Page<Conversation>>();

/** The inbox as it is polled: most of its rows are those of the time before. */
async function listAll(db: TenantDb, listing: Listing, nowMs: number): Promise<Page<Conversation>> {
  const position = readPosition(db, conversationList, listing);
  const rows = await db.run(readConversations, position);
  const shared = pages.get(rows);
  if (shared) return shared;
  const shown = rows.slice(0, position.limit);
  const last = shown.at(-1);
  const page = Object.freeze({
    data: shown.map((row) => records.get(row, nowMs, () => make(db.dialect, row, nowMs))),
    nextCursor:
      last !== undefined && rows.length > shown.length
        ? cursorAfter(db, conversationList, listing, readListedConversation(db.dialect, last))
        : null,
  });
  pages.set(rows, page);
  return page;
}

function make(dialect: Dialect, text: string, nowMs: number): Made<Conversation> {
  const record = toConversation(readListedConversation(dialect, text), nowMs);
  const { open, expiresAt } = record.window;
  return { record, goodUntilMs: open && expiresAt !== null ? Date.parse(expiresAt) : Infinity };
}

type Filters = Omit<ListConversationsQuery, 'sort' | 'cursor' | 'limit'>;

function filtered(db: TenantDb, filters: Filters, nowMs: number): TenantQuery<ConversationRow> {
  const select = db.select(conversationsTable);
  const { status, channelId, channelType, contactId, assigneeId, tag, priority, unread } = filters;
  if (status) select.whereIn('status', status);
  if (channelId) select.whereIn('channel_id', channelId);
  if (channelType) select.whereIn('channel_type', channelType);
  if (contactId) select.whereIn('contact_id', contactId);
  if (assigneeId) {
    select.where((assignee) => {
      assignee.whereIn('assignee_id', assigneeId);
      if (assigneeId.includes('none')) assignee.orWhereNull('assignee_id');
    });
  }
  if (tag) whereTagged(select, 'tags_key', tag);
  if (priority) select.whereIn('priority', priority);
  if (unread !== undefined) select.where('unread_count', unread ? '>' : '=', 0);
  if (filters.windowOpen !== undefined) whereWindow(select, filters.windowOpen, nowMs);
  if (filters.source) select.whereIn('source', filters.source);
  if (filters.q?.trim()) whereMentions(db, select, filters.q.trim());
  if (filters.createdAfter) select.where('created_at', '>=', filters.createdAfter);
  if (filters.createdBefore) select.where('created_at', '<', filters.createdBefore);
  if (filters.updatedAfter) select.where('updated_at', '>=', filters.updatedAfter);
  if (filters.updatedBefore) select.where('updated_at', '<', filters.updatedBefore);
  if (filters.lastMessageAfter) {
    select.where('last_message_desc', '>=', filters.lastMessageAfter);
  }
  if (filters.lastMessageBefore) {
    select.where('last_message_asc', '<', filters.lastMessageBefore);
  }
  return select;
}

/** In SQL what `conversationWindow` says of one conversation. */
function whereWindow(select: TenantQuery<ConversationRow>, open: boolean, nowMs: number): void {
  select.whereNotNull('last_inbound_at');
  select.where((group) => {
    for (const type of channelType.options) {
      const { windowHours, messagesPerWindow } = channelCapabilities[type];
      const since = new Date(nowMs - windowHours * 3_600_000).toISOString();
      group.orWhere((ofType: Conditions<ConversationRow>) => {
        ofType.where('channel_type', type);
        if (open) {
          ofType.where('last_inbound_at', '>', since);
          if (messagesPerWindow !== null)
            ofType.where('sent_since_inbound', '<', messagesPerWindow);
          return;
        }
        ofType.where((closed) => {
          closed.where('last_inbound_at', '<=', since);
          if (messagesPerWindow === null) return;
          closed.orWhere((used) => {
            used.where('sent_since_inbound', '>=', messagesPerWindow);
          });
        });
      });
    }
  });
}

function whereMentions(db: TenantDb, select: TenantQuery<ConversationRow>, text: string): void {
  const contacts = db.select(contactsTable);
  contacts.where((group) => {
    whereContains(group, 'search_key', text);
  });
  const messages = db.select(messagesTable);
  whereContains(messages, 'text_key', text);
  select.where((group) => {
    orWhereAmong(group, 'contact_id', contacts, 'id');
    orWhereAmong(group, 'id', messages, 'conversation_id');
  });
}

export function toConversation(row: ListedConversation, nowMs: number): Conversation {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelType: row.channel_type,
    contactId: row.contact_id,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      phone: row.contact_phone,
      avatarUrl: row.contact_avatar_url,
    },
    address: row.address,
    status: row.status,
    priority: row.priority,
    assigneeId: row.assignee_id,
    subject: row.subject,
    tags: row.tags === '[]' ? [] : fromJson(row.tags),
    metadata: row.metadata === '{}' ? {} : fromJson(row.metadata),
    unreadCount: row.unread_count,
    lastMessage: lastMessageOf(row),
    lastMessageAt: row.last_message_desc === lowest ? null : row.last_message_desc,
    lastInboundAt: row.last_inbound_at,
    lastOutboundAt: row.last_outbound_at,
    firstReplyAt: row.first_reply_at,
    waitingSince: row.waiting_since === latest ? null : row.waiting_since,
    window: conversationWindow(
      row.channel_type,
      { lastInboundAt: row.last_inbound_at, sentSinceInbound: row.sent_since_inbound },
      nowMs,
    ),
    snoozedUntil: row.snoozed_until,
    closedAt: row.closed_at,
    source: row.source,
    reopenCount: row.reopen_count,
    messageCount: row.message_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function lastMessageOf(row: ListedConversation): Conversation['lastMessage'] {
  const { last_message_id: id, last_message_direction: direction } = row;
  const { last_message_type: type, last_message_status: status } = row;
  // The columns of the last message are written together, or not at all.
  if (id === null || direction === null || type === null || status === null) return null;
  const createdAt = row.last_message_desc;
  return { id, direction, type, text: row.last_message_text, status, createdAt };
}

export function lastMessageColumns(message: Message): Partial<ConversationRow> {
  return {
    last_message_id: message.id,
    last_message_direction: message.direction,
    last_message_type: message.type,
    last_message_text: lastMessageText(message.text),
    last_message_status: message.status,
    last_message_asc: message.createdAt,
    last_message_desc: message.createdAt,
  };
}

export function lastMessageText(text: string | null): string | null {
  const limit = conversationLimits.lastMessageTextLength;
  if (text === null || text.length <= limit) return text;
  // By characters: half of a surrogate pair is no text.
  return [...text.slice(0, limit * 2)].slice(0, limit).join('');
}

export const tagColumns = (tags: readonly string[]) => ({
  tags: toJson(tags),
  tags_key: tagsKey(tags),
});
