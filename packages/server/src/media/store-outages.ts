import { hasCode } from '@parley/domain';
import { storageFailure } from '../db/failures.ts';
import { type Job, releaseJob } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** The shortest and the longest wait after an attempt that does not count, in milliseconds. */
const uncountedWaitMs = { least: 5_000, most: 480_000 };

/** Returns whether the server could not store or read a file: its disk is full, or the file store does not answer. */
export function isOfStore(error: unknown): boolean {
  return hasCode(error, 'SVC-UNAVAILABLE') || storageFailure(error) === 'disk';
}

/**
 * Releases a job whose attempt does not count, because it tells nothing about the file. The wait is as long as the age
 * of the job, at most `most` milliseconds.
 */
export async function tryFileLater(
  ctx: TenantContext,
  job: Job,
  error: unknown,
  most = uncountedWaitMs.most,
): Promise<void> {
  ctx.log.error({ err: error }, 'a file cannot be downloaded, read or stored now');
  const { least } = uncountedWaitMs;
  const ageMs = ctx.now().getTime() - Date.parse(job.createdAt);
  await releaseJob(ctx, job, Math.min(Math.max(ageMs, least), most));
}
