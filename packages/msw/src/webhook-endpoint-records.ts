import {
  type CreateWebhookEndpointBody,
  hiddenHeaderValue,
  ServiceError,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  type WebhookHeadersPatch,
  webhookLimits,
} from '@parley/contract';
import { channelRecords } from './channel-records.ts';
import { recordEndpointDisabled } from './events.ts';
import { changeRecord, getRecord } from './records.ts';
import type { Store } from './store.ts';
import { newLane } from './webhook-lanes.ts';
import { cancelWaiting } from './webhook-queue.ts';
import type { WebhookEndpointRecord } from './webhook-state.ts';
import { checkUrl } from './webhook-url-rules.ts';

/** Throws what the service refuses: its URL, another endpoint that has it, one too many. */
export function insertEndpoint(
  store: Store,
  body: CreateWebhookEndpointBody,
): WebhookEndpointRecord {
  checkChannels(store, body.channelIds);
  checkDestination(store, body.url);
  const max = webhookLimits.endpoints;
  if (liveEndpoints(store).length >= max) {
    throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'webhook_endpoints', max });
  }
  const now = store.now();
  const endpoint: WebhookEndpointRecord = {
    id: store.newId('webhookEndpoint'),
    url: body.url,
    description: body.description ?? null,
    events: distinct(body.events),
    channelIds: body.channelIds ? distinct(body.channelIds) : null,
    status: 'enabled',
    disabledReason: null,
    headers: inLowerCase(body.headers ?? {}),
    maxPerSecond: body.maxPerSecond ?? null,
    failingSince: null,
    lastDeliveryAt: null,
    lastSuccessAt: null,
    metadata: body.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    disabledAt: null,
    secret: store.webhooks.newSecret(),
    oldSecrets: [],
    hasGivenUp: false,
    lane: newLane(),
    deletedAt: null,
  };
  store.webhooks.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}

/** Throws SVC-NOT-FOUND when there is none, or no more. */
export function getEndpoint(store: Store, id: string): WebhookEndpointRecord {
  const endpoint = getRecord(store.webhooks.endpoints, 'webhookEndpoint', id);
  if (endpoint.deletedAt === null) return endpoint;
  throw new ServiceError('SVC-NOT-FOUND', { resource: 'webhookEndpoint', id });
}

export function liveEndpoints({ webhooks }: Store): WebhookEndpointRecord[] {
  return [...webhooks.endpoints.values()].filter(({ deletedAt }) => deletedAt === null);
}

/** As it is answered: its secrets are not, and of its headers the names alone. */
export function toEndpoint(endpoint: WebhookEndpointRecord): WebhookEndpoint {
  const {
    secret: _secret,
    oldSecrets: _old,
    hasGivenUp: _given,
    lane: _lane,
    deletedAt: _at,
    ...known
  } = endpoint;
  const names = Object.keys(endpoint.headers);
  return {
    ...known,
    headers: Object.fromEntries(names.map((name) => [name, hiddenHeaderValue])),
  };
}

export function withSecret(
  endpoint: WebhookEndpointRecord,
): WebhookEndpointWithSecret & { secret: string } {
  return { ...toEndpoint(endpoint), secret: endpoint.secret };
}

/** Throws SVC-INVALID-TRANSITION for what only enabled endpoints may be asked. */
export function checkEnabled({ id, status }: WebhookEndpointRecord, action: string): void {
  if (status === 'enabled') return;
  throw new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'webhookEndpoint',
    id,
    from: status,
    action,
    allowed: ['enabled'],
    suggestion: 'enable',
  });
}

/** Throws when another endpoint has the URL, or the service would never call it. */
export function checkDestination(store: Store, url: string, ownId?: string): void {
  const { href } = new URL(url);
  const holder = liveEndpoints(store).find((known) => new URL(known.url).href === href);
  if (holder && holder.id !== ownId) {
    const details = { resource: 'webhookEndpoint', field: 'url', existingId: holder.id };
    throw new ServiceError('SVC-CONFLICT', details);
  }
  checkUrl(store.webhooks.rules, url);
}

export function checkChannels(
  store: Store,
  channelIds: readonly string[] | null | undefined,
): void {
  for (const id of channelIds ?? []) channelRecords.get(store, id);
}

/** The headers after a change: merged whatever the case of their names. */
export function mergeHeaders(
  current: Readonly<Record<string, string>>,
  patch: WebhookHeadersPatch,
): Record<string, string> {
  const merged = new Map(Object.entries(current));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name.toLowerCase());
    else if (value !== hiddenHeaderValue) merged.set(name.toLowerCase(), value);
  }
  const max = webhookLimits.headers;
  if (merged.size <= max) return Object.fromEntries(merged);
  const message = `has more than ${max} headers`;
  throw new ServiceError('SVC-VALIDATION', {
    issues: [{ in: 'body', path: 'headers', code: 'too_long', message }],
  });
}

export function distinct(items: readonly string[]): string[] {
  return [...new Set(items)];
}

export function activeSecrets(
  store: Store,
  oldSecrets: WebhookEndpointRecord['oldSecrets'],
): WebhookEndpointRecord['oldSecrets'] {
  const now = store.now();
  return oldSecrets.filter(({ expiresAt }) => expiresAt > now);
}

/** What waits for it is canceled. Only who did not ask for it is told. */
export function disableEndpoint(
  store: Store,
  endpoint: WebhookEndpointRecord,
  disabledReason: NonNullable<WebhookEndpoint['disabledReason']>,
  at: string,
): void {
  const change = { status: 'disabled', disabledReason, disabledAt: at } as const;
  const previous = changeRecord(endpoint, change, at);
  cancelWaiting(store, endpoint.id, at);
  if (!previous || disabledReason === 'manual') return;
  recordEndpointDisabled(store, toEndpoint(endpoint), previous);
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
