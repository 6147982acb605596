import { failureOf, type MessageFailure, type ServiceError } from '@parley/contract/schemas';
import { lastMessageFields, type StoredConversation } from './conversations.ts';
import {
  failed,
  failedByDeletion,
  happened,
  type MessageState,
  type MessageStep,
} from './message-steps.ts';
import type { StoredMessage } from './messages.ts';
import { noWindow } from './send-times.ts';
import { refuseWindow } from './sending.ts';
import { presentTemplate } from './templates.ts';

// A scheduled message is stored with the status `queued`, and the server does not send it before its time. Then the
// server checks its template and its window again, and sends it like a new message: `beginAttempt` checks its consent and
// its channel. After its channel was deleted, it fails at once.

/**
 * Returns the conversation after a message was scheduled in it. The message is counted at once, and shown as the last
 * message when it starts.
 */
export function withScheduled(
  before: StoredConversation,
  { createdAt }: Pick<StoredMessage, 'createdAt'>,
): StoredConversation {
  return { ...before, messageCount: before.messageCount + 1, updatedAt: createdAt };
}

export type Start =
  | { readonly kind: 'wait'; readonly untilMs: number }
  /**
   * Nothing is left to do, because the message was canceled or has already started. With `step`, a rule now refuses the
   * message.
   */
  | { readonly kind: 'done'; readonly step?: MessageStep }
  | { readonly kind: 'start'; readonly step: MessageStep };

/** Decides whether a scheduled message is sent now. That of a deleted channel fails before its time. */
export function startScheduled(state: MessageState, nowMs: number): Start {
  const { message, channel, conversation } = state;
  const now = new Date(nowMs).toISOString();
  const { status, scheduledAt, windowNumber } = message;
  if (status !== 'queued' || scheduledAt === null || windowNumber !== noWindow) {
    return { kind: 'done' };
  }
  const deleted = failedByDeletion(state, now);
  if (deleted) return { kind: 'done', step: deleted };
  const untilMs = Date.parse(scheduledAt);
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  const { category, refused: unfit } = presentTemplate(message, state.templates);
  const refused = unfit ?? refuseWindow(message, channel, conversation, nowMs);
  if (refused) return { kind: 'done', step: failed(state, failureBy(refused), now) };
  const patch = { category, queuedAt: now, windowNumber: conversation.windowNumber } as const;
  return { kind: 'start', step: happened(state, { type: 'queued', at: now, patch }, now) };
}

/**
 * Returns the conversation after its scheduled message has started. The step of the message counts it in the window.
 */
export function withStarted(
  before: StoredConversation,
  message: StoredMessage,
  at: string,
): StoredConversation {
  const isReply = before.lastInboundAt !== null;
  return {
    ...before,
    ...lastMessageFields({ ...message, createdAt: at }),
    lastOutboundAt: at,
    waitingSince: null,
    firstReplyAt: before.firstReplyAt ?? (isReply ? at : null),
    updatedAt: at,
  };
}

function failureBy({ code, details }: ServiceError): MessageFailure {
  // The details belong to the code: both come from one error.
  return failureOf(code, details as never, { reason: 'scheduled' });
}
