import type {
  CreateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '@parley/contract';
import { addressOfHost, isPrivateAddress, isPublicAddress } from '@parley/contract/public-address';
import {
  checkCallable,
  checkEndpointLimit,
  disabledEndpoint,
  notPublic,
  renewed,
  type StoredWebhookEndpoint,
  showEndpoint,
  webhookEndpointRules,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { fakeRecords } from './fake-records.ts';
import type { Store } from './store.ts';
import { laneOf } from './webhook-lanes.ts';
import { cancelWaiting, placeAll } from './webhook-queue.ts';

export const endpointRecords = fakeRecords(webhookEndpointRules, {
  complete: (store, endpoint) => showEndpoint(endpoint, laneOf(store, endpoint.id).health),
  saved: (store, endpoint, previous) => {
    const lane = laneOf(store, endpoint.id);
    // Enabling an endpoint resets its failures.
    if (previous.status === 'disabled') {
      const health = { ...lane.health, ...renewed() };
      Object.assign(lane, { health, freeMs: 0, burstLeft: 0 });
    }
    if (previous.maxPerSecond !== undefined) lane.burstLeft = 0;
    placeAll(store);
  },
});

/**
 * Inserts an endpoint. Throws the errors of the server for an invalid URL, a URL of another endpoint, or too many
 * endpoints.
 */
export function insertEndpoint(
  store: Store,
  body: CreateWebhookEndpointBody,
): StoredWebhookEndpoint {
  checkChannels(store, body.channelIds);
  const made = { id: store.newId('webhookEndpoint'), at: store.now() };
  const endpoint = webhookEndpointRules.initial(body, made);
  endpointRecords.requireFree(store, endpoint);
  checkUrl(store, body.url);
  const live = [...store.webhookEndpoints.values()].filter(({ deletedAt }) => deletedAt === null);
  checkEndpointLimit(live.length);
  const secret = store.webhooks.newSecret();
  store.webhooks.secrets.set(endpoint.id, { secret, previous: [] });
  return endpointRecords.add(store, endpoint);
}

export function withSecret(
  store: Store,
  endpoint: StoredWebhookEndpoint,
): WebhookEndpointWithSecret & { secret: string } {
  const { secret } = secretsOf(store, endpoint.id);
  return { ...endpointRecords.show(store, endpoint), secret };
}

/** Returns the secrets of an endpoint, including expired ones. */
export function secretsOf({ webhooks }: Store, endpointId: string) {
  const secrets = webhooks.secrets.get(endpointId);
  if (!secrets) throw new Error(`${endpointId} has no secret`);
  return secrets;
}

/**
 * Throws SVC-RULE-VIOLATION for a URL that the server would never call. Does not use DNS: every host name counts as
 * public.
 */
export function checkUrl({ webhooks: { rules } }: Store, text: string): void {
  const url = new URL(text);
  checkCallable(url, rules, 'url');
  const address = addressOfHost(url.hostname);
  if (address === undefined || isPublicAddress(address)) return;
  if (!rules.allowPrivate || !isPrivateAddress(address)) throw notPublic('url');
}

export function checkChannels(
  store: Store,
  channelIds: readonly string[] | null | undefined,
): void {
  for (const id of channelIds ?? []) channelRecords.get(store, id);
}

/** Disables an endpoint and cancels its waiting deliveries. */
export function disableEndpoint(
  store: Store,
  endpoint: StoredWebhookEndpoint,
  reason: NonNullable<WebhookEndpoint['disabledReason']>,
  at: string,
): void {
  endpointRecords.save(store, endpoint, disabledEndpoint(endpoint, reason, at), at);
  cancelWaiting(store, endpoint.id, at);
}
