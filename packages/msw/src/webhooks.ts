import type { EventType } from '@parley/contract';
import {
  type Deliverable,
  type DeliverOptions,
  type DeliveryReport,
  deliver,
  type Receiver,
} from './deliver.ts';
import type { EventExtras, EventFields, WebhookEvent } from './event-types.ts';
import { generator } from './ids.ts';
import { makeEvent } from './make-event.ts';
import { type Forgery, type SignedEvent, signEvent } from './signed-event.ts';
import type { Store } from './store.ts';

/** What the service would tell your webhook receivers. */
export interface Webhooks {
  /** What receivers verify with: `whsec_…`. */
  readonly secret: string;
  /** What requests, and time, have changed so far: the events that the service would record. */
  readonly recorded: readonly WebhookEvent[];
  /** A signed event about a record with these fields; the others come from the contract's example. */
  event<Type extends EventType>(
    type: Type,
    fields?: EventFields<Type>,
    extras?: EventExtras,
  ): Promise<SignedEvent<WebhookEvent<Type>>>;
  /** The event as somebody else would send it: receivers must refuse it. */
  forge<Event extends WebhookEvent>(
    event: Event | SignedEvent<Event>,
    how: Forgery,
  ): Promise<SignedEvent<Event>>;
  /** Delivers one event or several, one after the other, and says what became of each attempt. */
  deliver(
    events: Deliverable | readonly Deliverable[],
    to: Receiver,
    options?: DeliverOptions,
  ): Promise<DeliveryReport>;
}

export function createWebhooks(store: Store, keyId: string): Webhooks {
  const random = generator(store.seed ^ 0x7765_6268);
  const secret = `whsec_${btoa(Array.from({ length: 24 }, () => byteOf(random())).join(''))}`;
  const nowSeconds = () => Math.floor(store.nowMs() / 1_000);
  return {
    secret,
    get recorded() {
      store.catchUp();
      return [...store.events.all()];
    },
    event: async (type, fields = {}, extras = {}) => {
      const event = makeEvent(store, keyId, type, fields, extras);
      return signEvent(event, { secret, timestampSeconds: nowSeconds() });
    },
    forge: async (event, forgery) => {
      const plain = 'rawBody' in event ? event.event : event;
      return signEvent(plain, { secret, timestampSeconds: nowSeconds(), forgery });
    },
    deliver: async (events, to, options = {}) => {
      const all = Array.isArray(events) ? events : [events];
      return deliver(all, to, options, { secret, nowSeconds: nowSeconds(), random });
    },
  };
}

function byteOf(chance: number): string {
  return String.fromCharCode(Math.floor(chance * 256));
}
