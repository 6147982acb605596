import {
  type Channel,
  failureOf,
  type Message,
  type ProviderError,
  providerFailure,
  unknownOutcome,
} from '@parley/contract/schemas';
import type { SendOutcome } from '../channels/adapters/adapter.ts';
import { readSettings } from '../channels/service.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { toMessage } from './repository.ts';
import { windowEndMs } from './send-rules.ts';
import type { MessageState, Step } from './statements/message-step.ts';
import { failed, happened, reported } from './steps.ts';
import { takeTurn } from './throttle.ts';

// One attempt to send: `begin` is committed before the provider is called and `settle` after it
// answered. A message that is found `sending` was perhaps sent: it is never sent again by itself.

export const timeToLiveMs = 24 * 3_600_000;
/** How long a message without an answer waits for a report of its status. */
export const unknownOutcomeMs = 60_000;
const channelWaitMs = 15_000;

const transientBackoffMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;
const pairBackoffMs = [6_000, 24_000, 96_000, 384_000, 1_536_000] as const;

export type Begun =
  | { kind: 'send'; message: Message; attempt: number; provider: Channel['provider'] }
  | { kind: 'not_now' };

const notNow: Begun = { kind: 'not_now' };
const done = { outcome: 'done', delayMs: 0, error: null } as const;
const dueIn = (delayMs: number) =>
  ({ outcome: 'release', delayMs: Math.max(0, delayMs), error: null }) as const;

export function begin(ctx: TenantContext, state: MessageState): Step<Begun> {
  const { message, thread } = state;
  const nowMs = ctx.now().getTime();
  if (message.status === 'sending') return waitForEvidence(ctx, state, nowMs);
  if (message.status !== 'queued') return { result: notNow, job: done };
  const expiresMs = expiryOf(state);
  if (nowMs >= expiresMs) {
    const details = { expiredAt: new Date(expiresMs).toISOString() };
    return { ...failed(ctx, state, failureOf('SVC-EXPIRED', details)), result: notNow, job: done };
  }
  const { channel_id: channelId, channel_status: status, channel_status_reason: reason } = thread;
  if (status === 'archived') {
    const failure = failureOf('SVC-CHANNEL-UNAVAILABLE', { channelId, status, reason });
    return { ...failed(ctx, state, failure), result: notNow, job: done };
  }
  if (status !== 'active') {
    return { result: notNow, job: dueIn(Math.min(channelWaitMs, expiresMs - nowMs)) };
  }
  if (message.slot_at !== null) {
    if (message.slot_at > nowMs) return { result: notNow, job: dueIn(message.slot_at - nowMs) };
    return startSending(ctx, state, nowMs);
  }
  const turn = takeTurn(
    thread.channel_type,
    readSettings(thread.channel_settings).throttlePerSecond,
    { channelNextAtUs: state.channelNextAtUs, pairNextAt: thread.pair_next_at },
    nowMs,
  );
  const taken = {
    channelNextAtUs: turn.channelNextAtUs,
    ...(turn.pairNextAt === undefined ? {} : { pairNextAt: turn.pairNextAt }),
  };
  if (turn.atMs <= nowMs) return { ...startSending(ctx, state, nowMs), ...taken };
  const job = dueIn(Math.min(turn.atMs, expiresMs) - nowMs);
  return { ...taken, patch: { slot_at: turn.atMs }, result: notNow, job };
}

export interface Settled {
  /** The provider refuses the whole channel. */
  channelError: { error: ProviderError; providerCode: string | null } | undefined;
  /** It went out though the channel was thought to be broken. */
  channelWorks: boolean;
}

