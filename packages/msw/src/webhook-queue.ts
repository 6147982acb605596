// Deliveries from the event to the endpoint: who gets one, and what becomes of those that wait.
import { type EventType, matchesEvent, webhookLimits } from '@parley/contract';
import type { WebhookEvent } from './event-types.ts';
import { isWithin } from './filters.ts';
import type { Store } from './store.ts';
import type {
  Registered,
  WebhookDeliveryRecord,
  WebhookEndpointRecord,
  WebhookState,
} from './webhook-state.ts';

/** Makes one delivery for each endpoint that waits for such events. */
export function fanOut(store: Store, event: WebhookEvent): void {
  for (const endpoint of store.webhooks.endpoints.values()) {
    if (isEnabled(endpoint) && isSent(endpoint, event)) {
      addDelivery(store, endpoint, event, event.timestamp, 'scheduled');
    }
  }
}

/** Whether an enabled endpoint names this type itself. */
export function isNamed(store: Store, type: EventType): boolean {
  for (const endpoint of store.webhooks.endpoints.values()) {
    if (isEnabled(endpoint) && endpoint.events.includes(type)) return true;
  }
  return false;
}

/** The delivery begins anew, at once. */
export function restart(store: Store, delivery: WebhookDeliveryRecord): void {
  Object.assign(delivery, {
    state: 'ready',
    trigger: 'manual',
    seriesAttempts: 0,
    dueMs: store.nowMs(),
    updatedAt: store.now(),
  });
  place(store, delivery);
}

export interface Replay {
  since: string;
  until?: string | undefined;
  types?: readonly string[] | undefined;
  onlyFailed: boolean;
}

/** Sends past events again and says how many. What still waits is left alone. */
export function replay(store: Store, endpoint: WebhookEndpointRecord, options: Replay): number {
  const { since, until, types, onlyFailed } = options;
  const known = new Map(
    deliveriesTo(store, endpoint.id).map((delivery) => [delivery.event.id, delivery]),
  );
  const wanted = keptEvents(store).filter(
    (event) =>
      isWithin(event.timestamp, since, until) &&
      isSent(endpoint, event) &&
      (types === undefined || isOfTypes(types, event.type)),
  );
  let count = 0;
  for (const event of wanted) {
    const delivery = known.get(event.id);
    const state = delivery?.state;
    if (state === 'ready' || state === 'underway' || (state === 'delivered' && onlyFailed))
      continue;
    if (delivery) restart(store, delivery);
    else addDelivery(store, endpoint, event, store.now(), 'manual');
    count += 1;
  }
  return count;
}

/** What waits for the endpoint will not be sent. */
export function cancelWaiting(store: Store, endpointId: string, at: string): void {
  for (const delivery of deliveriesTo(store, endpointId)) {
    if (delivery.state !== 'ready') continue;
    Object.assign(delivery, { state: 'canceled', updatedAt: at });
    place(store, delivery);
  }
}

/** Puts the delivery where its state belongs. */
export function place({ webhooks }: Store, delivery: WebhookDeliveryRecord): void {
  const { waiting, unreceived } = webhooks;
  waiting.delete(delivery);
  unreceived.delete(delivery);
  if (delivery.state !== 'ready') return;
  (receiverOf(webhooks, delivery) ? waiting : unreceived).add(delivery);
}

/** Puts all that wait where they belong: an endpoint or a receiver has moved. */
export function placeAll(store: Store): void {
  const { waiting, unreceived } = store.webhooks;
  for (const delivery of [...waiting, ...unreceived]) place(store, delivery);
}

/** Who is there for a delivery: at the very URL of its endpoint, or else at its origin. */
export function receiverOf(
  { endpoints, receivers }: WebhookState,
  { endpointId }: Pick<WebhookDeliveryRecord, 'endpointId'>,
): Registered | undefined {
  const url = endpoints.get(endpointId)?.url;
  return url === undefined ? undefined : receiverAt(receivers, url);
}

export function receiverAt(
  receivers: ReadonlyMap<string, Registered>,
  url: string,
): Registered | undefined {
  if (receivers.size === 0) return undefined;
  const { href, origin } = new URL(url);
  return receivers.get(href) ?? receivers.get(`${origin}/`);
}

/** The events that the log still has. */
export function keptEvents(store: Store): WebhookEvent[] {
  return store.events.all().filter(({ timestamp }) => isKept(store, timestamp));
}

/** Whether what happened then is still in the logs. */
export function isKept(store: Store, at: string): boolean {
  return store.nowMs() - Date.parse(at) <= webhookLimits.retentionDays * 86_400_000;
}

export function isEnabled({ status, deletedAt }: WebhookEndpointRecord): boolean {
  return status === 'enabled' && deletedAt === null;
}

export function deliveriesTo({ webhooks }: Store, endpointId: string): WebhookDeliveryRecord[] {
  return [...webhooks.deliveries.values()].filter((known) => known.endpointId === endpointId);
}

export function isOfTypes(patterns: readonly string[], type: EventType): boolean {
  return patterns.some((pattern) => matchesEvent(pattern, type));
}

function isSent({ events, channelIds }: WebhookEndpointRecord, event: WebhookEvent): boolean {
  if (!isOfTypes(events, event.type)) return false;
  const channelId = channelIds === null ? null : channelOf(event);
  return channelId === null || (channelIds?.includes(channelId) ?? true);
}

/** A channel is on itself; of contacts and the like there is no channel. */
function channelOf({ subject, data }: WebhookEvent): string | null {
  if (subject.type === 'channel') return subject.id;
  const { channelId } = data.object as { channelId?: unknown };
  return typeof channelId === 'string' ? channelId : null;
}

function addDelivery(
  store: Store,
  endpoint: WebhookEndpointRecord,
  event: WebhookEvent,
  at: string,
  trigger: WebhookDeliveryRecord['trigger'],
): void {
  const { webhooks } = store;
  const delivery: WebhookDeliveryRecord = {
    id: webhooks.newId('webhookDelivery', at),
    endpointId: endpoint.id,
    event,
    state: 'ready',
    number: webhooks.deliveries.size + 1,
    attempts: [],
    seriesAttempts: 0,
    trigger,
    dueMs: Date.parse(at),
    createdAt: at,
    updatedAt: at,
    deliveredAt: null,
  };
  webhooks.deliveries.set(delivery.id, delivery);
  place(store, delivery);
}
