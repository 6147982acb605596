import { failureOf, type MessageFailure, type ServiceError } from '@parley/contract/schemas';
import { lastMessageFields, type StoredConversation } from './conversations.ts';
import { failed, happened, type MessageState, type MessageStep } from './message-steps.ts';
import type { StoredMessage } from './messages.ts';
import { noWindow } from './send-times.ts';
import { refuseWindow } from './sending.ts';

// A scheduled message is stored with the status `queued`, and nothing sends it before its time. Then its window is
// checked again, and it is sent like a message that was just accepted: `beginAttempt` checks its consent and its channel.
// Its template is not checked again.

/** The conversation after it got a scheduled message: it is counted, and shown as the last message when it starts. */
export function withScheduled(
  before: StoredConversation,
  { createdAt }: Pick<StoredMessage, 'createdAt'>,
): StoredConversation {
  return { ...before, messageCount: before.messageCount + 1, updatedAt: createdAt };
}

export type Start =
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** It was canceled or started before, or a rule refuses it now. */
  | { readonly kind: 'done'; readonly step?: MessageStep }
  | { readonly kind: 'start'; readonly step: MessageStep };

/** Whether a scheduled message is sent now. */
export function startScheduled(state: MessageState, nowMs: number): Start {
  const { message, channel, conversation } = state;
  const { status, scheduledAt, windowNumber } = message;
  if (status !== 'queued' || scheduledAt === null || windowNumber !== noWindow) {
    return { kind: 'done' };
  }
  const untilMs = Date.parse(scheduledAt);
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  const now = new Date(nowMs).toISOString();
  const refused = refuseWindow(message, channel, conversation, nowMs);
  if (refused) return { kind: 'done', step: failed(state, failureBy(refused), now) };
  const patch = { queuedAt: now, windowNumber: conversation.windowNumber } as const;
  return { kind: 'start', step: happened(state, { type: 'queued', at: now, patch }, now) };
}

/** The conversation after its scheduled message started. The step itself counts it against the window. */
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
  // The details are those of the code: both are of one error.
  return failureOf(code, details as never, { reason: 'scheduled' });
}
