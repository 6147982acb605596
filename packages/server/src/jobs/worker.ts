import { randomUUID } from 'node:crypto';
import { failureBackoffMs, systemActor } from '@parley/domain';
import type { Logger } from 'pino';
import { tendTables } from '../db/tend-tables.ts';
import { indexMessages } from '../messages/index-texts.ts';
import { firstKey, type MessageKey } from '../messages/statements/index-texts.ts';
import { measure } from '../metrics/measure.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { backoffMs } from './backoff.ts';
import { ClaimLoop } from './claim-loop.ts';
import { ClockWatch } from './clock-watch.ts';
import { errorText } from './error-text.ts';
import type { JobHandler } from './job-handler.ts';
import { endsProcesses, type Leased, leasedJob } from './leased-job.ts';
import { LostClaims } from './lost-claims.ts';
import { drawFirst } from './priorities.ts';
import { LeaseLostError, leaseMs } from './queue.ts';
import { Slots } from './slots.ts';
import { blockJobs } from './statements/block-jobs.ts';
import { claimJobs, type JobDemand, nextJobIn } from './statements/claim-jobs.ts';
import { freeJobs } from './statements/free-jobs.ts';
import { endLostClaims, hasLostLeases, holdLease, sweepLeases } from './statements/hold-leases.ts';
import type { Ahead } from './statements/look-ahead.ts';
import { type Ending, settleJob } from './statements/settle-jobs.ts';
import { type PruneOptions, pruneExpired } from './worker-prune.ts';
import { type PurgeOptions, purgeTenants } from './worker-purge.ts';

export interface WorkerOptions
  extends PruneOptions,
    Omit<PurgeOptions, 'purgeTenant' | 'stopping'> {
  handlers: Readonly<Record<string, JobHandler<never>>>;
  /**
   * Deletes the tenant of the context with its data, if the time of its deletion has come, and returns whether it did.
   * Throws when the worker stops: a later run continues. When absent, no tenant is deleted.
   */
  purgeTenant?: PurgeOptions['purgeTenant'];
  /** Runs when the worker starts, for work that became due while no worker ran. */
  begin?: () => Promise<unknown>;
  random?: () => number;
}

const sweepMs = 5_000;
const heartbeatMs = leaseMs / 3;
const blockMs = 500;
const freeMs = 30_000;
/** The number of jobs blocked in one run from which another run follows, because there may be more to block. */
const manyBlocked = 50;
const mostBlockings = 40;
const tendMs = 2_000;
const pruneMs = 60_000;
const purgeMs = 600_000;
const indexMs = 1_000;

