import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { type JobRow, jobsTable } from './table.ts';

// Jobs whose last attempt failed. They stay until a person retries or removes them.

type DeadJob = Pick<
  JobRow,
  'position' | 'name' | 'payload' | 'attempts' | 'last_error' | 'created_at'
>;

const isDead = { status: 'dead' } as const;

/** Lists the dead jobs of a tenant, oldest first. */
export async function listDeadJobs(ctx: TenantContext, limit: number): Promise<DeadJob[]> {
  return await ctx.db.select(jobsTable).where(isDead).orderBy('position').limit(limit);
}

/**
 * Queues a dead job again, after the other jobs of its order key; all its attempts are available again. Returns false
 * when there is no such dead job.
 */
export async function retryDeadJob(ctx: TenantContext, position: number): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const job = await ctx.db
      .select(jobsTable)
      .where({ position, ...isDead })
      .forUpdate()
      .first();
    if (!job) return false;
    await ctx.db.remove(jobsTable, { position });
    const { name, payload, order_key: orderKey, lane, priority } = job;
    const createdAt = ctx.now().toISOString();
    ctx.db.write(enqueueJob, { name, payload, orderKey, lane, priority, delayMs: 0, createdAt });
    return true;
  });
}

/** Removes a dead job. Returns false when there is no such dead job. */
export async function dropDeadJob(ctx: TenantContext, position: number): Promise<boolean> {
  return (await ctx.db.remove(jobsTable, { position, ...isDead })) > 0;
}
