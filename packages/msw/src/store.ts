import type { Actor, ApiKey, IdKind, MessageEvent, Quota, Tenant } from '@parley/contract';
import type {
  StoredChannel,
  StoredContact,
  StoredConversation,
  StoredIdentity,
  StoredMessage,
} from '@parley/domain';
import type { Answer } from './answer.ts';
import { Clock, type TimeSource } from './clock.ts';
import { EventLog } from './event-log.ts';
import { Ids } from './ids.ts';
import { Jobs } from './jobs.ts';
import { KnowledgeState, type UrlSources } from './knowledge-state.ts';
import { deliverUnreceived } from './webhook-dispatch.ts';
import { type WebhookRules, WebhookState } from './webhook-state.ts';

export interface KeyRecord extends Omit<ApiKey, 'status' | 'rateLimit'> {
  /** The secret: what callers send. */
  value: string;
  quota: Quota;
  /** What the quota remembers between requests. */
  tatMs: number | undefined;
}

export interface UserRecord {
  id: string;
  name: string;
  active: boolean;
}

export interface StoredAnswer {
  fingerprint: string;
  answer: Answer;
  expiresAtMs: number;
}

export interface StoreOptions {
  seed: number;
  /** Of the keys alone. */
  keySeed: number;
  now: TimeSource | undefined;
  /** Between one report of the sandbox and the next. */
  stepMs: number;
  webhookRules: WebhookRules;
  urlSources: UrlSources | undefined;
}

const system: Actor = { type: 'system', id: null, grantId: null };

/** What the mock remembers of one tenant. */
export class Store {
  readonly clock: Clock;
  readonly stepMs: number;
  readonly seed: number;
  readonly jobs = new Jobs();
  readonly #records = new Map<IdKind, Map<string, unknown>>();
  readonly keys = new Map<string, KeyRecord>();
  readonly users = this.records<UserRecord>('user');
  readonly channels = this.records<StoredChannel>('channel');
  readonly contacts = this.records<StoredContact>('contact');
  readonly identities = new Map<string, StoredIdentity>();
  readonly identitiesByContact = new Map<string, StoredIdentity[]>();
  readonly conversations = this.records<StoredConversation>('conversation');
  /** The newest conversation of each contact with each of its addresses on each channel. */
  readonly exchangesByContact = new Map<string, StoredConversation[]>();
  readonly messages = this.records<StoredMessage>('message');
  /** The timeline of every message, oldest first. */
  readonly timelines = new Map<string, MessageEvent[]>();
  /** Messages on their way to the provider, by conversation; the first one is under way. */
  readonly deliveries = new Map<string, StoredMessage[]>();
  /** Answers kept for their Idempotency-Key. */
  readonly answers = new Map<string, StoredAnswer>();
  readonly ids: Ids;
  /** What the keys are made of. */
  readonly secrets: Ids;
  readonly events: EventLog;
  readonly webhooks: WebhookState;
  readonly knowledge: KnowledgeState;
  /** Answers that are still made, by the scope of their Idempotency-Key. */
  readonly pendingAnswers = new Map<string, Promise<unknown>>();
  /** Who makes the changes: the key of a request while it is answered. */
  actor: Actor = system;
  tenant: Tenant;
  suspendedAt: string | null = null;
  /** Records that `seed` made: it numbers them. */
  seeded = 0;

  constructor({ seed, keySeed, now, stepMs, webhookRules, urlSources }: StoreOptions) {
    this.clock = new Clock(now);
    this.stepMs = stepMs;
    this.seed = seed;
    this.ids = new Ids(seed);
    this.secrets = new Ids(keySeed);
    this.tenant = this.#newTenant();
    this.events = new EventLog(this.tenant.id, seed);
    this.webhooks = new WebhookState(seed, webhookRules);
    this.knowledge = new KnowledgeState(urlSources);
  }

  now(): string {
    return this.clock.now();
  }

  /** All records of a kind, by their ids. */
  records<Rec>(kind: IdKind): Map<string, Rec> {
    const known = this.#records.get(kind) ?? new Map<string, never>();
    this.#records.set(kind, known);
    // Those of one kind are only written by its fakes.
    return known as Map<string, unknown> as Map<string, Rec>;
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  newId(kind: IdKind): string {
    return this.ids.next(kind, this.clock.nowMs());
  }

  /** Does something in the name of an API key. */
  actAs<Result>(keyId: string, act: () => Result): Result {
    this.actor = { type: 'api_key', id: keyId, grantId: null };
    try {
      return act();
    } finally {
      this.actor = system;
    }
  }

  /** Does what became due since the last request. */
  catchUp(): void {
    this.jobs.runDue(this.clock.nowMs());
    deliverUnreceived(this);
  }

  /** Back to the empty tenant, with its chance at the beginning. */
  clear(): void {
    const { id } = this.tenant;
    this.clock.reset();
    this.ids.reset();
    this.secrets.reset();
    this.jobs.clear();
    this.events.clear();
    this.webhooks.clear();
    this.knowledge.clear();
    for (const records of [
      this.keys,
      this.identities,
      this.identitiesByContact,
      this.exchangesByContact,
      this.timelines,
      this.deliveries,
      this.answers,
      this.pendingAnswers,
      ...this.#records.values(),
    ]) {
      records.clear();
    }
    this.tenant = { ...this.#newTenant(), id };
    this.suspendedAt = null;
    this.seeded = 0;
  }

  #newTenant(): Tenant {
    return {
      id: this.newId('tenant'),
      name: 'Test tenant',
      kind: 'standard',
      status: 'active',
      timezone: 'UTC',
      locale: 'en',
      defaultCurrency: 'USD',
      agencyId: null,
      createdAt: this.now(),
    };
  }
}
