import { randomUUID } from 'node:crypto';
import { webhookLimits } from '@parley/contract/schemas';
import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { prunedAtOnce, pruneEvents } from '../events/statements/prune-events.ts';
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
import { Attempts } from './attempts.ts';
import { readDestination } from './destination.ts';
import { disableEndpoint } from './disable.ts';
import { type WaitAfter, waitAfter } from './schedule.ts';
import { settleInterrupted, type Times } from './settlement.ts';

export interface DeliveryWorkerOptions {
  system: SystemDb;
  sealer: Sealer;
  outbound: Outbound;
  log: Logger;
  now(): Date;
  newId: NewId;
  /** Attempts at a time; those of slow receivers do not count. */
  concurrency: number;
  /** How long events and deliveries are kept. */
  retentionDays?: number;
  random?: () => number;
  waitAfter?: WaitAfter;
  /** From a claim on; at least twice what an attempt may take. */
  leaseMs?: number;
  sweepMs?: number;
}

const standardLeaseMs = 60_000;
const standardSweepMs = 5_000;
const claimedAtOnce = 200;
const gatherMs = 5;
const pollMs = { busy: 250, idle: 1_000 } as const;
const countSlowMs = 500;
const pruneMs = 60_000;
const mostPrunings = 50;
/** For what ends at the deadline. */
const leastWritingMs = 1_000;
/** With slow ones there may be so many times `concurrency`. */
const slowFactor = 8;

