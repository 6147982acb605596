import { type EventType, eventExamples, subjectOf, type WebhookTestResult } from '@parley/contract';
import type { StoredWebhookEndpoint } from '@parley/domain';
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
  const made = receiver ? await exchange(store, receiver, sent) : taken;
  if (made.thrown instanceof MockError) throw made.thrown;
  const { delivered, statusCode, durationMs, responseSnippet, error } = made;
  return { delivered, statusCode, durationMs, responseSnippet, error };
}

function exampleOf(store: Store, endpoint: StoredWebhookEndpoint, type: EventType): WebhookEvent {
  const example = structuredClone(eventExamples[type]);
  const timestamp = store.now();
  const event = {
    ...example,
    id: store.webhooks.newId('event', timestamp),
    timestamp,
    tenantId: store.tenant.id,
    sequence: 0,
    actor: store.actor,
    test: true,
  };
  if (type === 'webhook.test') {
    event.subject = subjectOf(endpoint);
    event.data.object = { ...endpointRecords.show(store, endpoint) };
  }
  // The event is an example of this type.
  return event as unknown as WebhookEvent;
}
