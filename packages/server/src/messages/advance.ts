import type { MessageContext } from '@parley/contract/schemas';
import {
  giveUp,
  type MessageState,
  type MessageStep,
  messageContext,
  messageOf,
  previousOf,
  type StoredContact,
  type StoredConversation,
  type StoredMessage,
  unknownConsent,
} from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { fromFlag, fromJson } from '../db/columns.ts';
import { type Envelope, type EventContext, envelopeOf } from '../events/envelope.ts';
import { appendEvent } from '../events/service.ts';
import { type Job, LeaseLostError, settledAfterCommit } from '../jobs/queue.ts';
import { findChannelTemplates } from '../templates/records.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { advanceMessage } from './statements/advance-message.ts';
import type { ContextRow, MessageRows, RowStep } from './statements/message-step.ts';
import { messagesTable } from './table.ts';
import { entryRow } from './timeline.ts';

// A step of packages/domain, with the rows that it reads and writes.

export interface Decision<Result> {
  readonly result: Result;
  readonly step?: MessageStep | undefined;
  /** The result with which the job ends. When absent, the job continues. */
  readonly job?: RowStep<Result>['job'];
}

/** The maximum number of failed runs of a job of a message. */
export const maxAttempts = 10;

/** The end of a job that has nothing more to do. */
export const done = { outcome: 'done', delayMs: 0, error: null } as const;

/** Returns the end of a run whose job runs again after a time. The attempt does not count. */
export const dueIn = (delayMs: number) =>
  ({ outcome: 'release', delayMs: Math.max(0, delayMs), error: null }) as const;

interface AdvanceOptions {
  /** The job that takes the step. When the lease of the job is lost, nothing is written. */
  job?: Job;
}

/**
 * Takes one step with a message under its lock. Returns undefined when there is no such message. Joins the transaction
 * of `ctx`; outside of one, concurrent steps share a commit. Call it in a transaction if the step can contain an opt-in
 * or opt-out. Throws a LeaseLostError when another worker has the job.
 */
export async function advance<Result>(
  ctx: TenantContext,
  messageId: string,
  decide: (state: MessageState) => Decision<Result>,
  { job }: AdvanceOptions = {},
): Promise<Result | undefined> {
  const { inTransaction } = ctx.db;
  const output = await ctx.db.run(advanceMessage, {
    messageId,
    lease: job && {
      position: job.position,
      leaseToken: job.leaseToken,
      orderKey: job.orderKey,
    },
    writesEvents: !inTransaction,
    decide(rows) {
      const state = stateOf(rows);
      return toRows(ctx, rows, state.message, decide(state));
    },
  });
  if (output.kind === 'missing') return undefined;
  if (output.kind === 'lease_lost') {
    throw new LeaseLostError(`the job of ${messageId} is leased by another worker`);
  }
  const { step } = output;
  await noteDecision(ctx, step);
  if (inTransaction && step.event) appendEvent(ctx.db, step.event);
  if (job && step.job) settledAfterCommit(ctx, job);
  // The step that `decide` returned.
  return step.result as Result;
}

/**
 * Like `advance`, takes one step with a message, but gives `decide` also the templates that a template message needs.
 * Call it in a transaction: it locks such a message before it reads them.
 */
export async function advanceWithTemplates<Result>(
  ctx: TenantContext,
  messageId: string,
  decide: (state: MessageState) => Decision<Result>,
  options?: AdvanceOptions,
): Promise<Result | undefined> {
  const first = await advance<{ readonly result: Result } | StoredMessage>(
    ctx,
    messageId,
    (state) => {
      if (state.message.type === 'template') return { result: state.message };
      const decision = decide(state);
      return { ...decision, result: { result: decision.result } };
    },
    options,
  );
  if (!first || 'result' in first) return first?.result;
  const name = first.content?.template?.name ?? '';
  const templates = await findChannelTemplates(ctx, first.channelId, { name });
  return await advance(ctx, messageId, (state) => decide({ ...state, templates }), options);
}

/** Records an opt-in or opt-out that the network reported for the contact. */
async function noteDecision(ctx: TenantContext, { decision }: RowStep<unknown>): Promise<void> {
  if (!decision) return;
  const { contactId, change } = decision;
  await inTransaction(ctx, async (ctx) => {
    await contacts.decide(ctx, await contacts.take(ctx, contactId), change);
  });
}

