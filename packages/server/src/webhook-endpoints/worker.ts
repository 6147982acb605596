import { randomUUID } from 'node:crypto';
import { webhookLimits } from '@parley/contract/schemas';
import {
  dayMs,
  endInterrupted,
  endUnsent,
  type FailedAttempt,
  systemActor,
  type Times,
  waitAfter,
} from '@parley/domain';
import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { prunedAtOnce, pruneEvents } from '../events/statements/prune-events.ts';
import { inTime } from '../in-time.ts';
import { ClaimLoop } from '../jobs/claim-loop.ts';
import { ClockWatch } from '../jobs/clock-watch.ts';
import { LostClaims } from '../jobs/lost-claims.ts';
import { measure } from '../metrics/measure.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  lanesOf,
  nextDeliveryIn,
} from '../webhook-deliveries/statements/claim-deliveries.ts';
import { endOverdue } from '../webhook-deliveries/statements/end-overdue.ts';
import { expiredDeliveries } from '../webhook-deliveries/statements/expired-deliveries.ts';
import { settleDeliveries } from '../webhook-deliveries/statements/settle-deliveries.ts';
import { Attempts, type Leased } from './attempts.ts';
import { readDestination } from './destination.ts';
import { disableEndpoint } from './disable.ts';
import { SettleBatches } from './settle-batches.ts';

export interface DeliveryWorkerOptions {
  system: SystemDb;
  sealer: Sealer;
  outbound: Outbound;
  log: Logger;
  now(): Date;
  newId: NewId;
  /** The maximum number of attempts in flight, not counting those to slow receivers. */
  concurrency: number;
  /** How many days events and deliveries are kept. */
  retentionDays?: number;
  random?: () => number;
  waitAfter?: (attempts: number, failed: FailedAttempt, random: () => number) => number | undefined;
  /**
   * The length of a lease, in milliseconds, which begins with the claim. At least twice the time limit of an attempt.
   */
  leaseMs?: number;
  sweepMs?: number;
}

const standardLeaseMs = 60_000;
const standardSweepMs = 5_000;
const claimedAtOnce = 200;
const countSlowMs = 500;
/** An attempt that takes longer than this, in milliseconds, means that the receiver is slow. */
const slowMs = 2_000;
const pruneMs = 60_000;
const mostPrunings = 50;
/** The minimum time for writing the results of attempts when the worker stops, in milliseconds. */
const leastWritingMs = 1_000;
/** The factor by which `concurrency` may be exceeded when attempts to slow receivers are counted, too. */
const slowFactor = 8;

