import {
  type Conversation,
  conversationTransitions,
  type ListConversationMessagesQuery,
  type ListConversationsQuery,
  type Message,
  mergeMetadata,
  type Page,
  type SendConversationMessageBody,
  ServiceError,
  type UpdateConversationBody,
} from '@parley/contract/schemas';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { givenFields } from '../given-fields.ts';
import { enqueue } from '../jobs/queue.ts';
import { sendMessage } from '../messages/send.ts';
import { listMessagesOf } from '../messages/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import * as repository from './repository.ts';
import type { ConversationRow } from './table.ts';
import { reopen } from './threads.ts';

export async function listConversations(
  ctx: TenantContext,
  query: ListConversationsQuery,
): Promise<Page<Conversation>> {
  return await repository.listConversations(ctx.db, query, ctx.now().getTime());
}

export async function getConversation(ctx: TenantContext, id: string): Promise<Conversation> {
  const row = await repository.findConversation(ctx.db, id);
  if (!row) throw notFound(id);
  return toConversation(ctx, row);
}

export async function updateConversation(
  ctx: TenantContext,
  id: string,
  body: UpdateConversationBody,
): Promise<Conversation> {
  return await inTransaction(ctx, async (ctx) => {
    const row = await lock(ctx, id);
    const before = toConversation(ctx, row);
    if (body.assigneeId != null && body.assigneeId !== before.assigneeId) {
      await requireUser(ctx, body.assigneeId, 'assigneeId');
    }
    const after: Conversation = {
      ...before,
      ...changedStatus(ctx, before, body),
      assigneeId: body.assigneeId === undefined ? before.assigneeId : body.assigneeId,
      priority: body.priority === undefined ? before.priority : body.priority,
      subject: body.subject === undefined ? before.subject : body.subject,
      tags: body.tags ?? before.tags,
      metadata: body.metadata ? mergeMetadata(before.metadata, body.metadata) : before.metadata,
    };
    return await save(ctx, before, after);
  });
}

export async function markRead(ctx: TenantContext, id: string): Promise<Conversation> {
  return await inTransaction(ctx, async (ctx) => {
    const before = toConversation(ctx, await lock(ctx, id));
    return await saveUnread(ctx, before, 0, 'conversation.read');
  });
}

export async function markUnread(ctx: TenantContext, id: string): Promise<Conversation> {
  return await inTransaction(ctx, async (ctx) => {
    const before = toConversation(ctx, await lock(ctx, id));
    return await saveUnread(ctx, before, Math.max(1, before.unreadCount), 'conversation.updated');
  });
}

export async function listConversationMessages(
  ctx: TenantContext,
  id: string,
  query: ListConversationMessagesQuery,
): Promise<Page<Message>> {
  await getConversation(ctx, id);
  return await listMessagesOf(ctx, id, query);
}

export async function sendConversationMessage(
  ctx: TenantContext,
  id: string,
  body: SendConversationMessageBody,
): Promise<Message> {
  const { channelId, address } = await getConversation(ctx, id);
  return await sendMessage(ctx, { ...body, channelId, to: address }, id);
}

/** The time has come that it was snoozed until: unless somebody decided otherwise since. */
export async function wake(ctx: TenantContext, id: string, snoozedUntil: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await repository.lockConversation(ctx.db, id);
    if (row?.status !== 'snoozed' || row.snoozed_until !== snoozedUntil) return;
    await reopen(ctx, row);
  });
}

type StatusChange = Pick<Conversation, 'status' | 'snoozedUntil' | 'closedAt' | 'reopenCount'>;

