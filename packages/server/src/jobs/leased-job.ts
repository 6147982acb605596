import type { JobHandler } from './job-handler.ts';
import type { Job } from './queue.ts';
import type { ClaimedJob } from './statements/claim-jobs.ts';
import { lostLease } from './statements/hold-leases.ts';

/** A job that a worker has claimed. */
export interface Leased extends Job {
  readonly tenantId: string;
  /** How the last attempt of the job ended; null before the first. */
  readonly lastError: string | null;
}

export function leasedJob(
  row: ClaimedJob,
  lease: Pick<Leased, 'leaseToken' | 'leaseEndsAt'>,
): Leased {
  return {
    position: row.position,
    name: row.name,
    payload: JSON.parse(row.payload) as unknown,
    attempt: row.attempts,
    ...lease,
    orderKey: row.order_key,
    createdAt: row.created_at,
    settled: false,
    tenantId: row.tenant_id,
    lane: row.lane,
    lastError: row.last_error,
  };
}

/**
 * Returns whether a job is given up because its attempts ended without a result: it may crash its process, and every
 * later one.
 */
export function endsProcesses(
  { lastError, attempt }: Leased,
  { maxAttempts, mayEndProcess = false }: JobHandler<unknown>,
): boolean {
  if (lastError === lostLease.again && mayEndProcess) return true;
  return (lastError === lostLease.again || lastError === lostLease.once) && attempt > maxAttempts;
}
