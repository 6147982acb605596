import {
  channelCapabilities,
  type ErrorCode,
  failureOf,
  type ProviderError,
  providerFailure,
  ServiceError,
  sandboxOutcome,
  unknownOutcome,
} from '@parley/contract/schemas';
import { type ChannelError, refuseUnavailable } from './channels.ts';
import { consentedOf, refuseRecipient } from './consent.ts';
import { isConfirmation } from './consent-states.ts';
import { dayMs } from './durations.ts';
import { longestRetryAfterMs } from './failure-waits.ts';
import {
  failed,
  failedByDeletion,
  happened,
  type MessagePatch,
  type MessageState,
  type MessageStep,
  reported,
} from './message-steps.ts';
import { checkAction, type StoredMessage } from './messages.ts';
import { refuseWindow, windowEndMs } from './sending.ts';
import { presentTemplate } from './templates.ts';
import { takePairTurn } from './throttle.ts';

// One attempt to send a message. `beginAttempt` decides before the call of the provider, and `settleAttempt` after the
// answer; both decisions are committed at once. A message found in `sending` was perhaps sent, so the server never
// sends it again by itself.

export const timeToLiveMs = dayMs;
/** How long the server waits for a status report of a message whose outcome is unknown, in milliseconds. */
export const unknownOutcomeMs = 60_000;
/** The waits in milliseconds before each automatic retry: the first after one failure, the second after two. */
const transientWaitsMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;
const pairWaitsMs = [6_000, 24_000, 96_000, 384_000, 1_536_000] as const;

/** The response of a provider. `unknown`: the provider may have accepted the message or not. */
export type SendOutcome =
  | {
      readonly kind: 'accepted';
      /** Null if the provider gives no ID. */
      readonly externalId: string | null;
      /** The addresses that the provider states for the recipient, perhaps in another form than the message has. */
      readonly recipient?: readonly string[];
    }
  | ({
      readonly kind: 'refused';
      readonly providerMessage: string | null;
      /** How long the provider asks the server to wait before the next attempt, in milliseconds. */
      readonly retryAfterMs?: number | null;
    } & ChannelError)
  | { readonly kind: 'unknown' };

export type Begun =
  | { readonly kind: 'send'; readonly attempt: number; readonly step: MessageStep }
  /** The attempt waits until something else has happened, at most until `untilMs`. */
  | {
      readonly kind: 'wait';
      readonly for: 'channel' | 'turn' | 'answer';
      readonly untilMs: number;
    }
  | { readonly kind: 'done'; readonly step?: MessageStep };

/** Decides whether a queued message is sent to the provider now. */
export function beginAttempt(state: MessageState, nowMs: number): Begun {
  const { message, channel } = state;
  const now = new Date(nowMs).toISOString();
  if (message.status === 'sending') {
    const untilMs = (message.sendingAt ?? 0) + unknownOutcomeMs;
    if (nowMs < untilMs) return { kind: 'wait', for: 'answer', untilMs };
    return { kind: 'done', step: failed(state, unknownOutcome(channel.provider), now) };
  }
  if (message.status !== 'queued') return { kind: 'done' };
  const expiresMs = expiryOf(state);
  if (nowMs >= expiresMs) {
    const details = { expiredAt: new Date(expiresMs).toISOString() };
    return { kind: 'done', step: failed(state, failureOf('SVC-EXPIRED', details), now) };
  }
  const deleted = failedByDeletion(state, now);
  if (deleted) return { kind: 'done', step: deleted };
  // A customer who has opted out since the message was accepted does not get it.
  const refused = refusalOf(state, nowMs);
  if (refused) {
    const failure = failureOf(refused.code, refused.details);
    return { kind: 'done', step: failed(state, failure, now) };
  }
  if (channel.status !== 'active' || state.isSuspended) {
    return { kind: 'wait', for: 'channel', untilMs: expiresMs };
  }
  const pausedUntil = channel.pausedUntil ?? 0;
  if (pausedUntil > nowMs) {
    return { kind: 'wait', for: 'turn', untilMs: Math.min(pausedUntil, expiresMs) };
  }
  const begun = startSending(state, nowMs);
  const { pairNextAt } = state;
  const turn = pairNextAt === undefined ? undefined : takePairTurn(channel.type, pairNextAt, nowMs);
  if (!turn) return begun;
  if (turn.atMs > nowMs) {
    return { kind: 'wait', for: 'turn', untilMs: Math.min(turn.atMs, expiresMs) };
  }
  return { ...begun, step: { ...begun.step, pairNextAt: turn.pairNextAt } };
}

