import type { EventType, WebhookTestResult } from '@parley/contract';
import { eventBody, eventText, type StoredWebhookEndpoint, trialOf } from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';
import { MockError } from './problems.ts';
import type { Store } from './store.ts';
import { endpointRecords } from './webhook-endpoint-records.ts';
import { exchange, taken } from './webhook-exchange.ts';
import { receiverAt } from './webhook-queue.ts';
import { sentTo } from './webhook-signing.ts';

/** Makes one attempt with an example event of the type. The mock stores neither the event nor the attempt. */
export async function tryOut(
  store: Store,
  endpoint: StoredWebhookEndpoint,
  type: EventType,
): Promise<WebhookTestResult> {
  const receiver = receiverAt(store.webhooks.receivers, endpoint.url);
  const sent = await sentTo(store, endpoint, exampleOf(store, endpoint, type));
  const made = receiver ? await exchange(store, receiver, sent, { once: true }) : taken;
  if (made.thrown instanceof MockError) throw made.thrown;
  return made;
}

function exampleOf(store: Store, endpoint: StoredWebhookEndpoint, type: EventType): WebhookEvent {
  const at = store.now();
  const id = store.webhooks.newId('event', at);
  const { actor, tenant } = store;
  const trial = trialOf(type, endpointRecords.show(store, endpoint));
  const text = eventText({ ...trial, id, type, at, tenantId: tenant.id, actor });
  // The event is an example of this type.
  return JSON.parse(eventBody(text, 0)) as WebhookEvent;
}
