// Creates the deliveries of an event for the endpoints that subscribe to it, and changes waiting deliveries.
import {
  type EventType,
  type ReplayWebhookBody,
  type WebhookReplay,
  webhookLimits,
} from '@parley/contract';
import {
  dayMs,
  isReplayed,
  isSentTo,
  isWithin,
  matchesAny,
  newDelivery,
  newSeries,
  type StoredWebhookEndpoint,
} from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';
import type { Store } from './store.ts';
import type { Registered, WebhookDeliveryRecord } from './webhook-state.ts';

/** Creates one delivery for each endpoint that subscribes to the event. */
export function fanOut(store: Store, event: WebhookEvent): void {
  for (const endpoint of store.webhookEndpoints.values()) {
    if (isSentTo(endpoint) && isSent(store, endpoint, event)) {
      addDelivery(store, endpoint, event, event.timestamp, 'scheduled');
    }
  }
}

/** Returns whether an enabled endpoint lists this event type by name. */
export function isNamed(store: Store, type: EventType): boolean {
  for (const endpoint of store.webhookEndpoints.values()) {
    if (isSentTo(endpoint) && endpoint.events.includes(type)) return true;
  }
  return false;
}

/** Starts a new series of attempts for the delivery; the first one is due at once. */
export function restart(store: Store, delivery: WebhookDeliveryRecord): void {
  Object.assign(delivery, newSeries({ at: store.now(), nowMs: store.nowMs() }));
  place(store, delivery);
}

/** Sends past events again and returns their number. Deliveries that are still waiting stay unchanged. */
export function replay(
  store: Store,
  endpoint: StoredWebhookEndpoint,
  { since, until, types, onlyFailed }: ReplayWebhookBody,
): WebhookReplay {
  const known = new Map(
    deliveriesTo(store, endpoint.id).map((delivery) => [delivery.eventId, delivery]),
  );
  const inRange = keptEvents(store).filter(({ timestamp }) =>
    isWithin(timestamp, { after: since, before: until }),
  );
  const wanted = inRange.filter(
    (event) =>
      isSent(store, endpoint, event) &&
      (types === undefined || matchesAny(types, event.type)) &&
      isReplayed(known.get(event.id)?.status, { onlyFailed }),
  );
  for (const event of wanted) {
    const delivery = known.get(event.id);
    if (delivery) restart(store, delivery);
    else addDelivery(store, endpoint, event, store.now(), 'manual');
  }
  if (inRange.length <= webhookLimits.replayCounted) return { count: wanted.length };
  const counted = new Set(inRange.slice(-webhookLimits.replayCounted));
  return { count: wanted.filter((event) => counted.has(event)).length, approximate: true };
}

/** Cancels the waiting deliveries of the endpoint. */
export function cancelWaiting(store: Store, endpointId: string, at: string): void {
  for (const delivery of deliveriesTo(store, endpointId)) {
    if (delivery.status !== 'ready' || delivery.isUnderWay) continue;
    Object.assign(delivery, { status: 'canceled', updatedAt: at });
    place(store, delivery);
  }
}

/**
 * Moves the delivery to the set of those that have a receiver or of those that have none; removes it from both when it
 * does not wait.
 */
export function place(store: Store, delivery: WebhookDeliveryRecord): void {
  const { waiting, unreceived } = store.webhooks;
  waiting.delete(delivery);
  unreceived.delete(delivery);
  if (delivery.status !== 'ready' || delivery.isUnderWay) return;
  (receiverOf(store, delivery) ? waiting : unreceived).add(delivery);
}

/** Moves every waiting delivery to the right set, after the URL of an endpoint or a receiver has changed. */
export function placeAll(store: Store): void {
  const { waiting, unreceived } = store.webhooks;
  for (const delivery of [...waiting, ...unreceived]) place(store, delivery);
}

/**
 * Returns the receiver of a delivery: the one registered for the URL of its endpoint, or else for its origin. Undefined
 * without one.
 */
export function receiverOf(
  { webhookEndpoints, webhooks }: Store,
  { endpointId }: Pick<WebhookDeliveryRecord, 'endpointId'>,
): Registered | undefined {
  const url = webhookEndpoints.get(endpointId)?.url;
  return url === undefined ? undefined : receiverAt(webhooks.receivers, url);
}

export function receiverAt(
  receivers: ReadonlyMap<string, Registered>,
  url: string,
): Registered | undefined {
  if (receivers.size === 0) return undefined;
  const { href, origin } = new URL(url);
  return receivers.get(href) ?? receivers.get(`${origin}/`);
}

/** Returns the events that are still in the log. */
export function keptEvents(store: Store): WebhookEvent[] {
  return store.events.all().filter(({ timestamp }) => isKept(store, timestamp));
}

/** Returns whether events of that time are still in the log. */
export function isKept(store: Store, at: string): boolean {
  return store.nowMs() - Date.parse(at) <= webhookLimits.retentionDays * dayMs;
}

export function deliveriesTo(
  { webhookDeliveries }: Store,
  endpointId: string,
): WebhookDeliveryRecord[] {
  return [...webhookDeliveries.values()].filter((known) => known.endpointId === endpointId);
}

function isSent(
  store: Store,
  { events, channelIds }: StoredWebhookEndpoint,
  event: WebhookEvent,
): boolean {
  if (!matchesAny(events, event.type)) return false;
  const channelId = channelIds && store.events.channelOf(event);
  return channelId === null || (channelIds?.includes(channelId) ?? true);
}

function addDelivery(
  store: Store,
  { id: endpointId }: StoredWebhookEndpoint,
  event: WebhookEvent,
  at: string,
  trigger: WebhookDeliveryRecord['trigger'],
): void {
  const { webhookDeliveries, webhooks } = store;
  const id = webhooks.newId('webhookDelivery', at);
  const made = { id, endpointId, eventId: event.id, eventType: event.type, trigger };
  const delivery: WebhookDeliveryRecord = {
    ...newDelivery(made, { at, nowMs: Date.parse(at) }),
    event,
    number: webhookDeliveries.size + 1,
    isUnderWay: false,
    made: [],
  };
  webhookDeliveries.set(delivery.id, delivery);
  place(store, delivery);
}
