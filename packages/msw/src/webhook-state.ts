import {
  type IdKind,
  type WebhookAttempt,
  type WebhookSecret,
  webhookSecretPrefix,
} from '@parley/contract';
import type { EndpointHealth, StoredDelivery } from '@parley/domain';
import type { Receiver } from './deliver.ts';
import type { WebhookEvent } from './event-types.ts';
import { generator, Ids } from './ids.ts';

/** The URLs that endpoints may have, in addition to public `https` URLs. */
export interface WebhookRules {
  allowHttp: boolean;
  allowPrivate: boolean;
}

/** The state of an endpoint's deliveries, which changes with every attempt; it is separate from the endpoint itself. */
export interface Lane {
  health: EndpointHealth;
  inFlight: number;
  /**
   * Because of `maxPerSecond`, no attempt starts before this time, in epoch milliseconds. The attempts left in the
   * current burst may.
   */
  freeMs: number;
  burstLeft: number;
}

export interface WebhookDeliveryRecord extends StoredDelivery {
  readonly event: WebhookEvent;
  /** Number of the delivery in its tenant, from 1. */
  readonly number: number;
  isUnderWay: boolean;
  readonly made: WebhookAttempt[];
}

/** A receiver that a test registered, with its URL or origin. */
export interface Registered {
  /** The URL or origin as the test wrote it. */
  text: string;
  receiver: Receiver;
  /** Milliseconds of real time. */
  timeoutMs: number;
}

/** An attempt that has no response yet. */
export interface Underway {
  /** When the attempt times out, in epoch milliseconds of the mock's clock. */
  endsMs: number;
  /** Ends the attempt without a response. */
  end(): void;
}

/** The webhook data of one tenant, besides its endpoints and deliveries. */
export class WebhookState {
  readonly rules: WebhookRules;
  /** Lanes by the ID of their endpoint. */
  readonly lanes = new Map<string, Lane>();
  readonly secrets = new Map<string, WebhookSecret>();
  /** Deliveries that are ready and have a receiver. */
  readonly waiting = new Set<WebhookDeliveryRecord>();
  /** Ready deliveries whose URL has no receiver: the mock counts each as delivered when it is due. */
  readonly unreceived = new Set<WebhookDeliveryRecord>();
  /** The receivers, by URL or origin. */
  readonly receivers = new Map<string, Registered>();
  readonly underway = new Set<Underway>();
  readonly #seed: number;
  /**
   * Generates the IDs of endpoints from a separate seed, so that creating an endpoint does not change other random
   * values.
   */
  readonly #ids: Ids;
  readonly #random: () => number;

  constructor(seed: number, rules: WebhookRules) {
    this.rules = rules;
    this.#seed = seed;
    this.#ids = new Ids(seed ^ 0x646c_7665);
    this.#random = generator(seed ^ 0x7768_7365);
  }

  newId(kind: IdKind, at: string): string {
    return this.#ids.next(kind, Date.parse(at));
  }

  /** Returns a new secret of 32 random bytes. */
  newSecret(): string {
    const bytes = Array.from({ length: 32 }, () => Math.floor(this.#random() * 256));
    return `${webhookSecretPrefix}${btoa(String.fromCharCode(...bytes))}`;
  }

  /** Returns a number from 0 to 1, which is always the same for the same attempt of a delivery. */
  chanceOf({ number, attempts }: WebhookDeliveryRecord): number {
    return generator(this.#seed ^ Math.imul(number, 0x9e37_79b1) ^ (attempts << 20))();
  }
}
