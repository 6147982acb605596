import type { TenantContext } from '../tenancy/context.ts';
import type { JobName, JobPayloads } from './payloads.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { settleJob } from './statements/settle-jobs.ts';

// Jobs are rows: enqueue() joins the transaction of its cause, so that neither is lost. A claimed job is leased; a
// worker that does not return loses the lease and the job is claimed again. Code that changes state for a job does it
// in a transaction with completeJob, or with messages/advance.ts: both fail after the lease is lost.

export interface Job<Payload = unknown> {
  readonly position: number;
  readonly name: string;
  readonly payload: Payload;
  /** 1 for the first. */
  readonly attempt: number;
  readonly leaseToken: string;
  readonly orderKey: string | null;
  /** None, '', when absent. */
  readonly lane: string;
  readonly createdAt: string;
  /** The handler has settled it in its own transaction. */
  settled: boolean;
}

export interface EnqueueOptions {
  /** Jobs with one key run one after the other, in the order of their commits. */
  orderKey?: string;
  /** The jobs of a tenant with one lane share a limit. */
  lane?: string;
  /** Of the jobs in one lane, those with the lowest number run first. The lowest, 0, when absent. */
  priority?: number;
  delayMs?: number;
}

export const leaseMs = 60_000;

/** Another worker has the job: whatever this one was about to write must not be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export async function enqueue<Name extends JobName>(
  ctx: TenantContext,
  name: Name,
  payload: JobPayloads[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  const job = {
    name,
    payload: JSON.stringify(payload),
    orderKey: options.orderKey ?? null,
    ...(options.lane !== undefined && { lane: options.lane }),
    ...(options.priority !== undefined && { priority: options.priority }),
    delayMs: options.delayMs ?? 0,
    createdAt: ctx.now().toISOString(),
  };
  if (ctx.db.inTransaction) ctx.db.write(enqueueJob, job);
  else await ctx.db.run(enqueueJob, job);
}

/** In the transaction of the effect: the job is done with it, or neither is. */
export async function completeJob(ctx: TenantContext, job: Job): Promise<void> {
  const settled = await ctx.db.run(settleJob, {
    position: job.position,
    leaseToken: job.leaseToken,
    tenantId: ctx.db.tenantId,
    orderKey: job.orderKey,
    outcome: 'done',
    delayMs: 0,
    error: null,
  });
  if (!settled) throw new LeaseLostError(`job ${job.position} is leased by another worker`);
  ctx.db.afterCommit(() => {
    job.settled = true;
  });
}
