import { setTimeout } from 'node:timers/promises';
import {
  type Begun,
  beginAttempt,
  isOverloaded,
  type MessageState,
  messageOf,
  reported,
  type SendOutcome,
  type Settled,
  settleAttempt,
  unknownOutcomeMs,
} from '@parley/domain';
import type { MessageSenders } from '../channels/adapters/adapter.ts';
import { pauseChannel, reportChannelError, reportChannelWorks } from '../channels/service.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { type Job, LeaseLostError } from '../jobs/queue.ts';
import { applyEarlyReports } from '../receivers/pending.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { advance, type Decision, giveUpMessage } from './advance.ts';
import { ChannelPace } from './channel-pace.ts';

const maxAttempts = 10;
const answerWaitMs = 2_000;
/** How often the worker looks whether a channel sends again. */
const channelWaitMs = 15_000;
// Together 6 s: much less than the lease.
const settleAttempts = 6;
const settleWaitMs = 100;
const done = { outcome: 'done', delayMs: 0, error: null } as const;
const dueIn = (delayMs: number) =>
  ({ outcome: 'release', delayMs: Math.max(0, delayMs), error: null }) as const;
const soon = dueIn(50);

type DeliverMessage = JobPayloads['deliver-message'];
type SandboxReceipt = JobPayloads['sandbox-receipt'];

/**
 * `atOnce` messages at a time. A channel whose provider hangs leaves three quarters of them to the others, and a tenant
 * a fifth of them to other tenants.
 */
export function deliverMessage(
  adapters: MessageSenders,
  atOnce: number,
): JobHandler<DeliverMessage> {
  const pace = new ChannelPace();
  return {
    slots: {
      atOnce,
      ofTenant: Math.ceil(atOnce * 0.8),
      inLane: Math.ceil(atOnce / 4),
      pace,
    },
    maxAttempts,
    async run(ctx, job) {
      const { messageId } = job.payload;
      const begun = await pace.inTurn(ctx, job.lane, () =>
        advance(ctx, messageId, (state) => begin(state, ctx.now().getTime()), { job }),
      );
      if (!begun) return;
      const { message, attempt, channel } = begun;
      const { provider } = channel;
      const outcome = await adapters[provider].send(ctx, { message, attempt });
      await surely(() =>
        settleAnswer(ctx, job, { channelId: message.channelId, attempt, outcome }),
      );
      // The sandbox is never overloaded: its failures are of single recipients.
      if (provider !== 'sandbox' && isOverloaded(outcome)) {
        const retryAfterMs = outcome.kind === 'refused' ? outcome.retryAfterMs : null;
        await pauseChannel(ctx, message.channelId, retryAfterMs ?? null);
      }
      const externalId = outcome.kind === 'accepted' ? outcome.externalId : null;
      if (externalId !== null && provider !== 'sandbox') {
        await applyEarlyReports(ctx, message.channelId, externalId);
      }
    },
    async exhausted(ctx, job) {
      await giveUpMessage(ctx, job.payload.messageId);
    },
  };
}

export const sandboxReceipt: JobHandler<SandboxReceipt> = {
  slots: { atOnce: 200, ofTenant: 200 },
  maxAttempts,
  async run(ctx, job) {
    const { messageId, attempt, status } = job.payload;
    await advance(
      ctx,
      messageId,
      (state) => {
        const now = ctx.now();
        if (isBeingAnswered(state, attempt, now.getTime())) return { result: null, job: soon };
        const at = now.toISOString();
        const step = reported(state, { status, at, attempt }, at);
        return { result: null, step, job: done };
      },
      { job },
    );
  },
};

/** The message to send; undefined when there is none, or no longer. */
function begin(state: MessageState, nowMs: number) {
  const begun = beginAttempt(state, nowMs);
  if (begun.kind === 'wait') return { result: undefined, job: waitOf(begun, nowMs) };
  if (begun.kind === 'done') return { result: undefined, step: begun.step, job: done };
  const { attempt, step } = begun;
  const message = messageOf({ ...state.message, ...step.patch });
  return { result: { message, attempt, channel: state.channel }, step };
}

function waitOf(begun: Extract<Begun, { kind: 'wait' }>, nowMs: number): Decision<unknown>['job'] {
  const waitMs = begun.untilMs - nowMs;
  return dueIn(begun.for === 'channel' ? Math.min(waitMs, channelWaitMs) : waitMs);
}

/** The provider has answered: a passing fault of the database must not make its answer unknown. */
async function surely(settle: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settle();
    } catch (error) {
      if (error instanceof LeaseLostError || attempt === settleAttempts) throw error;
      await setTimeout(settleWaitMs * 2 ** attempt);
    }
  }
}

/** The report was faster than the answer to the send: for a moment the answer may still come. */
function isBeingAnswered({ message }: MessageState, attempt: number, nowMs: number): boolean {
  const { status, attempts, sendingAt } = message;
  return status === 'sending' && attempts === attempt && nowMs - (sendingAt ?? 0) < answerWaitMs;
}

async function settleAnswer(
  ctx: TenantContext,
  job: Job<DeliverMessage>,
  { channelId, attempt, outcome }: { channelId: string; attempt: number; outcome: SendOutcome },
): Promise<void> {
  const settleIn = async (ctx: TenantContext) =>
    await advance(
      ctx,
      job.payload.messageId,
      (state) => {
        const now = ctx.now();
        const settled = settleAttempt(state, { attempt, outcome }, now.toISOString());
        return { result: settled, step: settled.step, job: endOf(settled, now.getTime()) };
      },
      { job },
    );
  const concernsChannel =
    outcome.kind === 'refused' && outcome.error.code === 'SVC-CHANNEL-UNAVAILABLE';
  if (!concernsChannel) {
    const settled = await settleIn(ctx);
    if (settled?.channelWorks) await reportChannelWorks(ctx, channelId);
    return;
  }
  await inTransaction(ctx, async (ctx) => {
    const settled = await settleIn(ctx);
    if (settled?.channelError) await reportChannelError(ctx, channelId, settled.channelError);
  });
}

function endOf({ next }: Settled, nowMs: number): Decision<unknown>['job'] {
  if (next.kind === 'done') return done;
  if (next.kind === 'await_report') return dueIn(unknownOutcomeMs);
  const delayMs = Math.max(0, Math.min(backoffMs([next.waitMs], 1), next.expiresMs - nowMs));
  return { outcome: 'retry', delayMs, error: next.code };
}
