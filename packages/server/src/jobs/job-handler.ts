import type { TenantContext } from '../tenancy/context.ts';
import type { Job } from './queue.ts';

/**
 * The maximum numbers of jobs of one kind that a process runs at the same time: in all, of one tenant, and in one job
 * lane.
 */
export interface JobSlots {
  readonly atOnce: number;
  readonly ofTenant: number;
  /** The maximum number in one job lane. Default: `ofTenant`. */
  readonly inLane?: number;
  readonly pace?: LanePace;
}

/** Limits the claimed jobs of each job lane to those that may begin soon. */
export interface LanePace {
  /** The number of jobs that may be claimed of a lane that `rooms` does not list. */
  readonly unknownRoom: number;
  rooms(nowMs: number): readonly LaneRoom[];
}

export interface LaneRoom {
  readonly tenantId: string;
  readonly lane: string;
  /** The number of further jobs of the lane that may be claimed. */
  readonly room: number;
  /** The time until more jobs of a lane without room may be claimed, in milliseconds. */
  readonly opensInMs: number;
}

export interface JobHandler<Payload> {
  /** The limits of this kind of job. Default: a few at the same time. */
  readonly slots?: JobSlots;
  /**
   * The largest number of attempts; `Infinity` for a job that must never be given up, such as one that queues its own
   * successor and has no `exhausted`.
   */
  readonly maxAttempts: number;
  /** Whether the job may crash its process. It is not repeated after two attempts in a row whose worker stopped. */
  readonly mayEndProcess?: boolean;
  /**
   * Runs the job. It must be safe to run twice. It settles the job in its own transaction (completeJob, advance), or
   * returns: then the job is done. An error is retried with backoff, up to `maxAttempts`.
   */
  run(ctx: TenantContext, job: Job<Payload>): Promise<void>;
  /** Called after the last failed attempt. It must leave the record in a final state, with the reason. */
  exhausted?(ctx: TenantContext, job: Job<Payload>, error: unknown): Promise<void>;
}