function refusalOf({ message, channel, recipient, conversation }: MessageState, nowMs: number) {
  const exchanged = { ...conversation, channelType: channel.type };
  return refuseRecipient(consentedOf(message), recipient, exchanged, nowMs);
}

function startSending(state: MessageState, nowMs: number): Extract<Begun, { kind: 'send' }> {
  const at = new Date(nowMs).toISOString();
  const attempt = state.message.attempts + 1;
  const patch: MessagePatch = { status: 'sending', attempts: attempt, sendingAt: nowMs };
  return { kind: 'send', attempt, step: happened(state, { type: 'sending', at, patch }, at) };
}

export interface Settled {
  readonly step?: MessageStep;
  readonly next:
    | { readonly kind: 'done' }
    /** The outcome is unknown: the server waits for a status report of the provider. */
    | { readonly kind: 'await_report' }
    /** The worker tries again after the wait, unless the message expires before. */
    | {
        readonly kind: 'retry';
        readonly waitMs: number;
        readonly expiresMs: number;
        readonly code: ErrorCode;
        /** Whether the provider said when to try again, so that the attempt does not count as a failure. */
        readonly isAsked: boolean;
      };
  /** Set when the provider refuses every message of the channel. */
  readonly channelError?: ChannelError;
  /** Whether the message was sent although the channel had an error, so that the channel can become active again. */
  readonly channelWorks?: boolean;
}

/**
 * Decides what follows from the provider's response to an attempt: the next state of the message and of its channel.
 */
export function settleAttempt(
  state: MessageState,
  { attempt, outcome }: { readonly attempt: number; readonly outcome: SendOutcome },
  now: string,
): Settled {
  const { message, channel } = state;
  const done = { next: { kind: 'done' } } as const;
  if (outcome.kind === 'unknown') return { next: { kind: 'await_report' } };
  if (outcome.kind === 'accepted') {
    // After a retry, later status reports refer to the latest attempt.
    const { externalId } = outcome;
    const report = { status: 'sent', at: now, attempt } as const;
    const step = reported(state, { ...report, ...(externalId !== null && { externalId }) }, now);
    return { ...done, step, channelWorks: channel.status === 'error' };
  }
  const failure = providerFailure({ ...outcome, provider: channel.provider });
  if (message.status !== 'sending') {
    // A status report that arrived before this response may already have a later status.
    const step = reported(state, { status: 'failed', at: now, attempt, failure }, now);
    return { ...done, step };
  }
  const { error } = outcome;
  const obeysProvider = error.scope === 'channel' || error.scope === 'app';
  const askedMs = obeysProvider ? (outcome.retryAfterMs ?? 0) : 0;
  const isAsked = error.automaticRetry && askedMs > 0;
  const failures = message.failures + (isAsked ? 0 : 1);
  const plannedMs = error.automaticRetry ? waitsOf(error)[failures - 1] : undefined;
  const waitMs = isAsked ? Math.min(askedMs, longestRetryAfterMs) : plannedMs;
  if (waitMs === undefined) {
    const isOfChannel = error.code === 'SVC-CHANNEL-UNAVAILABLE';
    const step = failed(state, failure, now);
    return { ...done, step, ...(isOfChannel && { channelError: outcome }) };
  }
  const patch: MessagePatch = { status: 'queued', failures, sendingAt: null };
  return {
    step: happened(state, { type: 'queued', at: now, patch, failure }, now),
    next: { kind: 'retry', waitMs, expiresMs: expiryOf(state), code: error.code, isAsked },
  };
}

