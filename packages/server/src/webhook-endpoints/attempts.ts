import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { SealError } from '../sealing.ts';
import type { ClaimedDelivery } from '../webhook-deliveries/statements/claim-deliveries.ts';
import {
  type LaneState,
  type SettledDelivery,
  settleDeliveries,
} from '../webhook-deliveries/statements/settle-deliveries.ts';
import { type Destination, sendEvent } from './destination.ts';
import { Destinations } from './destinations.ts';
import { SettleBatches } from './settle-batches.ts';
import {
  type Attempt,
  disabledReason,
  settleAttempt,
  settleInterrupted,
  settleUnsent,
  type Times,
} from './settlement.ts';

/** A delivery that this process has leased. */
export interface Leased {
  readonly delivery: ClaimedDelivery;
  readonly leaseToken: string;
  /** By `performance.now()`, before the database was asked. */
  readonly claimedAt: number;
}

interface Running extends Leased {
  /** Its end is on its way to the database. */
  hasEnded: boolean;
}

export interface AttemptsOptions {
  system: Pick<SystemDb, 'run'>;
  outbound: Outbound;
  log: Logger;
  now(): Date;
  times(nowMs: number): Times;
  leaseMs: number;
  readDestination(tenantId: string, endpointId: string): Promise<Destination | undefined>;
  /** After the attempt that asks for it is written. */
  disable(delivery: ClaimedDelivery, reason: 'gone' | 'failing'): void;
  settled(): void;
}

const slowMs = 2_000;
/** Before what could not be begun is tried again: the database may be back soon. */
const brokenWaitMs = 5_000;
/** A secret that cannot be opened waits for somebody to set the right key. */
const sealedWaitMs = 300_000;

/** The attempts that are on their way: each is signed, posted, and written down with its delivery. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #destinations: Destinations;
  readonly #batches: SettleBatches;
  readonly #running = new Map<Running, Promise<void>>();

  constructor(options: AttemptsOptions) {
    const { system, log, settled, readDestination } = options;
    this.#options = options;
    this.#destinations = new Destinations(readDestination);
    this.#batches = new SettleBatches({
      settle: (batch) => system.run(settleDeliveries, batch),
      settled,
      log,
    });
  }

  get size(): number {
    return this.#running.size;
  }

  /** Those of receivers that take their time. */
  countSlow(): number {
    const since = performance.now() - slowMs;
    let slow = 0;
    for (const { claimedAt } of this.#running.keys()) if (claimedAt < since) slow += 1;
    return slow;
  }

  begin(leased: Leased): void {
    const running = { ...leased, hasEnded: false };
    const done = this.#deliver(running)
      .catch((error: unknown) => this.#giveBackBroken(running, error))
      .finally(() => this.#running.delete(running));
    this.#running.set(running, done);
  }

  /** Resolves when every attempt that runs now has ended. */
  async finished(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Resolves when the ends of attempts are in the database. */
  async written(): Promise<void> {
    await this.#batches.flush();
  }

  /** Gives back what has no answer yet. */
  interrupt(): void {
    const at = this.#options.now().toISOString();
    for (const running of this.#running.keys()) {
      this.#end(running, (lane, times) => settleInterrupted(running.delivery, at, lane, times));
    }
  }

  async #deliver(running: Running): Promise<void> {
    const { delivery, claimedAt } = running;
    const { now, outbound, leaseMs } = this.#options;
    const { tenantId, endpoint_id: endpointId, event_id: eventId, version, body } = delivery;
    const destination = await this.#destinations.get(tenantId, endpointId, version);
    if (!destination || body === null) return this.#giveBack(running, undefined);
    // The lease must outlast the attempt: else another worker would make the same one beside it.
    const age = performance.now() - claimedAt;
    if (age > leaseMs / 2) return this.#giveBack(running, 0);
    const began = now();
    const result = await sendEvent(outbound, destination, { eventId, body }, began);
    this.#endAttempt(running, { at: began.toISOString(), result });
  }

  #endAttempt(running: Running, attempt: Attempt): void {
    const { delivery } = running;
    let reason: ReturnType<typeof disabledReason>;
    this.#end(
      running,
      (lane, times) => {
        const settled = settleAttempt(delivery, attempt, lane, times);
        reason = disabledReason(lane, attempt, times.now);
        return settled;
      },
      () => reason && this.#options.disable(delivery, reason),
    );
  }

  #giveBackBroken(running: Running, error: unknown): void {
    const { tenantId, endpoint_id: endpointId } = running.delivery;
    this.#options.log.error({ err: error, tenantId, endpointId }, 'could not begin an attempt');
    this.#giveBack(running, error instanceof SealError ? sealedWaitMs : brokenWaitMs);
  }

  #giveBack(running: Running, waitMs: number | undefined): void {
    this.#end(running, (lane, times) => settleUnsent(running.delivery, waitMs, lane, times));
  }

  #end(
    running: Running,
    decide: (lane: LaneState, times: Times) => SettledDelivery,
    then: () => void = () => {},
  ): void {
    if (running.hasEnded) return;
    running.hasEnded = true;
    const { delivery, leaseToken, claimedAt } = running;
    const { times, leaseMs } = this.#options;
    this.#batches.add({
      tenantId: delivery.tenantId,
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      leaseToken,
      leaseEndsAt: claimedAt + leaseMs,
      decide: (lane, nowMs) => decide(lane, times(nowMs)),
      then,
    });
  }
}
