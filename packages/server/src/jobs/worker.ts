import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { pruneExpired } from '../idempotency/statements/prune-expired.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { backoffMs, failureBackoffMs } from './backoff.ts';
import type { JobHandler } from './job-handler.ts';
import { type Job, LeaseLostError, leaseMs } from './queue.ts';
import { type ClaimedJob, claimJobs } from './statements/claim-jobs.ts';
import { holdLease, lostLease, sweepLeases } from './statements/hold-leases.ts';
import { settleJob } from './statements/settle-jobs.ts';

export interface WorkerOptions {
  system: SystemDb;
  handlers: Readonly<Record<string, JobHandler<never>>>;
  log: Logger;
  now(): Date;
  newId: NewId;
  concurrency: number;
  /** What may have become due while nobody worked. */
  begin?: () => Promise<unknown>;
  random?: () => number;
}

const gatherMs = 5;
const pollMs = { busy: 250, idle: 1_000 } as const;
const sweepMs = 5_000;
const heartbeatMs = leaseMs / 3;
const pruneMs = 60_000;

/** Claims due jobs and runs them. Any number of workers may share a database. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<Job, Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #woken = false;
  #stopped = true;
  #stopListening: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    const { system } = this.#options;
    this.#stopListening = system.onWork('jobs', () => this.#wakeSoon());
    this.#timers = [
      setInterval(() => void this.#guarded('sweep leases', () => this.sweep()), sweepMs),
      setInterval(() => void this.#guarded('hold leases', () => this.#heartbeat()), heartbeatMs),
      setInterval(
        () =>
          void this.#guarded('prune', () =>
            system.run(pruneExpired, { nowMs: this.#options.now().getTime() }),
          ),
        pruneMs,
      ),
    ];
    const { begin } = this.#options;
    if (begin) void this.#guarded('begin', begin);
    this.wake();
  }

  /** Commits, and jobs that end, come in crowds: one claim for those of a few milliseconds. */
  #wakeSoon(): void {
    if (this.#stopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, gatherMs);
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#stopped) return;
    this.#woken = true;
    if (this.#claiming) return;
    clearTimeout(this.#poll);
    this.#claiming = this.#fill().finally(() => {
      this.#claiming = undefined;
      if (this.#stopped) return;
      if (this.#woken) this.wake();
      else
        this.#poll = setTimeout(
          () => this.wake(),
          this.#running.size > 0 ? pollMs.busy : pollMs.idle,
        );
    });
  }

  async sweep(): Promise<void> {
    const swept = await this.#options.system.run(sweepLeases, null);
    if (swept > 0) {
      this.#options.log.warn({ jobs: swept }, 'leases expired');
      this.wake();
    }
  }

  /**
   * Claims no more and waits for what runs. What still runs at the deadline is given back: another
   * worker has it at once, and this one can write nothing for it any more.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#soon);
    this.#soon = undefined;
    clearTimeout(this.#poll);
    await this.#claiming;
    const finished = Promise.allSettled(this.#running.values());
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([finished, deadline]);
    clearTimeout(timer);
    for (const interval of this.#timers) clearInterval(interval);
    await Promise.all([...this.#running.keys()].map((job) => this.#giveBack(job)));
  }

  async #giveBack(job: Job): Promise<void> {
    if (job.settled) return;
    await this.#guarded('give back a job', () =>
      this.#settle(job, { outcome: 'release', delayMs: 0, error: 'its worker stopped' }),
    );
  }

  /** Runs what is due until nothing is; for tests and for draining by hand. */
  async runUntilIdle(): Promise<void> {
    for (;;) {
      const claimed = await this.#claim(this.#options.concurrency);
      if (claimed === 0) return;
      await Promise.allSettled(this.#running.values());
    }
  }

  async #fill(): Promise<void> {
    // One event may wake it while it claims; then it looks once more.
    while (!this.#stopped && this.#woken) {
      const room = this.#options.concurrency - this.#running.size;
      if (room === 0) {
        this.#woken = false;
        return;
      }
      this.#woken = false;
      const claimed = await this.#guarded('claim jobs', () => this.#claim(room));
      if (claimed !== undefined && claimed > 0) this.#woken = true;
    }
  }

  async #claim(limit: number): Promise<number> {
    const { system } = this.#options;
    const leaseToken = randomUUID();
    const rows = await system.run(claimJobs, { limit, leaseToken, leaseMs });
    for (const row of rows) this.#begin(row, leaseToken);
    return rows.length;
  }

  #begin(row: ClaimedJob, leaseToken: string): void {
    const job: Job = {
      position: row.position,
      name: row.name,
      payload: JSON.parse(row.payload) as unknown,
      attempt: row.attempts,
      leaseToken,
      createdAt: row.created_at,
      settled: false,
    };
    const done = this.#run(row, job).finally(() => {
      this.#running.delete(job);
      if (this.#running.size === 0) this.wake();
      else this.#wakeSoon();
    });
    this.#running.set(job, done);
  }

  async #run(row: ClaimedJob, job: Job): Promise<void> {
    const { system, handlers, log, now, newId, random } = this.#options;
    // The queue's payloads and the handlers are paired by JobHandlers, name by name.
    const handler = handlers[job.name] as JobHandler<unknown> | undefined;
    const isGivenUp = handler !== undefined && endsProcesses(row, handler);
    const { tenant_id: tenantId } = row;
    const ctx: TenantContext = {
      db: system.forTenant(tenantId),
      actor: { type: 'system', id: null, grantId: null },
      log: log.child({ job: job.name, position: job.position, tenantId, attempt: job.attempt }),
      now,
      newId,
    };
    try {
      if (!handler) {
        // A newer process may know it: leave it to that one.
        ctx.log.error('no handler for this job');
        await this.#settle(job, { outcome: 'release', delayMs: 30_000, error: 'no handler' });
        return;
      }
      if (isGivenUp) throw new Error('its workers did not come back');
      await handler.run(ctx, job);
      if (!job.settled) await this.#settle(job, { outcome: 'done', delayMs: 0, error: null });
    } catch (error) {
      if (error instanceof LeaseLostError) {
        ctx.log.warn('lease lost');
        return;
      }
      ctx.log.error({ err: error }, 'job failed');
      if (job.settled || !handler) return;
      await this.#guarded('settle a failed job', async () => {
        const last = isGivenUp || job.attempt >= handler.maxAttempts;
        if (last) await handler.exhausted?.(ctx, job, error);
        if (job.settled) return;
        await this.#settle(job, {
          outcome: last ? 'dead' : 'retry',
          delayMs: last ? 0 : backoffMs(failureBackoffMs, job.attempt, random),
          error:
            error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown',
        });
      });
    }
  }

  async #settle(
    job: Job,
    how: { outcome: 'done' | 'retry' | 'release' | 'dead'; delayMs: number; error: string | null },
  ): Promise<void> {
    const { position, leaseToken } = job;
    const settled = await this.#options.system.run(settleJob, { position, leaseToken, ...how });
    if (!settled) this.#options.log.warn({ job: job.name, position }, 'lease lost before settling');
  }

  async #heartbeat(): Promise<void> {
    const leases = [...this.#running.keys()].map(({ position, leaseToken }) => ({
      position,
      leaseToken,
      leaseMs,
    }));
    await Promise.all(leases.map((lease) => this.#options.system.run(holdLease, lease)));
  }

  /** A failure here is of the database: the next turn tries again. */
  async #guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.error({ err: error }, `could not ${what}`);
      return undefined;
    }
  }
}

/** What ends its process never throws: it would end each one that follows. */
function endsProcesses(
  { last_error: error, attempts }: ClaimedJob,
  { maxAttempts, mayEndProcess = false }: JobHandler<unknown>,
): boolean {
  if (error === lostLease.again && mayEndProcess) return true;
  return (error === lostLease.again || error === lostLease.once) && attempts > maxAttempts;
}
