import type { TenantContext } from '../tenancy/context.ts';
import type { JobName, JobPayloads } from './payloads.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { hasRunningJob } from './statements/has-running-job.ts';
import { type Ending, settleJob } from './statements/settle-jobs.ts';

// A job is a row. enqueue() joins the transaction of its cause, so that neither is lost without the other. A claimed
// job is leased. If its worker does not return, the lease ends and another worker claims the job. Code that changes
// state for a job calls completeJob or messages/advance.ts in the same transaction: both fail after the lease is lost.

export interface Job<Payload = unknown> {
  readonly position: number;
  readonly name: string;
  readonly payload: Payload;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly leaseToken: string;
  readonly orderKey: string | null;
  /** The job lane; empty for none. */
  readonly lane: string;
  readonly createdAt: string;
  /** The end of the lease by `performance.now()`. After it, the lease can belong to another worker. */
  leaseEndsAt: number;
  /** Whether the handler has ended the lease in its own transaction. */
  settled: boolean;
}

export interface EnqueueOptions {
  /** The order key: jobs with the same key run one after the other, in the order of their commits. */
  orderKey?: string;
  /** The job lane: the jobs of a tenant in the same lane share a limit. */
  lane?: string;
  /** The priority within the lane: a lower number runs first. Default: 0, the lowest number. */
  priority?: number;
  delayMs?: number;
}

export const leaseMs = 60_000;

/** Thrown when another worker has the job, so that this worker must not write its result. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export async function enqueue<Name extends JobName>(
  ctx: Pick<TenantContext, 'db' | 'now'>,
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

/** Returns whether a worker runs a job with this name and payload. */
export async function isRunning<Name extends JobName>(
  ctx: Pick<TenantContext, 'db'>,
  name: Name,
  payload: JobPayloads[Name],
): Promise<boolean> {
  return await ctx.db.run(hasRunningJob, { name, payload: JSON.stringify(payload) });
}

/** Marks the job as done. Call it in the transaction of the job's effect, so that both are committed or neither is. */
export async function completeJob(ctx: TenantContext, job: Job): Promise<void> {
  await endLease(ctx, job, { outcome: 'done', delayMs: 0 });
}

/**
 * Like `completeJob`, but the transaction can share its commit with others, and does not fail after the lease is lost.
 * Call it only with writes that are right even if another worker has the job.
 */
export function completeTogether(ctx: TenantContext, job: Job): void {
  ctx.db.write(settleJob, settlementOf(ctx, job, { outcome: 'done', delayMs: 0 }));
  settledAfterCommit(ctx, job);
}

/** Notes after the commit of the transaction that the handler has ended the lease. */
export function settledAfterCommit({ db }: Pick<TenantContext, 'db'>, job: Job): void {
  db.afterCommit(() => {
    job.settled = true;
  });
}

/**
 * Makes the job due again after `delayMs`, without counting the attempt. Like `completeJob`, call it in the transaction
 * of the job's effect.
 */
export async function releaseJob(ctx: TenantContext, job: Job, delayMs: number): Promise<void> {
  await endLease(ctx, job, { outcome: 'release', delayMs });
}

async function endLease(
  ctx: TenantContext,
  job: Job,
  ending: Pick<Ending, 'outcome' | 'delayMs'>,
): Promise<void> {
  const settled = await ctx.db.run(settleJob, settlementOf(ctx, job, ending));
  if (!settled) throw new LeaseLostError(`job ${job.position} is leased by another worker`);
  settledAfterCommit(ctx, job);
}

function settlementOf(
  { db }: TenantContext,
  { position, leaseToken, orderKey }: Job,
  ending: Pick<Ending, 'outcome' | 'delayMs'>,
) {
  return { position, leaseToken, tenantId: db.tenantId, orderKey, ...ending, error: null };
}
