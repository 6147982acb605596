import { type Job, LeaseLostError, leaseMs } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { advanceMessage } from './statements/advance-message.ts';
import type { MessageState, Step } from './statements/message-step.ts';

interface AdvanceOptions {
  /** With it, nothing is written once its lease is lost. */
  job?: Job;
  takesSlot?: boolean;
}

/**
 * Takes one step with a message under its lock; undefined when there is no such message. Joins the
 * transaction of `ctx`; outside of one, steps of the same moment share a commit. Throws
 * LeaseLostError when another worker has the job.
 */
export async function advance<Result>(
  ctx: TenantContext,
  messageId: string,
  decide: (state: MessageState) => Step<Result>,
  { job, takesSlot = false }: AdvanceOptions = {},
): Promise<Result | undefined> {
  const { inTransaction } = ctx.db;
  const output = await ctx.db.run(advanceMessage, {
    messageId,
    lease: job && { position: job.position, leaseToken: job.leaseToken, leaseMs },
    takesSlot,
    writesEvents: !inTransaction,
    decide,
  });
  if (output.kind === 'missing') return undefined;
  if (output.kind === 'lease_lost') {
    throw new LeaseLostError(`the job of ${messageId} is leased by another worker`);
  }
  const { step } = output;
  if (inTransaction) for (const event of step.events ?? []) ctx.db.appendEvent(event);
  if (job && step.job) {
    ctx.db.afterCommit(() => {
      job.settled = true;
    });
  }
  // The step is the one that `decide` made.
  return step.result as Result;
}
