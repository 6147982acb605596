import type { TenantContext } from '../tenancy/context.ts';
import type { Job } from './queue.ts';

/** How many jobs of one kind a process runs at a time, and how many of them for one tenant. */
export interface JobSlots {
  readonly atOnce: number;
  readonly ofTenant: number;
}

export interface JobHandler<Payload> {
  /** A few when absent. */
  readonly slots?: JobSlots;
  readonly maxAttempts: number;
  /** What it works on may end the process: it is given up after two workers that did not come back. */
  readonly mayEndProcess?: boolean;
  /**
   * Must be safe to run twice. Settles the job in a transaction of its own (completeJob, advance), or
   * just returns: then the job is done. A throw is tried again with backoff, up to `maxAttempts`.
   */
  run(ctx: TenantContext, job: Job<Payload>): Promise<void>;
  /** After the last attempt failed: leave the record in a state that tells. */
  exhausted?(ctx: TenantContext, job: Job<Payload>, error: unknown): Promise<void>;
}
