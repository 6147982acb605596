import { type ParleyOptions, settingsOf } from './core/options.ts';
import type { ParleyPromise } from './core/promise.ts';
import { type RawRequest, Transport } from './core/request.ts';
import { ApiKeys } from './resources/api-keys.ts';
import { Channels } from './resources/channels.ts';
import { Contacts } from './resources/contacts.ts';
import { Conversations } from './resources/conversations.ts';
import { EventTypes } from './resources/event-types.ts';
import { Events } from './resources/events.ts';
import { KnowledgeFaqs } from './resources/knowledge-faqs.ts';
import { KnowledgeSources } from './resources/knowledge-sources.ts';
import { Messages } from './resources/messages.ts';
import { Tenants } from './resources/tenants.ts';
import { WebhookDeliveries } from './resources/webhook-deliveries.ts';
import { WebhookEndpoints } from './resources/webhook-endpoints.ts';

/**
 * A client of one Parley server with one API key. Make it once and keep it. Throws a `ParleyError` when an option is
 * wrong, or when there is no key.
 *
 *     const parley = new Parley({ apiKey });
 */
export class Parley {
  readonly apiKeys: ApiKeys;
  readonly channels: Channels;
  readonly contacts: Contacts;
  readonly conversations: Conversations;
  readonly events: Events;
  readonly eventTypes: EventTypes;
  readonly knowledgeFaqs: KnowledgeFaqs;
  readonly knowledgeSources: KnowledgeSources;
  readonly messages: Messages;
  readonly tenants: Tenants;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;

  readonly #options: ParleyOptions;
  readonly #transport: Transport;

  constructor(options: ParleyOptions = {}) {
    this.#options = { ...options };
    this.#transport = new Transport(settingsOf(this.#options));
    this.apiKeys = new ApiKeys(this.#transport);
    this.channels = new Channels(this.#transport);
    this.contacts = new Contacts(this.#transport);
    this.conversations = new Conversations(this.#transport);
    this.events = new Events(this.#transport);
    this.eventTypes = new EventTypes(this.#transport);
    this.knowledgeFaqs = new KnowledgeFaqs(this.#transport);
    this.knowledgeSources = new KnowledgeSources(this.#transport);
    this.messages = new Messages(this.#transport);
    this.tenants = new Tenants(this.#transport);
    this.webhookDeliveries = new WebhookDeliveries(this.#transport);
    this.webhookEndpoints = new WebhookEndpoints(this.#transport);
  }

  /**
   * A client with some options changed. For the same server and key the two share what is left of the quota. Throws a
   * `ParleyError` when an option is wrong.
   *
   *     const impatient = parley.with({ timeoutMs: 2_000, maxRetries: 0 });
   */
  with(options: ParleyOptions): Parley {
    return new Parley({ ...this.#options, ...options });
  }

  /**
   * Calls an endpoint that this version has no method for, with the same retries and errors. A POST is sent again
   * after a lost answer only when you give it an `idempotencyKey`. Fails with any error of this package.
   *
   *     await parley.request({ method: 'GET', path: '/api/v1/new-thing' });
   */
  request<Data = unknown>(request: RawRequest): ParleyPromise<Data> {
    return this.#transport.raw<Data>(request);
  }
}
