import type { TenantContext } from '../tenancy/context.ts';
import type { Job } from './queue.ts';

/** How many jobs of one kind a process runs at a time, how many of them for one tenant, and in one lane of it. */
export interface JobSlots {
  readonly atOnce: number;
  readonly ofTenant: number;
  /** As many as of the tenant when absent. */
  readonly inLane?: number;
  readonly pace?: LanePace;
}

/** Limits the claimed jobs of each lane to those that may begin soon. */
export interface LanePace {
  /** The limit of a lane that `rooms` does not list. */
  readonly unknownRoom: number;
  rooms(nowMs: number): readonly LaneRoom[];
}

export interface LaneRoom {
  readonly tenantId: string;
  readonly lane: string;
  /** How many more of its jobs may be claimed. */
  readonly room: number;
  /** When a lane without room gets some, in milliseconds. */
  readonly opensInMs: number;
}

export interface JobHandler<Payload> {
  /** A few when absent. */
  readonly slots?: JobSlots;
  readonly maxAttempts: number;
  /** The job may crash its process. After two attempts whose worker stopped, it is not repeated. */
  readonly mayEndProcess?: boolean;
  /**
   * Must be safe to run twice. Settles the job in its own transaction (completeJob, advance), or just returns: then the
   * job is done. An error is retried with backoff, up to `maxAttempts`.
   */
  run(ctx: TenantContext, job: Job<Payload>): Promise<void>;
  /** After the last failed attempt: leave the record in a final state with its reason. */
  exhausted?(ctx: TenantContext, job: Job<Payload>, error: unknown): Promise<void>;
}
