import {
  applyStatus,
  type EventType,
  type Message,
  type MessageEvent,
  type MessageFailure,
  type ReportedStatus,
} from '@parley/contract/schemas';
import { differences } from '../events/differences.ts';
import { type Envelope, envelopeOf } from '../events/envelope.ts';
import { atOneMoment, type TenantContext } from '../tenancy/context.ts';
import { toMessage } from './repository.ts';
import type { MessagePatch, MessageState, Step, ThreadRow } from './statements/message-step.ts';

// The steps of an outbound message that do not depend on who takes them. Each is a change of the
// message, an entry of its timeline and the event that tells of it.

/** Quiet: made only for those who wait for it. */
export function queuedEvent(ctx: TenantContext, message: Message, thread: ThreadRow): Envelope {
  const moment = { ...ctx, now: () => new Date(message.createdAt) };
  return envelopeOf(moment, 'message.queued', {
    subject: { type: 'message', id: message.id },
    object: message,
    context: contextOf(thread),
  });
}

interface Happening {
  type: MessageEvent['type'];
  at: string;
  patch: MessagePatch;
  event?: EventType;
  ignored?: boolean;
  error?: MessageFailure | null;
}

type Change = Pick<Step<unknown>, 'patch' | 'timeline' | 'events'>;

export function happened(given: TenantContext, state: MessageState, what: Happening): Change {
  const ctx = atOneMoment(given);
  const { type, at, event, ignored = false, error = null } = what;
  const receivedAt = ctx.now().toISOString();
  const patch = { ...what.patch, updated_at: receivedAt };
  const told = error && JSON.stringify({ ...error, at });
  return {
    patch,
    timeline: [{ type, at, receivedAt, ignored, error: told }],
    events: event ? [messageEvent(ctx, state, patch, event)] : [],
  };
}

export function failed(
  ctx: TenantContext,
  state: MessageState,
  failure: MessageFailure,
  at = ctx.now().toISOString(),
): Change {
  return happened(ctx, state, {
    type: 'failed',
    at,
    patch: { status: 'failed', error: JSON.stringify({ ...failure, at }), failed_at: at },
    event: 'message.failed',
    error: failure,
  });
}

export interface Report {
  status: ReportedStatus;
  at: string;
  /** The attempt that it is about; the present one when it does not say. */
  attempt?: number;
  failure?: MessageFailure;
  /** What else is learnt with it. */
  patch?: MessagePatch;
}

const stamps = { sent: 'sent_at', delivered: 'delivered_at', read: 'read_at' } as const;

/** What the provider says of a message: it raises the status, or only enters the timeline. */
export function reported(ctx: TenantContext, state: MessageState, report: Report): Step<Message> {
  const { message } = state;
  const outcome = applyStatus(message.status, report.status);
  const isOld = report.attempt !== undefined && report.attempt < message.attempts;
  const isEvidence = report.status === 'delivered' || report.status === 'read';
  const ignored = outcome.ignored || (isOld && !isEvidence);
  const patch = {
    ...report.patch,
    ...stampOf(state, report, isOld),
    ...(ignored ? {} : statusPatch(report, outcome.status)),
  };
  const change = happened(ctx, state, {
    type: report.status,
    at: report.at,
    patch,
    ignored,
    error: report.failure ?? null,
    ...(ignored ? {} : { event: `message.${report.status}` as const }),
  });
  return {
    ...change,
    result: toMessage({ ...message, ...change.patch }),
    ...(!ignored && isFirstSign(state, report) ? { outboundAt: report.at } : {}),
    ...(ignored || report.status !== 'read' ? {} : { seenAt: report.at }),
  };
}

/** Of an attempt, one report alone says that it went out: a message counts once in its window. */
function isFirstSign({ message }: MessageState, { status }: Report): boolean {
  if (status === 'failed') return false;
  if (message.status === 'queued' || message.status === 'sending') return true;
  return message.status === 'failed' && message.sent_at === null;
}

function statusPatch(report: Report, status: Message['status']): MessagePatch {
  if (report.status !== 'failed') return { status, error: null };
  const error = report.failure ? JSON.stringify({ ...report.failure, at: report.at }) : null;
  return { status, error, failed_at: report.at };
}

/** The times are set once, and also by reports that come too late to change the status. */
function stampOf({ message }: MessageState, { status, at }: Report, isOld: boolean): MessagePatch {
  if (status === 'failed') return {};
  if (message.status === 'canceled' || message.status === 'received') return {};
  if (status === 'sent' && (isOld || message.status === 'failed')) return {};
  const column = stamps[status];
  return message[column] === null ? { [column]: at } : {};
}

function messageEvent(
  ctx: TenantContext,
  { message, thread }: MessageState,
  patch: MessagePatch,
  type: EventType,
) {
  const before = toMessage(message);
  const object = toMessage({ ...message, ...patch });
  const { updatedAt: _updatedAt, ...previous } = differences(before, object) ?? {};
  return envelopeOf(ctx, type, {
    subject: { type: 'message', id: message.id },
    object,
    previous,
    context: contextOf(thread),
  });
}

/** What a receiver need not ask for. */
function contextOf(thread: ThreadRow) {
  return {
    conversation: {
      id: thread.conversation_id,
      status: thread.conversation_status,
      assigneeId: thread.assignee_id,
      tags: JSON.parse(thread.conversation_tags),
    },
    contact: {
      id: thread.contact_id,
      name: thread.contact_name,
      phone: thread.contact_phone,
      externalId: thread.contact_external_id,
      tags: JSON.parse(thread.contact_tags),
    },
  };
}
