import { parseUrl, webhookSecretPrefix } from '@parley/contract';
import { checkForward } from './clock.ts';
import {
  checkDeliverOptions,
  type Deliverable,
  type DeliverOptions,
  type DeliveryReport,
  deliver,
  type Receiver,
} from './deliver.ts';
import type { EventExtras, EventFields, OfEndpoint, WebhookEvent } from './event-types.ts';
import type { EventType } from './generated/events.ts';
import { generator } from './ids.ts';
import { makeEvent } from './make-event.ts';
import { checkMs, checkNames, MockError, show } from './problems.ts';
import {
  type Forgery,
  forgeries,
  type SignedEvent,
  type Signing,
  signEvent,
} from './signed-event.ts';
import type { Store } from './store.ts';
import { catchUp, handOver, handOverDuring } from './webhook-dispatch.ts';
import { placeAll } from './webhook-queue.ts';
import { signingOf } from './webhook-signing.ts';

/** Creates, records and delivers the events for the webhook receivers that you test. */
export interface Webhooks {
  /** Secret for receivers without a webhook endpoint: `whsec_…`. */
  readonly secret: string;
  /** All events so far, as the server would have recorded them. */
  readonly recorded: readonly WebhookEvent[];
  /** Returns a signed event about a record with these fields. The others come from the contract's example. */
  event<Type extends EventType>(
    type: Type,
    fields?: EventFields<Type>,
    extras?: EventExtras,
  ): Promise<SignedEvent<WebhookEvent<Type>>>;
  /** Returns a forged webhook of the event, which receivers must refuse. */
  forge<Event extends WebhookEvent>(
    event: Event | SignedEvent<Event>,
    how: Forgery,
  ): Promise<SignedEvent<Event>>;
  /** Delivers one or more events in order, and returns the result of each attempt. */
  deliver(
    events: Deliverable | readonly Deliverable[],
    to: Receiver,
    options?: DeliverOptions,
  ): Promise<DeliveryReport>;
  /**
   * Registers the receiver of the webhook endpoints at this URL, or at any URL of this origin. `settle` delivers new
   * events to it. Without a receiver, a delivery gets 204 at once.
   */
  receive(url: string | URL, receiver: Receiver, options?: ReceiveOptions): void;
  /**
   * Makes all due deliveries in order, also those of events that receivers cause while they run. Does not move the
   * clock.
   */
  settle(): Promise<DeliveryReport>;
  /** Moves the clock forward, in milliseconds, and makes each delivery at its time. Use it to test retries. */
  advance(ms: number): Promise<DeliveryReport>;
}

export interface ReceiveOptions {
  /**
   * Milliseconds of real time after which an attempt without a response fails. Default: 2,000. In
   * production, Parley waits 15,000.
   */
  timeoutMs?: number | undefined;
}

export function createWebhooks(store: Store, keyId: string): Webhooks {
  const random = generator(store.seed ^ 0x7765_6268);
  const secret = `${webhookSecretPrefix}${btoa(Array.from({ length: 24 }, () => byteOf(random())).join(''))}`;
  const signingFor = (where: string, endpoint: OfEndpoint | undefined): Signing => {
    if (endpoint !== undefined) return signingOfEndpoint(store, where, endpoint);
    return { secrets: [secret], timestampSeconds: Math.floor(store.nowMs() / 1_000) };
  };
  return {
    secret,
    get recorded() {
      catchUp(store);
      return [...store.events.all()];
    },
    event: async (type, fields = {}, options = {}) => {
      checkNames('webhooks.event', Object.keys(extraNames), options);
      const { endpoint, ...extras } = options;
      const signing = signingFor('event', endpoint);
      return signEvent(makeEvent(store, keyId, type, fields, extras), signing);
    },
    forge: async (event, forgery) => {
      checkEvents('forge', [event]);
      if (!forgeries.includes(forgery)) {
        throw new MockError(
          `webhooks.forge: ${String(forgery)} is no way to forge an event; there are ${forgeries.join(', ')}`,
        );
      }
      const plain = 'rawBody' in event ? event.event : event;
      return signEvent(plain, { ...signingFor('forge', undefined), forgery });
    },
    deliver: async (events, to, given = {}) => {
      checkDeliverOptions(given);
      const { endpoint, ...options } = given;
      const all = Array.isArray(events) ? events : [events];
      checkEvents('deliver', all);
      if (typeof to !== 'function') toUrl('deliver', to);
      const signing = signingFor('deliver', endpoint);
      return deliver(all, to, options, { signing, random });
    },
    receive: (url, receiver, options = {}) => {
      checkNames('webhooks.receive', ['timeoutMs'], options);
      const { timeoutMs = 2_000 } = options;
      checkMs('webhooks.receive', 'timeoutMs', timeoutMs, 1);
      // Due deliveries from before this call have no receiver: complete them first.
      catchUp(store);
      const { href } = toUrl('receive', url);
      if (typeof receiver !== 'function') toUrl('receive', receiver);
      store.webhooks.receivers.set(href, { text: String(url), receiver, timeoutMs });
      placeAll(store);
    },
    settle: () => handOver(store),
    advance: async (ms) => {
      checkForward('webhooks.advance', ms);
      return handOverDuring(store, ms);
    },
  };
}

const extraNames: Readonly<Record<keyof EventExtras, true>> = {
  previous: true,
  actor: true,
  test: true,
  conversation: true,
  contact: true,
  endpoint: true,
};

/** Returns a problem for each receiver at a URL that no webhook endpoint has. */
export function strayReceivers({ webhookEndpoints, webhooks }: Store): string[] {
  const urls = [...webhookEndpoints.values()].map(({ url }) => new URL(url));
  return [...webhooks.receivers]
    .filter(([key]) => !urls.some(({ href, origin }) => href === key || `${origin}/` === key))
    .map(([, { text }]) => {
      const known = urls.map(({ href }) => href).join(', ');
      return `webhooks.receive(${text}): no webhook endpoint is there${known && `; there are ${known}`}`;
    });
}

function signingOfEndpoint(store: Store, where: string, endpoint: OfEndpoint): Signing {
  // In JavaScript, the endpoint may be null.
  const id = typeof endpoint === 'string' ? endpoint : (Object(endpoint) as { id?: string }).id;
  const known = store.webhookEndpoints.get(String(id));
  if (known && known.deletedAt === null) return signingOf(store, known);
  throw new MockError(
    `webhooks.${where}: the tenant has no webhook endpoint ${id ?? show(endpoint)}`,
  );
}

function toUrl(where: string, url: string | URL): URL {
  const parsed = parseUrl(String(url));
  if (parsed) return parsed;
  throw new MockError(`webhooks.${where}: ${url} is no absolute URL`);
}

function checkEvents(where: string, events: readonly unknown[]): void {
  const isEvent = (event: unknown) => {
    const { event: signed = event } = Object(event) as { event?: unknown };
    return typeof (Object(signed) as Partial<WebhookEvent>).type === 'string';
  };
  const wrong = events.find((event) => !isEvent(event));
  if (events.every(isEvent)) return;
  throw new MockError(
    `webhooks.${where}: ${String(wrong)} is no event; expected one of mock.webhooks.recorded, or of await mock.webhooks.event('message.received')`,
  );
}

function byteOf(chance: number): string {
  return String.fromCharCode(Math.floor(chance * 256));
}
