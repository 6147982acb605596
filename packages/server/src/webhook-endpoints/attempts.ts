import {
  disablesEndpoint,
  type Ended,
  type EndpointHealth,
  endAttempt,
  endInterrupted,
  endUnsent,
  type Times,
} from '@parley/domain';
import type { Logger } from 'pino';
import { measure } from '../metrics/measure.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { SealError, sealedWaitMs } from '../sealing.ts';
import type { ClaimedDelivery } from '../webhook-deliveries/statements/claim-deliveries.ts';
import { type Destination, sendEvent } from './destination.ts';
import { Destinations } from './destinations.ts';
import type { Ending } from './settle-batches.ts';

/** A delivery that this process has leased. */
export interface Leased {
  readonly delivery: ClaimedDelivery;
  readonly leaseToken: string;
  /** The value of `performance.now()` just before the query that claimed the delivery. */
  readonly claimedAt: number;
  /** Whether the attempt has ended, so that its result is being written to the database. */
  hasEnded: boolean;
}

export interface AttemptsOptions {
  outbound: Outbound;
  log: Logger;
  now(): Date;
  times(nowMs: number): Times;
  leaseMs: number;
  readDestination(tenantId: string, endpointId: string): Promise<Destination | undefined>;
  /** Writes the result of an attempt. */
  write(ending: Ending): void;
  /** Disables the endpoint of a delivery. Called after the result of the attempt is written. */
  disable(delivery: ClaimedDelivery, reason: 'gone' | 'failing'): void;
}

/**
 * The wait before a delivery is tried again that failed before its attempt, in milliseconds: the database may recover
 * soon.
 */
const brokenWaitMs = 5_000;

/** Makes attempts: signs and posts each, and records its result. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #destinations: Destinations;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#destinations = new Destinations(options.readDestination);
  }

  /** Makes one attempt. Never rejects. */
  async make(leased: Leased): Promise<void> {
    try {
      await this.#deliver(leased);
    } catch (error) {
      const { tenantId, endpointId } = leased.delivery;
      this.#options.log.error(
        { err: error, tenantId, endpointId },
        'could not start a webhook attempt',
      );
      this.#giveBack(leased, error instanceof SealError ? sealedWaitMs : brokenWaitMs);
    }
  }

  /** Ends an attempt that has no response yet. */
  interrupt(leased: Leased): void {
    const at = this.#options.now().toISOString();
    this.#end(leased, (health, times) => endInterrupted(leased.delivery, at, health, times));
  }

  async #deliver(leased: Leased): Promise<void> {
    const { delivery, claimedAt } = leased;
    const { now, outbound, leaseMs } = this.#options;
    const { tenantId, endpointId, eventId, version, body } = delivery;
    const destination = await this.#destinations.get(tenantId, endpointId, version);
    if (!destination || body === null) return this.#giveBack(leased, undefined);
    // The lease must last longer than the attempt: otherwise another worker would make the same attempt at the same
    // time.
    const age = performance.now() - claimedAt;
    if (age > leaseMs / 2) return this.#giveBack(leased, 0);
    const began = now();
    const result = await sendEvent(outbound, destination, { eventId, body }, began);
    measure('attempt', result);
    const attempt = { at: began.toISOString(), result };
    let reason: ReturnType<typeof disablesEndpoint>;
    this.#end(
      leased,
      (health, times) => {
        const ended = endAttempt(delivery, attempt, health, times);
        reason = disablesEndpoint(result, ended.health, times.now);
        return ended;
      },
      () => reason && this.#options.disable(delivery, reason),
    );
  }

  #giveBack(leased: Leased, waitMs: number | undefined): void {
    this.#end(leased, (health, times) => endUnsent(leased.delivery, waitMs, health, times));
  }

  #end(
    leased: Leased,
    decide: (health: EndpointHealth, times: Times) => Ended,
    then: () => void = () => {},
  ): void {
    if (leased.hasEnded) return;
    leased.hasEnded = true;
    const { delivery, leaseToken, claimedAt } = leased;
    const { times, leaseMs, write } = this.#options;
    write({
      tenantId: delivery.tenantId,
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      leaseToken,
      leaseEndsAt: claimedAt + leaseMs,
      decide: (health, nowMs) => decide(health, times(nowMs)),
      then,
    });
  }
}