/** Claims due deliveries and has them attempted. Any number of workers may share a database. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  readonly #leaseMs: number;
  readonly #attempts: Attempts;
  readonly #disabling = new Set<Promise<void>>();
  #slow = 0;
  #timers: NodeJS.Timeout[] = [];
  #poll: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #woken = false;
  #stopped = true;
  #stopListening: () => void = () => {};

  constructor(options: DeliveryWorkerOptions) {
    const { system, sealer, outbound, log, leaseMs = standardLeaseMs } = options;
    this.#options = options;
    this.#leaseMs = leaseMs;
    this.#attempts = new Attempts({
      system,
      outbound,
      log,
      leaseMs,
      now: options.now,
      times: (nowMs) => this.#times(nowMs),
      readDestination: (tenantId, endpointId) =>
        readDestination(system.forTenant(tenantId), sealer, endpointId),
      disable: (delivery, reason) => this.#disableSoon(delivery, reason),
      settled: () => this.wake(),
    });
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    const { system, sweepMs = standardSweepMs } = this.#options;
    this.#stopListening = system.onWork('deliveries', () => this.#wakeSoon());
    this.#timers = [
      setInterval(() => void this.#guarded('sweep leases', () => this.sweep()), sweepMs),
      setInterval(() => this.#countSlow(), countSlowMs),
      setInterval(() => void this.#guarded('prune', () => this.prune()), pruneMs),
    ];
    this.wake();
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#stopped) return;
    this.#woken = true;
    if (this.#claiming) return;
    clearTimeout(this.#poll);
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#claiming = this.#fill().finally(() => {
      this.#claiming = undefined;
      if (this.#woken) this.wake();
    });
  }

  /**
   * Claims no more and waits for what is on its way. What has no answer at the deadline is given back as
   * interrupted: another worker has it at once. What the database does not take by then either is left to
   * its lease.
   */
  async stop(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    this.#stopped = true;
    this.#stopListening();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming;
    clearTimeout(this.#soon);
    this.#soon = undefined;
    clearTimeout(this.#poll);
    await within(deadlineMs, this.#attempts.finished());
    this.#attempts.interrupt();
    const written = this.#attempts.written().then(() => Promise.all(this.#disabling));
    await within(Math.max(leastWritingMs, deadline - performance.now()), written);
  }

  /** Sends what is due until nothing is; for tests and for draining by hand. */
  async runUntilIdle(): Promise<void> {
    for (;;) {
      const { count } = await this.#claim(claimedAtOnce);
      await this.#attempts.finished();
      await this.#attempts.written();
      await Promise.all(this.#disabling);
      if (count === 0) return;
    }
  }

  /** Gives back what workers that did not come back have held for too long; answers how many. */
  async sweep(): Promise<number> {
    const { system, log } = this.#options;
    const expired = await system.run(expiredDeliveries, null);
    if (expired.length === 0) return 0;
    const settled = await system.run(
      settleDeliveries,
      expired.map((delivery) => ({
        tenantId: delivery.tenantId,
        deliveryId: delivery.id,
        endpointId: delivery.endpoint_id,
        leaseToken: delivery.leaseToken,
        decide: (lane, nowMs) => {
          const leasedAt = new Date(delivery.leaseUntil - this.#leaseMs).toISOString();
          return settleInterrupted(delivery, leasedAt, lane, this.#times(nowMs));
        },
      })),
    );
    const swept = settled.filter(Boolean).length;
    if (swept > 0) {
      log.warn({ deliveries: swept }, 'leases of deliveries expired');
      this.wake();
    }
    return swept;
  }

  /** Removes what is no longer kept, batch by batch; answers how much. */
  async prune(): Promise<number> {
    const { system, now, retentionDays = webhookLimits.retentionDays } = this.#options;
    const before = now().getTime() - retentionDays * 86_400_000;
    let pruned = 0;
    for (let batch = 0; batch < mostPrunings; batch += 1) {
      const ended = await system.run(endOverdue, { before, now: now().toISOString() });
      const removed = await system.run(pruneEvents, { before });
      pruned += removed;
      if (ended === 0 && removed < prunedAtOnce) break;
    }
    return pruned;
  }

  /** Commits come in crowds: one claim for those of a few milliseconds. */
  #wakeSoon(): void {
    if (this.#stopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, gatherMs);
  }

  get #room(): number {
    const { concurrency } = this.#options;
    const { size } = this.#attempts;
    const fast = Math.max(0, size - this.#slow);
    return Math.min(claimedAtOnce, concurrency - fast, concurrency * slowFactor - size);
  }

  async #fill(): Promise<void> {
    while (!this.#stopped && this.#woken) {
      this.#woken = false;
      const room = this.#room;
      if (room <= 0) break;
      const claimed = await this.#guarded('claim deliveries', () => this.#claim(room));
      if (claimed?.hasMore) this.#woken = true;
    }
    if (!this.#stopped && !this.#woken) await this.#guarded('look ahead', () => this.#pollAgain());
  }

  /** When something becomes due, or else from time to time: other processes may add deliveries. */
  async #pollAgain(): Promise<void> {
    clearTimeout(this.#poll);
    const most = this.#attempts.size > 0 ? pollMs.busy : pollMs.idle;
    this.#poll = setTimeout(() => this.wake(), most);
    if (this.#room <= 0) return;
    const wait = await this.#options.system.run(nextDeliveryIn, null);
    if (this.#stopped || wait === null || wait >= most) return;
    clearTimeout(this.#poll);
    // What is ready now and was not claimed is being written by somebody else.
    this.#poll = setTimeout(() => this.wake(), Math.max(wait, gatherMs));
  }

  async #claim(limit: number): Promise<{ count: number; hasMore: boolean }> {
    const leaseToken = randomUUID();
    const claimedAt = performance.now();
    const rows = await this.#options.system.run(claimDeliveries, {
      limit,
      leaseToken,
      leaseMs: this.#leaseMs,
    });
    for (const delivery of rows) this.#attempts.begin({ delivery, leaseToken, claimedAt });
    const endpoints = new Set(rows.map((delivery) => delivery.endpoint_id));
    return { count: rows.length, hasMore: endpoints.size >= lanesOf(limit) };
  }

  #disableSoon(delivery: ClaimedDelivery, reason: 'gone' | 'failing'): void {
    const done = this.#disable(delivery, reason).finally(() => this.#disabling.delete(done));
    this.#disabling.add(done);
  }

  async #disable(
    { tenantId, endpoint_id: endpointId, version }: ClaimedDelivery,
    reason: 'gone' | 'failing',
  ): Promise<void> {
    const { system, log, now, newId } = this.#options;
    const ctx: TenantContext = {
      db: system.forTenant(tenantId),
      actor: { type: 'system', id: null, grantId: null },
      log: log.child({ tenantId, endpointId }),
      now,
      newId,
    };
    // When it fails, the next attempt that fails asks for it again.
    const disabled = await this.#guarded('disable a webhook endpoint', () =>
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
    this.#slow = this.#attempts.countSlow();
    if (this.#slow > before) this.wake();
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

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