/** Claims due deliveries and makes their attempts. Any number of workers may share a database. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  readonly #leaseMs: number;
  readonly #clock: ClockWatch;
  readonly #lostClaims: LostClaims;
  readonly #loop: ClaimLoop<Leased>;
  readonly #batches: SettleBatches;
  readonly #disabling = new Set<Promise<void>>();
  #slow = 0;

  constructor(options: DeliveryWorkerOptions) {
    const { system, sealer, outbound, log, now, sweepMs = standardSweepMs } = options;
    const { leaseMs = standardLeaseMs } = options;
    this.#options = options;
    this.#leaseMs = leaseMs;
    // The worker of jobs, which runs in the same process, warns.
    this.#clock = new ClockWatch(leaseMs, { warns: false });
    this.#lostClaims = new LostClaims(leaseMs);
    this.#batches = new SettleBatches({
      settle: (batch) => system.run(settleDeliveries, batch),
      settled: () => this.wake(),
      log,
    });
    const attempts = new Attempts({
      outbound,
      log,
      leaseMs,
      now,
      times: (nowMs) => this.#times(nowMs),
      readDestination: (tenantId, endpointId) =>
        readDestination(system.forTenant(tenantId), sealer, endpointId),
      write: (ending) => this.#batches.add(ending),
      disable: (delivery, reason) => this.#disableSoon(delivery, reason),
    });
    this.#loop = new ClaimLoop<Leased>(
      {
        name: 'deliveries',
        listen: (wakeSoon) => system.onWork('deliveries', wakeSoon),
        hasRoom: () => this.#room() > 0,
        claim: () => this.#claim(this.#room()),
        lookAhead: () => system.run(nextDeliveryIn, []),
        handle: (leased) => attempts.make(leased),
        giveBack: async (leased) => attempts.interrupt(leased),
        chores: [
          { what: 'sweep leases', everyMs: sweepMs, do: (stopping) => this.sweep(stopping) },
          { what: 'count slow receivers', everyMs: countSlowMs, do: async () => this.#countSlow() },
          { what: 'prune', everyMs: pruneMs, do: () => this.prune() },
        ],
      },
      log,
    );
  }

  start(): void {
    this.#loop.start();
  }

  /** Makes the worker look for due deliveries now. */
  wake(): void {
    this.#loop.wake();
  }

  /**
   * Stops claiming and waits for attempts in flight. At the deadline, attempts without a response end as interrupted,
   * so that another worker can continue at once. If the database does not accept this in time, their leases expire.
   */
  async stop(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    await this.#loop.stop(deadlineMs);
    const left = Math.max(leastWritingMs, deadline - performance.now());
    await inTime(this.#written(), left, () => {});
  }

  /** Sends due deliveries until there are none. Only for tests. */
  async runUntilIdle(): Promise<void> {
    await this.#loop.runUntilIdle(() => this.#written());
  }

  /**
   * Releases deliveries whose leases have expired because a worker was lost, and those of failed claims of this worker.
   * Returns their number.
   */
  async sweep(stopping?: AbortSignal): Promise<number> {
    const { system, log } = this.#options;
    if (!(await this.#clock.mayEndLeases(system, log, stopping))) return 0;
    const lostTokens = this.#lostClaims.tokens();
    const expired = await system.run(expiredDeliveries, lostTokens);
    if (expired.length === 0) return 0;
    const settled = await system.run(
      settleDeliveries,
      expired.map(({ delivery, token: leaseToken, until, ...lease }) => ({
        ...lease,
        leaseToken,
        decide: (health, nowMs) => {
          if (!delivery) return { delivery, health };
          if (lostTokens.includes(leaseToken)) {
            return endUnsent(delivery, 0, health, this.#times(nowMs));
          }
          const leasedAt = new Date(until - this.#leaseMs).toISOString();
          return endInterrupted(delivery, leasedAt, health, this.#times(nowMs));
        },
      })),
    );
    const swept = settled.filter(Boolean).length;
    if (swept > 0) {
      log.warn({ deliveries: swept }, 'leases of deliveries expired');
      measure('expiry', { kind: 'webhook-delivery', leases: swept });
      this.wake();
    }
    return swept;
  }

  /** Removes rows older than the retention time, batch by batch. Returns their number. */
  async prune(): Promise<number> {
    const { system, now, retentionDays = webhookLimits.retentionDays } = this.#options;
    const before = now().getTime() - retentionDays * dayMs;
    let pruned = 0;
    for (let batch = 0; batch < mostPrunings; batch += 1) {
      const ended = await system.run(endOverdue, { before, now: now().toISOString() });
      const removed = await system.run(pruneEvents, { before });
      pruned += removed;
      if (ended === 0 && removed < prunedAtOnce) break;
    }
    return pruned;
  }

  #room(): number {
    const { concurrency } = this.#options;
    const running = this.#loop.size;
    const fast = Math.max(0, running - this.#slow);
    return Math.min(claimedAtOnce, concurrency - fast, concurrency * slowFactor - running);
  }

  async #claim(limit: number) {
    const leaseToken = randomUUID();
    const claimedAt = performance.now();
    const leaseMs = this.#leaseMs;
    const rows = await this.#lostClaims.watch(leaseToken, () =>
      this.#options.system.run(claimDeliveries, { limit, leaseToken, leaseMs }),
    );
    const endpoints = new Set(rows.map(({ endpointId }) => endpointId));
    return {
      items: rows.map((delivery) => ({ delivery, leaseToken, claimedAt, hasEnded: false })),
      mayHaveMore: endpoints.size >= lanesOf(limit),
    };
  }

  /** Resolves when the results of attempts and their effects are in the database. */
  async #written(): Promise<void> {
    await this.#batches.flush();
    await Promise.all(this.#disabling);
  }

  #disableSoon(delivery: ClaimedDelivery, reason: 'gone' | 'failing'): void {
    const done = this.#disable(delivery, reason).finally(() => this.#disabling.delete(done));
    this.#disabling.add(done);
  }

  async #disable(
    { tenantId, endpointId, version }: ClaimedDelivery,
    reason: 'gone' | 'failing',
  ): Promise<void> {
    const { system, log, now, newId } = this.#options;
    const ctx: TenantContext = {
      db: system.forTenant(tenantId),
      actor: systemActor,
      log: log.child({ tenantId, endpointId }),
      now,
      newId,
    };
    // If it fails, the next failed attempt requests it again.
    const disabled = await this.#loop.guarded('disable a webhook endpoint', () =>
      disableEndpoint(ctx, endpointId, reason, version),
    );
    if (disabled) ctx.log.info({ reason }, 'webhook endpoint disabled');
  }

  #times(nowMs: number): Times {
    const { now, random = Math.random, waitAfter: wait = waitAfter } = this.#options;
    return { now: now(), nowMs, waitAfter: (attempts, failed) => wait(attempts, failed, random) };
  }

  #countSlow(): void {
    const before = this.#slow;
    const since = performance.now() - slowMs;
    this.#slow = this.#loop.running.filter(({ claimedAt }) => claimedAt < since).length;
    if (this.#slow > before) this.wake();
  }
}
