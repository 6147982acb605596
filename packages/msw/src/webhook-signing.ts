import type { WebhookEvent } from './event-types.ts';
import { type Signing, signEvent } from './signed-event.ts';
import type { Store } from './store.ts';
import { activeSecrets } from './webhook-endpoint-records.ts';
import type { Sent } from './webhook-exchange.ts';
import type { WebhookEndpointRecord } from './webhook-state.ts';

/** What is sent to an endpoint now. */
export async function sentTo(
  store: Store,
  endpoint: WebhookEndpointRecord,
  event: WebhookEvent,
): Promise<Sent> {
  const { headers, rawBody: body } = await signEvent(event, signingOf(store, endpoint));
  return { url: endpoint.url, signed: { headers, body } };
}

/** By all secrets that sign now, the newest first. */
export function signingOf(store: Store, endpoint: WebhookEndpointRecord): Signing {
  const { url, headers, secret, oldSecrets } = endpoint;
  const old = activeSecrets(store, oldSecrets).map((known) => known.secret);
  const timestampSeconds = Math.floor(store.nowMs() / 1_000);
  return { url, headers, secrets: [secret, ...old], timestampSeconds };
}