function waitsOf({ scope }: ProviderError): readonly number[] {
  return scope === 'pair' ? pairWaitsMs : transientWaitsMs;
}

/**
 * Returns the step for a message whose job failed, so that the message does not stay in `sending`; undefined when the
 * message has a result.
 */
export function giveUp(state: MessageState, now: string): MessageStep | undefined {
  const { provider } = state.channel;
  const { status } = state.message;
  if (status === 'sending') return failed(state, unknownOutcome(provider), now);
  if (status !== 'queued') return undefined;
  const marks = { reason: 'unavailable', retryable: true } as const;
  const details = { provider, providerCode: null, providerMessage: null, ...marks };
  return failed(state, failureOf('SVC-PROVIDER-ERROR', details, marks), now);
}

/**
 * Returns when a queued message expires: a day after it was queued, or earlier at the end of the window that it needs.
 */
export function expiryOf({ message, channel, conversation }: MessageState): number {
  const lastMs = Date.parse(message.queuedAt ?? message.createdAt) + timeToLiveMs;
  const isFree = channel.settings.windowEnforcement === 'off' && !isConfirmation(message);
  if (message.type === 'template' || isFree) return lastMs;
  const windowMs = windowEndMs(channel.type, conversation.lastInboundAt, message.messageTag);
  return windowMs === null ? lastMs : Math.min(lastMs, windowMs);
}

/** Returns the step that cancels a message. Throws SVC-INVALID-TRANSITION unless the message is queued. */
export function cancel(state: MessageState, now: string): MessageStep {
  checkAction(state.message, 'cancel');
  const patch: MessagePatch = { status: 'canceled', canceledAt: now };
  return happened(state, { type: 'canceled', at: now, patch, event: 'message.canceled' }, now);
}

/**
 * Returns the step that queues a failed message again. Throws SVC-INVALID-TRANSITION unless the failure was temporary,
 * SVC-CHANNEL-UNAVAILABLE unless the channel can send, and SVC-WINDOW-CLOSED when the window that the message needs is
 * closed. Throws SVC-RECIPIENT-OPTED-OUT or SVC-RECIPIENT-BLOCKED when the contact gets no such messages. Throws
 * SVC-TEMPLATE-NOT-FOUND or SVC-TEMPLATE-NOT-APPROVED when its template was deleted or is no longer approved.
 */
export function retry(state: MessageState, now: string): MessageStep {
  checkAction(state.message, 'retry');
  const { message, channel, conversation } = state;
  const { category, refused: unfit } = presentTemplate(message, state.templates);
  const optedOut = refusalOf({ ...state, message: { ...message, category } }, Date.parse(now));
  const refused =
    refuseUnavailable(channel) ??
    unfit ??
    (optedOut && new ServiceError(optedOut.code, optedOut.details)) ??
    refuseWindow(message, channel, conversation, Date.parse(now));
  if (refused) throw refused;
  const patch: MessagePatch = {
    status: 'queued',
    error: null,
    failedAt: null,
    failures: 0,
    category,
    queuedAt: now,
    sendingAt: null,
    windowNumber: conversation.windowNumber,
  };
  return happened(state, { type: 'retried', at: now, patch }, now);
}

/**
 * Returns the answer of the sandbox to a message, by the table of magic recipients, and the status reports that follow.
 */
export function sandboxAnswer(
  { id, to, channelType }: Pick<StoredMessage, 'id' | 'to' | 'channelType'>,
  attempt: number,
): { outcome: SendOutcome; receipts: readonly ('delivered' | 'read')[] } {
  const outcome = sandboxOutcome(to, attempt);
  if (outcome.kind === 'no_answer') return { outcome: { kind: 'unknown' }, receipts: [] };
  if (outcome.kind === 'refused') {
    const providerMessage = outcome.error.message;
    return { outcome: { ...outcome, providerMessage }, receipts: [] };
  }
  const known = channelCapabilities[channelType].receipts;
  return {
    outcome: { kind: 'accepted', externalId: `sandbox-${id}-${attempt}` },
    receipts: outcome.receipts.filter((receipt) => known.includes(receipt)),
  };
}
