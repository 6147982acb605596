import {
  type ListConversationMessagesQuery,
  type ListMessagesQuery,
  type Message,
  type MessageEvent,
  type Page,
  type PageQuery,
  providerErrorOf,
  providerFailure,
  ServiceError,
} from '@parley/contract/schemas';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { advance } from './advance.ts';
import * as repository from './repository.ts';
import { refuseUnavailable } from './send-rules.ts';
import type { MessageState, Step } from './statements/message-step.ts';
import { happened, type Report, reported } from './steps.ts';
import type { MessageRow } from './table.ts';

export async function listMessages(
  ctx: TenantContext,
  query: ListMessagesQuery,
): Promise<Page<Message>> {
  return await repository.listMessages(ctx.db, query);
}

/** The messages of one conversation, which the caller has found. */
export async function listMessagesOf(
  ctx: TenantContext,
  conversationId: string,
  query: ListConversationMessagesQuery,
): Promise<Page<Message>> {
  return await repository.listOfConversation(ctx.db, conversationId, query);
}

export async function getMessage(ctx: TenantContext, id: string): Promise<Message> {
  const message = await repository.findMessage(ctx.db, id);
  if (!message) throw notFound(id);
  return message;
}

export async function listMessageEvents(
  ctx: TenantContext,
  id: string,
  page: PageQuery,
): Promise<Page<MessageEvent>> {
  await getMessage(ctx, id);
  return await repository.listTimeline(ctx.db, id, page);
}

export async function cancelMessage(ctx: TenantContext, id: string): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    const found = await getMessage(ctx, id);
    // Its job before the message, in the order in which a worker takes them.
    await repository.removeDelivery(ctx.db, found);
    const message = await advance(ctx, id, (state) => cancel(ctx, state));
    if (!message) throw notFound(id);
    return message;
  });
}

export async function retryMessage(ctx: TenantContext, id: string): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    const message = await advance(ctx, id, (state) => retry(ctx, state));
    if (!message) throw notFound(id);
    await enqueue(ctx, 'deliver-message', { messageId: id }, { orderKey: message.conversationId });
    return message;
  });
}

export interface StatusReport extends Omit<Report, 'failure' | 'patch'> {
  provider: string;
  error?: { providerCode: string; providerMessage?: string | undefined } | undefined;
}

/** A provider's word about a message of this channel. */
export async function reportStatus(
  ctx: TenantContext,
  { channelId, messageId }: { channelId: string; messageId: string },
  { provider, error, ...report }: StatusReport,
): Promise<Message> {
  const message = await getMessage(ctx, messageId);
  if (message.channelId !== channelId) throw notFound(messageId);
  const code = error?.providerCode ?? null;
  const failure = providerFailure({
    provider,
    providerCode: code,
    providerMessage: error?.providerMessage ?? null,
    error: providerErrorOf(code ?? ''),
  });
  const given = report.status === 'failed' ? { ...report, failure } : report;
  const changed = await advance(ctx, messageId, (state) => reported(ctx, state, given));
  if (!changed) throw notFound(messageId);
  return changed;
}

function cancel(ctx: TenantContext, state: MessageState): Step<Message> {
  const { message } = state;
  if (message.status !== 'queued') throw invalidTransition(message, 'cancel', ['queued']);
  const at = ctx.now().toISOString();
  const change = happened(ctx, state, {
    type: 'canceled',
    at,
    patch: { status: 'canceled', canceled_at: at },
    event: 'message.canceled',
  });
  return { ...change, result: repository.toMessage({ ...message, ...change.patch }) };
}

function retry(ctx: TenantContext, state: MessageState): Step<Message> {
  const { message, thread } = state;
  const retryable = repository.toMessage(message).error?.retryable ?? false;
  if (message.status !== 'failed' || !retryable)
    throw invalidTransition(message, 'retry', ['failed']);
  const { channel_id: id, channel_status: status, channel_status_reason: status_reason } = thread;
  const unavailable = refuseUnavailable({ id, status, status_reason });
  if (unavailable) throw unavailable;
  const at = ctx.now().toISOString();
  const change = happened(ctx, state, {
    type: 'retried',
    at,
    patch: {
      status: 'queued',
      error: null,
      failed_at: null,
      failures: 0,
      queued_at: at,
      slot_at: null,
      sending_at: null,
    },
  });
  return { ...change, result: repository.toMessage({ ...message, ...change.patch }) };
}

function invalidTransition(
  { id, status }: MessageRow,
  action: string,
  allowed: string[],
): ServiceError {
  return new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'message',
    id,
    from: status,
    action,
    allowed,
  });
}

function notFound(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'message', id });
}
