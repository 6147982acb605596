import type { Conversation, Message } from '@parley/contract/schemas';
import { latest, lowest } from '../db/sort-keys.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import * as repository from './repository.ts';
import type { ConversationRow } from './table.ts';

// What messages and contacts do to conversations. A thread is one customer on one channel; its
// conversations are numbered, and the newest one takes what comes.

type Customer = Conversation['contact'];

export interface ThreadPlace {
  channel: { id: string; type: Conversation['channelType'] };
  contact: Customer;
  /** The address used, then those under which the same customer may be known. */
  addresses: readonly [string, ...string[]];
  source: Conversation['source'];
}

/** The newest conversation of a thread, made if there is none; in a transaction. */
export async function openThread(ctx: TenantContext, place: ThreadPlace): Promise<ConversationRow> {
  const known = await repository.lockThread(ctx.db, place.channel.id, place.addresses);
  return known ?? (await begin(ctx, place, 1));
}

/**
 * Where an inbound message belongs: a closed conversation is opened again or followed by a new one,
 * a snoozed one wakes up.
 */
export async function receivingThread(
  ctx: TenantContext,
  place: ThreadPlace,
  threading: 'single' | 'new_after_close',
): Promise<ConversationRow> {
  const thread = await openThread(ctx, place);
  if (thread.status === 'closed' && threading === 'new_after_close') {
    return await begin(ctx, { ...place, addresses: [thread.address] }, thread.thread + 1);
  }
  if (thread.status === 'closed' || thread.status === 'snoozed') return await reopen(ctx, thread);
  return thread;
}

/** Opens a closed or snoozed conversation; in a transaction that holds its lock. */
export async function reopen(ctx: TenantContext, row: ConversationRow): Promise<ConversationRow> {
  const closed = row.status === 'closed';
  const patch = {
    status: 'open',
    snoozed_until: null,
    closed_at: null,
    reopen_count: row.reopen_count + (closed ? 1 : 0),
    updated_at: ctx.now().toISOString(),
  } as const;
  await repository.updateConversation(ctx.db, row.id, patch);
  const after = { ...row, ...patch };
  const previous = closed
    ? { status: row.status, closedAt: row.closed_at, reopenCount: row.reopen_count }
    : { status: row.status, ...(row.snoozed_until && { snoozedUntil: row.snoozed_until }) };
  recordEvent(ctx, 'conversation.status_changed', {
    subject: subjectOf(after),
    object: repository.toConversation(after, ctx.now().getTime()),
    previous,
  });
  return after;
}

/** What an inbound message changes. `at` is when the customer sent it. */
export async function noteInbound(
  ctx: TenantContext,
  row: ConversationRow,
  message: Message,
  at: string,
): Promise<void> {
  const known = row.last_inbound_at;
  // A provider may report an older message after a newer one.
  const isNewest = known === null || at >= known;
  await repository.updateConversation(ctx.db, row.id, {
    ...(message.createdAt >= row.last_message_desc && repository.lastMessageColumns(message)),
    ...(isNewest && { last_inbound_at: at, sent_since_inbound: 0 }),
    waiting_since: at < row.waiting_since ? at : row.waiting_since,
    unread_count: row.unread_count + 1,
    message_count: row.message_count + 1,
    updated_at: ctx.now().toISOString(),
  });
}

/** Keeps the contact's summary equal to its record. */
export async function updateContactSummary(ctx: TenantContext, contact: Customer): Promise<void> {
  await repository.updateContactSummary(ctx.db, contact.id, {
    contact_name: contact.name,
    contact_phone: contact.phone,
    contact_avatar_url: contact.avatarUrl,
    updated_at: ctx.now().toISOString(),
  });
}

export const { lastMessageText } = repository;

async function begin(
  ctx: TenantContext,
  { channel, contact, addresses, source }: ThreadPlace,
  thread: number,
): Promise<ConversationRow> {
  const at = ctx.now().toISOString();
  const row: ConversationRow = {
    id: ctx.newId('cnv'),
    channel_id: channel.id,
    channel_type: channel.type,
    contact_id: contact.id,
    contact_name: contact.name,
    contact_phone: contact.phone,
    contact_avatar_url: contact.avatarUrl,
    address: addresses[0],
    thread,
    status: 'open',
    priority: null,
    assignee_id: null,
    subject: null,
    ...repository.tagColumns([]),
    metadata: '{}',
    unread_count: 0,
    last_message_id: null,
    last_message_direction: null,
    last_message_type: null,
    last_message_text: null,
    last_message_status: null,
    last_message_asc: latest,
    last_message_desc: lowest,
    last_inbound_at: null,
    last_outbound_at: null,
    first_reply_at: null,
    waiting_since: latest,
    sent_since_inbound: 0,
    pair_next_at: 0,
    snoozed_until: null,
    closed_at: null,
    source,
    reopen_count: 0,
    message_count: 0,
    created_at: at,
    updated_at: at,
  };
  if (!(await repository.insertConversation(ctx.db, row))) {
    const other = await repository.lockThread(ctx.db, channel.id, addresses);
    if (!other) throw new Error(`the thread of ${row.id} is neither ours nor another's`);
    return other;
  }
  recordEvent(ctx, 'conversation.created', {
    subject: subjectOf(row),
    object: repository.toConversation(row, ctx.now().getTime()),
  });
  return row;
}

function subjectOf(row: { id: string }) {
  return { type: 'conversation', id: row.id };
}
