import { type MessageState, reported } from '@parley/domain';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import type { Ending } from '../jobs/statements/settle-jobs.ts';
import { advance, done, dueIn, maxAttempts } from './advance.ts';

const answerWaitMs = 2_000;
const soon = dueIn(50);

type SandboxReceipt = JobPayloads['sandbox-receipt'];

/** Makes the reports of the sandbox about a message. */
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
        return { result: null, step, job: afterReport(job.payload) };
      },
      { job },
    );
  },
};

/** Returns how a job ends that has made a report: it makes the next one in another run. */
function afterReport(made: SandboxReceipt): Ending {
  const [status, ...later] = made.later ?? [];
  if (!status) return done;
  const next: SandboxReceipt = { ...made, status, later };
  return { ...dueIn(made.delayMs ?? 0), payload: JSON.stringify(next) };
}

/**
 * Returns whether the provider may still answer the request that sends this message. A status report can arrive before
 * the answer.
 */
function isBeingAnswered({ message }: MessageState, attempt: number, nowMs: number): boolean {
  const { status, attempts, sendingAt } = message;
  return status === 'sending' && attempts === attempt && nowMs - (sendingAt ?? 0) < answerWaitMs;
}
