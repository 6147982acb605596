import type {
  ListConversationMessagesQuery,
  ListMessagesQuery,
  Message,
  MessageEvent,
  Page,
  PageQuery,
} from '@parley/contract/schemas';
import { conversationsTable } from '../conversations/table.ts';
import { fromFlag, fromJson } from '../db/columns.ts';
import { listOf, paginate } from '../db/cursor.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantQuery } from '../db/tenant-query.ts';
import { jobsTable } from '../jobs/table.ts';
import { firstTimelineId } from './statements/accepted-message.ts';
import {
  type MessageEventRow,
  type MessageRow,
  messageEventsTable,
  messagesTable,
} from './table.ts';

const messageList = listOf<MessageRow>('messages', { createdAt: 'created_at' });
const timelineList = listOf<MessageEventRow>('message events', { id: 'id' });

/** What a message carries besides its text, by type. */
export interface MessageContent {
  template?: Message['template'];
  interactive?: Message['interactive'];
  location?: Message['location'];
  replyTo?: Message['replyTo'];
}

export async function findMessage(db: TenantDb, id: string): Promise<Message | undefined> {
  const row = await db.select(messagesTable).where({ id }).first();
  return row && toMessage(row);
}

export async function findInbound(
  db: TenantDb,
  channelId: string,
  externalId: string,
): Promise<Message | undefined> {
  const row = await db
    .select(messagesTable)
    .where({ channel_id: channelId, direction: 'inbound', external_id: externalId })
    .first();
  return row && toMessage(row);
}

/** False when the channel has an inbound message with its externalId. */
export async function insertInbound(
  db: TenantDb,
  row: MessageRow,
  receivedAt: string,
): Promise<boolean> {
  if (!(await db.insertIfAbsent(messagesTable, row))) return false;
  await db.insert(messageEventsTable, {
    message_id: row.id,
    id: firstTimelineId,
    type: 'received',
    at: row.created_at,
    received_at: receivedAt,
    ignored: 0,
    error: null,
  });
  return true;
}

export async function listMessages(db: TenantDb, query: ListMessagesQuery): Promise<Page<Message>> {
  const { sort, cursor, limit, ...filters } = query;
  const { conversationId, contactId, channelId, channelType, sourceType, sourceId } = filters;
  const select = withCommonFilters(db.select(messagesTable), filters);
  if (conversationId) select.whereIn('conversation_id', conversationId);
  if (contactId) select.whereIn('conversation_id', await conversationsOf(db, contactId));
  if (channelId) select.whereIn('channel_id', channelId);
  if (channelType) select.whereIn('channel_type', channelType);
  if (sourceType) select.whereIn('source_type', sourceType);
  if (sourceId) select.whereIn('source_id', sourceId);
  if (filters.externalId) select.whereIn('external_id', filters.externalId);
  if (filters.updatedAfter) select.where('updated_at', '>=', filters.updatedAfter);
  if (filters.updatedBefore) select.where('updated_at', '<', filters.updatedBefore);
  const listing = { sort, page: { cursor, limit }, filters };
  const { rows, nextCursor } = await paginate(db, select, messageList, listing);
  return { data: rows.map(toMessage), nextCursor };
}

export async function listOfConversation(
  db: TenantDb,
  conversationId: string,
  query: ListConversationMessagesQuery,
): Promise<Page<Message>> {
  const { sort, cursor, limit, ...filters } = query;
  const select = withCommonFilters(db.select(messagesTable), filters);
  select.where('conversation_id', conversationId);
  const listing = { sort, page: { cursor, limit }, filters: { ...filters, conversationId } };
  const { rows, nextCursor } = await paginate(db, select, messageList, listing);
  return { data: rows.map(toMessage), nextCursor };
}

export async function listTimeline(
  db: TenantDb,
  messageId: string,
  page: PageQuery,
): Promise<Page<MessageEvent>> {
  const select = db.select(messageEventsTable).where('message_id', messageId);
  const listing = { sort: 'id', page, filters: { messageId } };
  const { rows, nextCursor } = await paginate(db, select, timelineList, listing);
  return { data: rows.map(toMessageEvent), nextCursor };
}

/** The job that would send it: of a canceled message nothing is left to hold up its conversation. */
export async function removeDelivery(
  db: TenantDb,
  message: Pick<Message, 'id' | 'conversationId'>,
): Promise<void> {
  await db.remove(jobsTable, {
    name: 'deliver-message',
    order_key: message.conversationId,
    payload: JSON.stringify({ messageId: message.id }),
  });
}

/** Messages are indexed by their conversations, of which a contact has few. */
async function conversationsOf(db: TenantDb, contactIds: readonly string[]): Promise<string[]> {
  const rows = await db.select(conversationsTable).whereIn('contact_id', contactIds);
  return rows.map((row) => row.id);
}

function withCommonFilters(
  select: TenantQuery<MessageRow>,
  filters: Omit<ListConversationMessagesQuery, 'sort' | 'cursor' | 'limit'>,
): TenantQuery<MessageRow> {
  const { direction, type, status, createdAfter, createdBefore } = filters;
  if (direction) select.whereIn('direction', direction);
  if (type) select.whereIn('type', type);
  if (status) select.whereIn('status', status);
  if (createdAfter) select.where('created_at', '>=', createdAfter);
  if (createdBefore) select.where('created_at', '<', createdBefore);
  return select;
}

export function toMessage(row: MessageRow): Message {
  const content: MessageContent = row.content === null ? {} : fromJson(row.content);
  return {
    id: row.id,
    channelId: row.channel_id,
    channelType: row.channel_type,
    conversationId: row.conversation_id,
    contactId: row.contact_id,
    direction: row.direction,
    type: row.type,
    from: row.from_address,
    to: row.to_address,
    text: row.text,
    template: content.template ?? null,
    attachments: [],
    interactive: content.interactive ?? null,
    location: content.location ?? null,
    replyTo: content.replyTo ?? null,
    status: row.status,
    error: row.error === null ? null : fromJson(row.error),
    attempts: row.attempts,
    externalId: row.external_id,
    source: { type: row.source_type, id: row.source_id },
    messageTag: row.message_tag,
    metadata: row.metadata === '{}' ? {} : fromJson(row.metadata),
    isDeleted: fromFlag(row.is_deleted),
    editedAt: row.edited_at,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    failedAt: row.failed_at,
    canceledAt: row.canceled_at,
    updatedAt: row.updated_at,
  };
}

function toMessageEvent(row: MessageEventRow): MessageEvent {
  return {
    type: row.type,
    at: row.at,
    receivedAt: row.received_at,
    ignored: fromFlag(row.ignored),
    error: row.error === null ? null : fromJson(row.error),
  };
}