/** Claims due jobs and runs them. Any number of workers may share a database. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #loop: ClaimLoop<Leased>;
  readonly #slots: Slots;
  readonly #clock = new ClockWatch(leaseMs);
  readonly #lostClaims = new LostClaims(leaseMs);
  #indexed: MessageKey = firstKey;

  constructor(options: WorkerOptions) {
    const { system, handlers, log } = options;
    this.#options = options;
    this.#slots = new Slots(handlers);
    this.#loop = new ClaimLoop<Leased>(
      {
        name: 'jobs',
        listen: (wakeSoon) => system.onWork('jobs', wakeSoon),
        hasRoom: () => this.#demands().length > 0,
        claim: () => this.#claim(),
        lookAhead: () => this.#lookAhead(),
        isFull: (job) => this.#slots.isFull(job),
        handle: (job) => this.#inSlot(job),
        ended: () => this.#loop.wakeSoon(),
        giveBack: (job) => this.#giveBack(job),
        chores: [
          { what: 'sweep leases', everyMs: sweepMs, do: (stopping) => this.sweep(stopping) },
          {
            what: 'hold leases',
            everyMs: heartbeatMs,
            isNeededToEnd: true,
            do: () => this.#holdLeases(),
          },
          { what: 'block jobs', everyMs: blockMs, do: () => this.#blockJobs() },
          {
            what: 'free blocked jobs',
            everyMs: freeMs,
            isDoneAtStart: true,
            do: () => freeJobs(system),
          },
          {
            what: 'tend tables',
            everyMs: tendMs,
            do: () => tendTables(system),
          },
          { what: 'prune', everyMs: pruneMs, do: () => this.prune() },
          {
            what: 'delete tenants',
            everyMs: purgeMs,
            do: (stopping) => this.purge(stopping),
          },
          { what: 'index messages', everyMs: indexMs, do: () => this.#indexMessages() },
        ],
      },
      log,
    );
  }

  start(): void {
    this.#loop.start();
    const { begin } = this.#options;
    if (begin) void this.#loop.guarded('begin', begin);
  }

  /** Checks for work now. */
  wake(): void {
    this.#loop.wake();
  }

  async sweep(stopping?: AbortSignal): Promise<void> {
    const { system, log } = this.#options;
    if (!(await this.#clock.mayEndLeases(system, log, stopping))) return;
    const lostTokens = this.#lostClaims.tokens();
    if (lostTokens.length > 0 && (await system.run(endLostClaims, lostTokens)) > 0) this.wake();
    if (!(await system.run(hasLostLeases, null))) return;
    const swept = await system.run(sweepLeases, null);
    if (swept > 0) {
      log.warn({ jobs: swept }, 'leases of jobs expired');
      measure('expiry', { kind: 'job', leases: swept });
      this.wake();
    }
  }

  /** Removes what has expired. */
  async prune(): Promise<void> {
    await pruneExpired(this.#options);
  }

  /** Deletes the tenants whose time has come. The next run continues a deletion that was interrupted. */
  async purge(stopping = new AbortController().signal): Promise<void> {
    const { purgeTenant, ...options } = this.#options;
    if (purgeTenant) await purgeTenants({ ...options, purgeTenant, stopping });
  }

  /**
   * Stops claiming and waits for the running work. Gives back work that still runs at the deadline: another worker can
   * claim it at once, and this one can no longer write its result.
   */
  async stop(deadlineMs: number): Promise<void> {
    await this.#loop.stop(deadlineMs);
  }

  /** Runs due jobs until there are none; for tests. */
  async runUntilIdle(): Promise<void> {
    await this.#loop.runUntilIdle();
  }

  /** Adds messages to the index of texts. After a failure, the next run begins with the first message. */
  async #indexMessages(): Promise<void> {
    const after = this.#indexed;
    this.#indexed = firstKey;
    this.#indexed = await indexMessages(this.#options.system, { after });
  }

  /** Blocks jobs that must wait, while jobs are running. When none runs, the claims find such jobs. */
  async #blockJobs(): Promise<void> {
    const { system, handlers } = this.#options;
    for (let turn = 0; turn < mostBlockings && this.#loop.size > 0; turn += 1) {
      if ((await system.run(blockJobs, Object.keys(handlers))) < manyBlocked) return;
    }
  }

  #demands(): JobDemand[] {
    return this.#slots.demands(this.#options.now().getTime());
  }

  async #lookAhead(): Promise<Ahead> {
    const wanted = this.#demands().map(({ name }) => name);
    const { isDue, nextInMs } = await this.#options.system.run(nextJobIn, wanted);
    const opensInMs = this.#slots.opensInMs(this.#options.now().getTime());
    if (opensInMs === undefined) return { isDue, nextInMs };
    // All due jobs may be in lanes without room.
    return { isDue, nextInMs: Math.min(nextInMs ?? opensInMs, opensInMs) };
  }

  async #claim() {
    const leaseToken = randomUUID();
    const demands = this.#demands();
    const { system, random = Math.random } = this.#options;
    const first = drawFirst(random);
    const leaseEndsAt = performance.now() + leaseMs;
    const rows = await this.#lostClaims.watch(leaseToken, () =>
      system.run(claimJobs, { demands, leaseToken, leaseMs, first }),
    );
    // A read tells whether there are more jobs. It costs less than a claim that gets nothing.
    return {
      items: rows.map((row) => leasedJob(row, { leaseToken, leaseEndsAt })),
      mayHaveMore: false,
    };
  }

  async #giveBack(job: Leased): Promise<void> {
    if (job.settled) return;
    await this.#settle(job, { outcome: 'release', delayMs: 0, error: 'its worker stopped' });
  }

  async #inSlot(job: Leased): Promise<void> {
    this.#slots.take(job);
    try {
      await this.#run(job);
    } finally {
      this.#slots.free(job);
    }
  }

  async #run(job: Leased): Promise<void> {
    const { system, handlers, log, now, newId, random } = this.#options;
    // JobHandlers pairs each name of a payload with its handler. Jobs with other names are not claimed.
    const handler = handlers[job.name] as unknown as JobHandler<unknown>;
    const isGivenUp = endsProcesses(job, handler);
    const { name, position, tenantId, attempt } = job;
    let ownLog: Logger | undefined;
    const ctx: TenantContext = {
      db: system.forTenant(tenantId),
      actor: systemActor,
      // Most jobs log nothing.
      get log() {
        ownLog ??= log.child({ job: name, position, tenantId, attempt });
        return ownLog;
      },
      now,
      newId,
    };
    try {
      if (isGivenUp) throw new Error('its workers did not come back');
      await handler.run(ctx, job);
      if (!job.settled) await this.#settle(job, { outcome: 'done', delayMs: 0, error: null });
    } catch (error) {
      if (error instanceof LeaseLostError) {
        ctx.log.warn('lease lost');
        return;
      }
      ctx.log.error({ err: error }, 'job failed');
      if (job.settled) return;
      await this.#loop.guarded('record the failure of a job', async () => {
        const last = isGivenUp || job.attempt >= handler.maxAttempts;
        if (last) await handler.exhausted?.(ctx, job, error);
        if (job.settled) return;
        await this.#settle(job, {
          outcome: last ? 'dead' : 'retry',
          delayMs: last ? 0 : backoffMs(failureBackoffMs, job.attempt, random),
          error: errorText(error),
        });
      });
    }
  }

  async #settle(job: Leased, how: Ending): Promise<void> {
    const { position, leaseToken, tenantId, orderKey } = job;
    const { system, log } = this.#options;
    const lease = { position, leaseToken, tenantId, orderKey };
    const settled = await system.run(settleJob, { ...lease, ...how });
    if (!settled)
      log.warn({ job: job.name, position }, 'lease lost before its outcome was recorded');
  }

  async #holdLeases(): Promise<void> {
    const leaseEndsAt = performance.now() + leaseMs;
    const hold = async (job: Leased) => {
      const { position, leaseToken } = job;
      const lease = { position, leaseToken, leaseMs };
      if (await this.#options.system.run(holdLease, lease)) job.leaseEndsAt = leaseEndsAt;
    };
    await Promise.all(this.#loop.running.map(hold));
  }
}