function changedStatus(
  ctx: TenantContext,
  before: Conversation,
  { status: to = before.status, snoozedUntil }: UpdateConversationBody,
): StatusChange {
  const { id, status: from } = before;
  const allowed = conversationTransitions[from];
  if (to !== from && !allowed.includes(to)) {
    const details = { resource: 'conversation', id, from, to, allowed: [...allowed] };
    throw new ServiceError('SVC-INVALID-TRANSITION', details);
  }
  checkSnooze(ctx, to, snoozedUntil);
  const kept = from === 'snoozed' && snoozedUntil === undefined ? before.snoozedUntil : null;
  const closedNow = before.closedAt ?? ctx.now().toISOString();
  return {
    status: to,
    snoozedUntil: to === 'snoozed' ? (snoozedUntil ?? kept) : null,
    closedAt: to === 'closed' ? closedNow : null,
    reopenCount: before.reopenCount + (from === 'closed' && to === 'open' ? 1 : 0),
  };
}

function checkSnooze(
  ctx: TenantContext,
  status: Conversation['status'],
  until: string | null | undefined,
): void {
  if (until === undefined || until === null) return;
  const field = 'snoozedUntil';
  if (status !== 'snoozed') {
    throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'only_when_snoozed', field });
  }
  if (Date.parse(until) <= ctx.now().getTime()) {
    throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'in_the_future', field });
  }
}

/** One event for each kind of change: of the status, of the assignee, of anything else. */
async function save(
  ctx: TenantContext,
  before: Conversation,
  wanted: Conversation,
): Promise<Conversation> {
  const previous = differences(before, wanted);
  if (!previous) return before;
  const after = { ...wanted, updatedAt: ctx.now().toISOString() };
  await repository.updateConversation(ctx.db, after.id, {
    status: after.status,
    snoozed_until: after.snoozedUntil,
    closed_at: after.closedAt,
    reopen_count: after.reopenCount,
    assignee_id: after.assigneeId,
    priority: after.priority,
    subject: after.subject,
    ...repository.tagColumns(after.tags),
    metadata: JSON.stringify(after.metadata),
    updated_at: after.updatedAt,
  });
  if (after.snoozedUntil !== null && after.snoozedUntil !== before.snoozedUntil) {
    const payload = { conversationId: after.id, snoozedUntil: after.snoozedUntil };
    const delayMs = Date.parse(after.snoozedUntil) - ctx.now().getTime();
    await enqueue(ctx, 'wake-conversation', payload, { delayMs });
  }
  const { status, closedAt, reopenCount, snoozedUntil, assigneeId, ...others } = previous;
  const record = (type: Parameters<typeof recordEvent>[1], previous: Partial<Conversation>) =>
    recordEvent(ctx, type, { subject: subjectOf(after), object: after, previous });
  const ofStatus = givenFields({ status, snoozedUntil, closedAt, reopenCount });
  if (status !== undefined) record('conversation.status_changed', ofStatus);
  if (assigneeId !== undefined) record('conversation.assigned', { assigneeId });
  const rest = status === undefined ? { ...ofStatus, ...others } : others;
  if (Object.keys(rest).length > 0) record('conversation.updated', rest);
  return after;
}

async function saveUnread(
  ctx: TenantContext,
  before: Conversation,
  unreadCount: number,
  type: 'conversation.read' | 'conversation.updated',
): Promise<Conversation> {
  if (before.unreadCount === unreadCount) return before;
  const after = { ...before, unreadCount, updatedAt: ctx.now().toISOString() };
  await repository.updateConversation(ctx.db, after.id, {
    unread_count: unreadCount,
    updated_at: after.updatedAt,
  });
  const previous = { unreadCount: before.unreadCount };
  recordEvent(ctx, type, { subject: subjectOf(after), object: after, previous });
  return after;
}

async function lock(ctx: TenantContext, id: string): Promise<ConversationRow> {
  const row = await repository.lockConversation(ctx.db, id);
  if (!row) throw notFound(id);
  return row;
}

function toConversation(ctx: TenantContext, row: ConversationRow): Conversation {
  return repository.toConversation(row, ctx.now().getTime());
}

function notFound(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'conversation', id });
}

function subjectOf(conversation: Conversation) {
  return { type: 'conversation', id: conversation.id };
}
