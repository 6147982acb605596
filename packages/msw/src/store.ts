import type {
  Actor,
  IdKind,
  Member,
  MessageEvent,
  Pipeline,
  Quota,
  SimulateInboundBody,
} from '@parley/contract';
import {
  firstPipeline,
  type NewTenant,
  newTenant,
  type SimulatedFailure,
  type StoredApiKey,
  type StoredAuditEntry,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  type StoredIdentity,
  type StoredInboundFailure,
  type StoredMedia,
  type StoredMessage,
  type StoredSuppression,
  type StoredTenant,
  type StoredWebhookEndpoint,
  systemActor,
} from '@parley/domain';
import type { Answer } from './answer.ts';
import { Clock, type TimeSource } from './clock.ts';
import { EventLog } from './event-log.ts';
import { Ids } from './ids.ts';
import { Jobs } from './jobs.ts';
import { KnowledgeState, type UrlSources } from './knowledge-state.ts';
import { type WebhookDeliveryRecord, type WebhookRules, WebhookState } from './webhook-state.ts';

export interface KeyRecord extends StoredApiKey {
  /** The secret key that clients send. */
  value: string;
  /** Undefined until a test chooses a quota: then no request counts. */
  quota: Quota | undefined;
  /**
   * The state of the key's quota: the theoretical arrival time of the rate limiter, in epoch milliseconds. Undefined
   * before the first request.
   */
  tatMs: number | undefined;
}

export interface InboundFailureRecord extends StoredInboundFailure {
  /** The inbound message that a retry of the item creates; null when the retry fails. */
  readonly message: SimulateInboundBody | null;
}

/** One failure of the provider that a test has prepared. */
interface PreparedFailure {
  readonly how: SimulatedFailure;
  readonly channelId: string | undefined;
}

/** A typing indicator or a read receipt that the provider got. */
export interface ProviderSignal {
  readonly kind: 'typing' | 'read';
  readonly conversationId: string;
  readonly channelId: string;
  readonly at: string;
}

export interface StoredAnswer {
  fingerprint: string;
  answer: Answer;
  expiresAtMs: number;
}

/** A tenant that an agency creates. It uses the clock of the agency's tenant. */
export interface ClientOptions {
  readonly clock: Clock;
  readonly tenant: NewTenant;
}

/** The other tenants of a mock. An agency and its clients change each other's records. */
export interface Neighbours {
  /** Returns whether an agency has the domain. */
  hasDomain(domain: string): boolean;
  find(tenantId: string): Store | undefined;
  addClient(client: ClientOptions): Store;
  register(store: Store, key: KeyRecord): KeyRecord;
  close(store: Store): void;
}

export interface StoreOptions {
  neighbours: Neighbours;
  client?: ClientOptions | undefined;
  seed: number;
  /** The seed of the random values in API keys. Other random values have a separate seed. */
  keySeed: number;
  now: TimeSource | undefined;
  /** Milliseconds between two reports of the sandbox. */
  stepMs: number;
  webhookRules: WebhookRules;
  urlSources: UrlSources | undefined;
}

/** The stored state of one tenant. */
export class Store {
  readonly neighbours: Neighbours;
  readonly #options: StoreOptions;
  readonly clock: Clock;
  readonly stepMs: number;
  readonly seed: number;
  readonly jobs = new Jobs();
  readonly #maps: Map<string, unknown>[] = [];
  readonly #records = new Map<IdKind, Map<string, unknown>>();
  /** The IDs of the records that got unique values last, by kind, field and value. */
  readonly holders = this.#map<string>();
  readonly keys = this.records<KeyRecord>('apiKey');
  /** The quota of new keys. */
  quota: Quota | undefined;
  readonly users = this.records<Member>('user');
  readonly channels = this.records<StoredChannel>('channel');
  readonly contacts = this.records<StoredContact>('contact');
  /** The IDs of the contacts that replaced merged ones, by the IDs of the merged contacts. */
  readonly contactMerges = this.#map<string>();
  readonly suppressions = this.records<StoredSuppression>('suppression');
  readonly identities = this.#map<StoredIdentity>();
  readonly identitiesByContact = this.#map<StoredIdentity[]>();
  readonly conversations = this.records<StoredConversation>('conversation');
  /** The conversations of each contact, oldest first. */
  readonly conversationsByContact = this.#map<StoredConversation[]>();
  /** The last user that each channel chose as assignee, by channel ID. */
  readonly lastAssignees = this.#map<string>();
  readonly messages = this.records<StoredMessage>('message');
  /** The prepared failures of the provider, in the order in which attempts use them. */
  readonly providerFailures: PreparedFailure[] = [];
  /** Typing indicators and read receipts, oldest first. */
  readonly signals: ProviderSignal[] = [];
  readonly inboundFailures = this.records<InboundFailureRecord>('inboundFailure');
  readonly media = this.records<StoredMedia>('media');
  /** The bytes of files, by the ids of their records. */
  readonly files = this.#map<Uint8Array>();
  /** The number of erased messages by month: they still count for the limit of the month. */
  readonly erasedMessages = this.#map<number>();
  /** The timeline of every message, oldest first. */
  readonly timelines = this.#map<MessageEvent[]>();
  /** The messages that are being sent or wait, by conversation; the first message of each is being sent. */
  readonly deliveries = this.#map<StoredMessage[]>();
  /** The stored responses, by the scope of their idempotency keys. */
  readonly answers = this.#map<StoredAnswer>();
  ids: Ids;
  /** Generates the secrets of API keys. */
  secrets: Ids;
  events: EventLog;
  /** The domains of an agency, oldest first. */
  readonly domains = this.#map<true>();
  readonly auditLog = this.records<StoredAuditEntry>('auditEntry');
  /** The webhook endpoints. Deleted ones stay, because their deliveries stay readable. */
  readonly webhookEndpoints = this.records<StoredWebhookEndpoint>('webhookEndpoint');
  readonly webhookDeliveries = this.records<WebhookDeliveryRecord>('webhookDelivery');
  webhooks: WebhookState;
  knowledge: KnowledgeState;
  /** The responses in progress, by the scope of their idempotency keys. */
  readonly pendingAnswers = this.#map<Promise<unknown>>();
  /** The actor of changes: the API key during a request. */
  actor: Actor = systemActor;
  /** The ID of the request that the actor makes; null outside of requests. */
  requestId: string | null = null;
  tenant: StoredTenant;
  /** Increases when the setting for closing idle conversations changes. Timers of an older version then do nothing. */
  autoCloseVersion = 0;
  /** Number of the newest ticket. */
  ticketNumber = 0;
  /** Number of records created by `seed`, for their names. */
  seeded = 0;

