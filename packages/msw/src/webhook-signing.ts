import { type StoredWebhookEndpoint, signingSecrets } from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';
import { type Signing, signEvent } from './signed-event.ts';
import type { Store } from './store.ts';
import { secretsOf } from './webhook-endpoint-records.ts';
import type { Sent } from './webhook-exchange.ts';

/** Returns the request that an endpoint gets, signed at the current time. */
export async function sentTo(
  store: Store,
  endpoint: StoredWebhookEndpoint,
  event: WebhookEvent,
): Promise<Sent> {
  const { headers, rawBody: body } = await signEvent(event, signingOf(store, endpoint));
  return { url: endpoint.url, signed: { headers, body } };
}

/** Returns what signing a request needs: all current secrets of the endpoint, newest first, its URL and its headers. */
export function signingOf(store: Store, { id, url, headers }: StoredWebhookEndpoint): Signing {
  const { secret, previous } = secretsOf(store, id);
  const nowMs = store.nowMs();
  const old = signingSecrets(previous, nowMs).map((known) => known.secret);
  return { url, headers, secrets: [secret, ...old], timestampSeconds: Math.floor(nowMs / 1_000) };
}
