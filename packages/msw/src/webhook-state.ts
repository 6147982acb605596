import type { IdKind, WebhookAttempt, WebhookSecret } from '@parley/contract';
import type { EndpointHealth, StoredDelivery } from '@parley/domain';
import type { Receiver } from './deliver.ts';
import type { WebhookEvent } from './event-types.ts';
import { generator, Ids } from './ids.ts';

/** The URLs that endpoints may have besides https at a public address. */
export interface WebhookRules {
  allowHttp: boolean;
  allowPrivate: boolean;
}

/** State of an endpoint that changes with every delivery, separate from the endpoint itself. */
export interface Lane {
  health: EndpointHealth;
  inFlight: number;
  /** Because of `maxPerSecond`, no attempt starts before this time, except the attempts left in the current burst. */
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

/** The receivers by URL, or by origin. */
export interface Registered {
  /** The URL or origin as the test wrote it. */
  text: string;
  receiver: Receiver;
  /** Milliseconds of real time. */
  timeoutMs: number;
}

/** An attempt without a response so far. */
export interface Underway {
  /** By the mock clock. */
  endsMs: number;
  /** Ends the attempt without a response. */
  end(): void;
}

/** The webhook state of one tenant besides its endpoints and deliveries. */
export class WebhookState {
  readonly rules: WebhookRules;
  /** Lanes by the ID of their endpoint. */
  readonly lanes = new Map<string, Lane>();
  readonly secrets = new Map<string, WebhookSecret>();
  /** Deliveries that are ready and have a receiver. */
  readonly waiting = new Set<WebhookDeliveryRecord>();
  /** Deliveries that are ready, to URLs without a receiver: the mock counts each as delivered when it is due. */
  readonly unreceived = new Set<WebhookDeliveryRecord>();
  /** By URL or origin. */
  readonly receivers = new Map<string, Registered>();
  readonly underway = new Set<Underway>();
  readonly #seed: number;
  /** Generates IDs of endpoints. It is separate, so that an endpoint does not change the other random values. */
  readonly #ids: Ids;
  #random: () => number;

  constructor(seed: number, rules: WebhookRules) {
    this.rules = rules;
    this.#seed = seed;
    this.#ids = new Ids(seed ^ 0x646c_7665);
    this.#random = this.#newRandom();
  }

  newId(kind: IdKind, at: string): string {
    return this.#ids.next(kind, Date.parse(at));
  }

  /** 32 bytes. */
  newSecret(): string {
    const bytes = Array.from({ length: 32 }, () => Math.floor(this.#random() * 256));
    return `whsec_${btoa(String.fromCharCode(...bytes))}`;
  }

  /** From 0 to 1: the same for this attempt whatever else is tried. */
  chanceOf({ number, attempts }: WebhookDeliveryRecord): number {
    return generator(this.#seed ^ Math.imul(number, 0x9e37_79b1) ^ (attempts << 20))();
  }

  clear(): void {
    this.#ids.reset();
    this.#random = this.#newRandom();
    for (const attempt of this.underway) attempt.end();
    for (const records of [
      this.lanes,
      this.secrets,
      this.waiting,
      this.unreceived,
      this.receivers,
      this.underway,
    ]) {
      records.clear();
    }
  }

  #newRandom(): () => number {
    return generator(this.#seed ^ 0x7768_7365);
  }
}