export function settle(
  ctx: TenantContext,
  state: MessageState,
  { attempt, outcome }: { attempt: number; outcome: SendOutcome },
): Step<Settled> {
  const { message, thread } = state;
  const nothing: Settled = { channelError: undefined, channelWorks: false };
  if (outcome.kind === 'unknown') return { result: nothing, job: dueIn(unknownOutcomeMs) };
  const at = ctx.now().toISOString();
  if (outcome.kind === 'accepted') {
    // Of a message that was tried again, the provider's reports now name the latest attempt.
    const patch = { external_id: outcome.externalId };
    const step = reported(ctx, state, { status: 'sent', at, attempt, patch });
    return {
      ...step,
      result: { ...nothing, channelWorks: thread.channel_status === 'error' },
      job: done,
    };
  }
  const failure = providerFailure({ ...outcome, provider: thread.channel_provider });
  if (message.status !== 'sending') {
    // A report was faster, and tells more than this answer.
    const step = reported(ctx, state, { status: 'failed', at, attempt, failure });
    return { ...step, result: nothing, job: done };
  }
  const { error } = outcome;
  const isOfChannel = error.code === 'SVC-CHANNEL-UNAVAILABLE';
  const schedule = error.scope === 'pair' ? pairBackoffMs : transientBackoffMs;
  const failures = message.failures + 1;
  if (!error.automaticRetry || failures > schedule.length) {
    const channelError = isOfChannel ? { error, providerCode: outcome.providerCode } : undefined;
    return { ...failed(ctx, state, failure, at), result: { ...nothing, channelError }, job: done };
  }
  const untilExpiryMs = expiryOf(state) - ctx.now().getTime();
  const delayMs = Math.max(0, Math.min(backoffMs(schedule, failures), untilExpiryMs));
  const change = happened(ctx, state, {
    type: 'queued',
    at,
    patch: { status: 'queued', failures, slot_at: null, sending_at: null },
    error: failure,
  });
  return { ...change, result: nothing, job: { outcome: 'retry', delayMs, error: error.code } };
}

/** The job itself failed again and again: the message must not stay in between. */
export function giveUp(ctx: TenantContext, state: MessageState): Step<null> {
  const { status } = state.message;
  const provider = state.thread.channel_provider;
  if (status === 'sending')
    return { ...failed(ctx, state, unknownOutcome(provider)), result: null };
  if (status !== 'queued') return { result: null };
  const details = {
    provider,
    providerCode: null,
    providerMessage: null,
    reason: 'unavailable',
    retryable: true,
  };
  const failure = failureOf('SVC-PROVIDER-ERROR', details, {
    reason: 'unavailable',
    retryable: true,
  });
  return { ...failed(ctx, state, failure), result: null };
}

function startSending(ctx: TenantContext, state: MessageState, nowMs: number): Step<Begun> {
  const attempt = state.message.attempts + 1;
  const change = happened(ctx, state, {
    type: 'sending',
    at: new Date(nowMs).toISOString(),
    patch: { status: 'sending', attempts: attempt, sending_at: nowMs },
  });
  const message = toMessage({ ...state.message, ...change.patch });
  const provider = state.thread.channel_provider;
  return { ...change, result: { kind: 'send', message, attempt, provider } };
}

function waitForEvidence(ctx: TenantContext, state: MessageState, nowMs: number): Step<Begun> {
  const untilMs = (state.message.sending_at ?? 0) + unknownOutcomeMs;
  if (nowMs < untilMs) return { result: notNow, job: dueIn(untilMs - nowMs) };
  const failure = unknownOutcome(state.thread.channel_provider);
  return { ...failed(ctx, state, failure), result: notNow, job: done };
}

/** A day after it was queued, or the end of the window that it needs. */
function expiryOf({ message, thread }: MessageState): number {
  const lastMs = Date.parse(message.queued_at ?? message.created_at) + timeToLiveMs;
  const { windowEnforcement } = readSettings(thread.channel_settings);
  if (message.type === 'template' || windowEnforcement === 'off') return lastMs;
  const windowMs = windowEndMs(thread.channel_type, thread.last_inbound_at, message.message_tag);
  return windowMs === null ? lastMs : Math.min(lastMs, windowMs);
}