/**
 * Marks a message as failed after the last attempt of its job, unless the message was already sent, failed or canceled.
 */
export async function giveUpMessage(ctx: TenantContext, messageId: string): Promise<void> {
  await advance(ctx, messageId, (state) => ({
    result: null,
    step: giveUp(state, ctx.now().toISOString()),
  }));
}

/** Returns the event `message.queued`, which is created only when an endpoint subscribes to it. */
export function queuedEvent(
  ctx: TenantContext,
  stored: StoredMessage,
  context: Partial<MessageContext>,
): Envelope {
  return envelopeOf(atTimeOf(ctx, stored.createdAt), 'message.queued', {
    object: messageOf(stored),
    context,
  });
}

/** Appends the event `message.queued` when an endpoint subscribes to it. */
export function appendQueued(
  ctx: TenantContext,
  stored: StoredMessage,
  { conversation, contact, isQueuedAwaited }: AcceptedPlace,
): void {
  if (!isQueuedAwaited) return;
  appendEvent(ctx.db, queuedEvent(ctx, stored, messageContext(conversation, contact)));
}

/** The conversation and the contact of an accepted message. */
export interface AcceptedPlace {
  readonly conversation: StoredConversation;
  readonly contact: StoredContact;
  /** Whether an endpoint subscribes to `message.queued`. */
  readonly isQueuedAwaited: boolean;
}

/** Returns the context with its clock stopped at a time, so that an event shows the time of its record. */
function atTimeOf({ db, actor, newId }: TenantContext, at: string): EventContext {
  return { db, actor, newId, now: () => new Date(at) };
}

function stateOf({ message, context }: MessageRows): MessageState {
  return {
    message: messagesTable.toRecord(message),
    channel: {
      id: context.channel_id,
      type: context.channel_type,
      provider: context.channel_provider,
      status: context.channel_status,
      statusReason: context.channel_status_reason,
      settings: fromJson(context.channel_settings),
      pausedUntil: context.channel_paused_until,
    },
    recipient: {
      blocked: fromFlag(context.contact_blocked),
      consent:
        context.contact_consent === null ? unknownConsent : fromJson(context.contact_consent),
    },
    conversation: {
      lastInboundAt: context.last_inbound_at,
      lastMessageId: context.last_message_id,
      sentSinceInbound: context.sent_since_inbound,
      firstReplyAt: context.first_reply_at,
      windowNumber: context.present_window,
    },
    isSuspended: context.tenant_status !== 'active',
    pairNextAt: context.pair_next_at,
  };
}

function toRows<Result>(
  ctx: TenantContext,
  { message, context }: MessageRows,
  before: StoredMessage,
  { result, step, job }: Decision<Result>,
): RowStep<Result> {
  if (!step) return { result, job };
  const { patch, entry, event, inConversation, pairNextAt, outboundAt, seenAt, decision } = step;
  const after = event && messageOf({ ...before, ...patch });
  const place = message.timeline_length + 1;
  const cells = messagesTable.toCells(patch);
  if (entry) cells.timeline_length = place;
  return {
    result,
    patch: cells,
    entry: entry && entryRow(entry, before.id, place),
    event:
      after &&
      envelopeOf(atTimeOf(ctx, after.updatedAt), event, {
        object: after,
        previous: previousOf(messageOf(before), after),
        context: contextOf(context),
      }),
    conversation:
      inConversation || pairNextAt !== undefined
        ? {
            last_message_status: inConversation?.lastMessageStatus ?? null,
            updated_at: inConversation?.updatedAt ?? null,
            pair_next_at: pairNextAt ?? null,
            quota: inConversation?.quota ?? 0,
          }
        : undefined,
    decision: decision && { contactId: before.contactId, change: decision },
    outboundAt,
    seenAt,
    job,
  };
}

/**
 * Returns the context of a message's events, like `messageContext` of packages/domain, from the columns that a step
 * reads.
 */
export function contextOf(context: ContextRow): MessageContext {
  return {
    conversation: {
      id: context.conversation_id,
      status: context.conversation_status,
      assigneeId: context.assignee_id,
      tags: fromJson(context.conversation_tags),
    },
    contact: {
      id: context.contact_id,
      name: context.contact_name,
      phone: context.contact_phone,
      externalId: context.contact_external_id,
      tags: fromJson(context.contact_tags),
    },
  };
}