  constructor(options: StoreOptions) {
    const { neighbours, client, seed, keySeed, now, stepMs, webhookRules, urlSources } = options;
    this.#options = options;
    this.neighbours = neighbours;
    this.clock = client?.clock ?? new Clock(now);
    this.stepMs = stepMs;
    this.seed = seed;
    this.ids = new Ids(seed);
    this.secrets = new Ids(keySeed);
    this.tenant = this.#newTenant();
    this.events = new EventLog(this.tenant.id, seed);
    this.webhooks = new WebhookState(seed, webhookRules);
    this.knowledge = new KnowledgeState(urlSources);
    this.#addFirstPipeline();
  }

  now(): string {
    return this.clock.now();
  }

  /** Returns all records of a kind, by their ids. */
  records<Rec>(kind: IdKind): Map<string, Rec> {
    const known = this.#records.get(kind) ?? this.#map<unknown>();
    this.#records.set(kind, known);
    // Only the functions for one kind of record write into its map.
    return known as Map<string, Rec>;
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  newId(kind: IdKind): string {
    return this.ids.next(kind, this.clock.nowMs());
  }

  /** Runs a function with an API key as the actor of its changes. */
  actAs<Result>({ id, grantId }: KeyRecord, requestId: string, act: () => Result): Result {
    const actor = { type: 'api_key', id, grantId } as const;
    return this.actFor(actor, () => this.clock.hold(act), requestId);
  }

  actFor<Result>(actor: Actor, act: () => Result, requestId = this.requestId): Result {
    const before = { actor: this.actor, requestId: this.requestId };
    Object.assign(this, { actor, requestId });
    try {
      return act();
    } finally {
      Object.assign(this, before);
    }
  }

  /** Removes all records of the tenant. Its random values start again from the seed. */
  clear(): void {
    const { id } = this.tenant;
    const { seed, keySeed, webhookRules, urlSources } = this.#options;
    this.clock.reset();
    this.ids = new Ids(seed);
    this.secrets = new Ids(keySeed);
    this.jobs.clear();
    this.providerFailures.length = 0;
    this.signals.length = 0;
    this.events = new EventLog(id, seed);
    for (const attempt of this.webhooks.underway) attempt.end();
    this.webhooks = new WebhookState(seed, webhookRules);
    this.knowledge = new KnowledgeState(urlSources);
    for (const map of this.#maps) map.clear();
    // Later IDs must equal those after the creation of the tenant, which took one.
    this.newId('tenant');
    this.tenant = this.#newTenant(id);
    this.autoCloseVersion = 0;
    this.ticketNumber = 0;
    this.seeded = 0;
    this.#addFirstPipeline();
  }

  /** Returns a map that `clear` empties. */
  #map<Value>(): Map<string, Value> {
    const map = new Map<string, Value>();
    this.#maps.push(map);
    return map;
  }

  #addFirstPipeline(): void {
    // IDs from a separate sequence, so that the other IDs of a test do not depend on these. It has its own seed: with
    // the same one, a pipeline that is created in the same millisecond would get the same stage IDs.
    const ids = new Ids(this.seed ^ 0x7069_7065);
    const made = { id: ids.next('pipeline', this.nowMs()), at: this.now() };
    const pipeline = firstPipeline(made, () => ids.next('stage', this.nowMs()));
    this.records<Pipeline>('pipeline').set(pipeline.id, pipeline);
  }

  #newTenant(id = this.newId('tenant')): StoredTenant {
    const given = this.#options.client?.tenant ?? { name: 'Test tenant' };
    const tenant = newTenant({ id, at: this.now() }, given);
    this.records<StoredTenant>('tenant').set(id, tenant);
    return tenant;
  }
}
