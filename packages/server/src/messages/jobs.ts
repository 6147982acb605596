import { setTimeout } from 'node:timers/promises';
import type { ChannelAdapters, SendOutcome } from '../channels/adapters/adapter.ts';
import { reportChannelError, reportChannelWorks } from '../channels/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { type Job, LeaseLostError } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { advance } from './advance.ts';
import { type Begun, begin, giveUp, type Settled, settle } from './attempt.ts';
import type { MessageState } from './statements/message-step.ts';
import { reported } from './steps.ts';

const maxAttempts = 10;
const answerWaitMs = 2_000;
// Together 6 s: much less than the lease.
const settleAttempts = 6;
const settleWaitMs = 100;
const done = { outcome: 'done', delayMs: 0, error: null } as const;
const soon = { outcome: 'release', delayMs: 50, error: null } as const;

type DeliverMessage = JobPayloads['deliver-message'];
type SandboxReceipt = JobPayloads['sandbox-receipt'];

export function deliverMessage(adapters: ChannelAdapters): JobHandler<DeliverMessage> {
  return {
    maxAttempts,
    async run(ctx, job) {
      const { messageId } = job.payload;
      const begun = await advance<Begun>(ctx, messageId, (state) => begin(ctx, state), {
        job,
        takesSlot: true,
      });
      if (begun?.kind !== 'send') return;
      const { message, attempt, provider } = begun;
      const outcome = await adapters[provider].send(ctx, { message, attempt });
      await surely(() =>
        settleAttempt(ctx, job, { channelId: message.channelId, attempt, outcome }),
      );
    },
    async exhausted(ctx, job) {
      await advance(ctx, job.payload.messageId, (state) => giveUp(ctx, state));
    },
  };
}

export const sandboxReceipt: JobHandler<SandboxReceipt> = {
  maxAttempts,
  async run(ctx, job) {
    const { messageId, attempt, status } = job.payload;
    await advance<unknown>(
      ctx,
      messageId,
      (state) => {
        const now = ctx.now();
        if (isBeingAnswered(state, attempt, now.getTime())) return { result: null, job: soon };
        const report = { status, at: now.toISOString(), attempt };
        return { ...reported(ctx, state, report), job: done };
      },
      { job },
    );
  },
};

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
  const { status, attempts, sending_at: sendingAt } = message;
  return status === 'sending' && attempts === attempt && nowMs - (sendingAt ?? 0) < answerWaitMs;
}

async function settleAttempt(
  ctx: TenantContext,
  job: Job<DeliverMessage>,
  { channelId, attempt, outcome }: { channelId: string; attempt: number; outcome: SendOutcome },
): Promise<void> {
  const settleIn = async (ctx: TenantContext) =>
    await advance<Settled>(
      ctx,
      job.payload.messageId,
      (state) => settle(ctx, state, { attempt, outcome }),
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
    if (!settled?.channelError) return;
    const { error, providerCode } = settled.channelError;
    const { code, message, reason } = error;
    await reportChannelError(ctx, channelId, { code, providerCode, message, reason });
  });
}
