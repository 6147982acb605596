import {
  hiddenHeaderValue,
  type WebhookEndpoint,
  type WebhookHeadersPatch,
  type webhookEndpointsRoutes,
  webhookLimits,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf } from './filters.ts';
import { checkLimit, invalid, invalidTransition } from './refusals.ts';
import { crudRules, patched } from './rules.ts';
import type { EndpointHealth } from './webhook-attempts.ts';

type Health = 'failingSince' | 'lastDeliveryAt' | 'lastSuccessAt';

/** A stored endpoint: without its health. Its headers have their values, which the server encrypts. */
export interface StoredWebhookEndpoint extends Omit<WebhookEndpoint, Health> {
  /** When the endpoint was deleted. The record stays as long as its deliveries do. */
  readonly deletedAt: string | null;
}

export const webhookEndpointRules = crudRules<typeof webhookEndpointsRoutes, StoredWebhookEndpoint>(
  {
    kind: 'webhookEndpoint',
    deletedField: 'deletedAt',
    initial: ({ headers = {}, ...body }, { id, at }) => ({
      id,
      url: body.url,
      events: body.events,
      description: null,
      channelIds: null,
      maxPerSecond: null,
      metadata: {},
      ...givenFields(withoutRepeats(body)),
      headers: inLowerCase(headers),
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    }),
    changed: (before, { headers = {}, ...body }) => ({
      ...patched(before, withoutRepeats(body)),
      headers: mergedHeaders(before.headers, headers),
    }),
    unique: { url: ({ url }) => urlKey(url) },
    // A change that a request asks for records no event.
    changeEvents: (previous, { disabledReason }) =>
      'status' in previous && (disabledReason === 'gone' || disabledReason === 'failing')
        ? [{ type: 'webhook_endpoint.disabled', previous }]
        : [],
    filters: { status: anyOf('status') },
  },
);

/** Returns the endpoint as the API shows it, with only the names of its headers. */
export function showEndpoint(
  { deletedAt: _deletedAt, ...stored }: StoredWebhookEndpoint,
  { failingSince, lastDeliveryAt, lastSuccessAt }: Pick<EndpointHealth, Health>,
): WebhookEndpoint {
  const names = Object.keys(stored.headers);
  const headers = Object.fromEntries(names.map((name) => [name, hiddenHeaderValue]));
  return { ...stored, headers, failingSince, lastDeliveryAt, lastSuccessAt };
}

/**
 * Returns the same key for all spellings of a URL: host names in lower case, IP addresses as numbers, no default port.
 */
export function urlKey(url: string): string {
  return new URL(url).href;
}

/** Returns the enabled endpoint, without the reason for which it was disabled. */
export function enabledEndpoint(endpoint: StoredWebhookEndpoint): StoredWebhookEndpoint {
  return { ...endpoint, status: 'enabled', disabledReason: null, disabledAt: null };
}

export function disabledEndpoint(
  endpoint: StoredWebhookEndpoint,
  reason: NonNullable<WebhookEndpoint['disabledReason']>,
  at: string,
): StoredWebhookEndpoint {
  return { ...endpoint, status: 'disabled', disabledReason: reason, disabledAt: at };
}

/** Returns the deleted endpoint without its secret values. */
export function deleted(endpoint: StoredWebhookEndpoint, at: string): StoredWebhookEndpoint {
  return { ...endpoint, headers: {}, updatedAt: at, deletedAt: at };
}

/** Returns whether the server sends events to the endpoint. */
export function isSentTo({
  status,
  deletedAt,
}: Pick<StoredWebhookEndpoint, 'status' | 'deletedAt'>): boolean {
  return status === 'enabled' && deletedAt === null;
}

/** Throws SVC-INVALID-TRANSITION unless the endpoint is enabled. */
export function checkEnabled(
  { id, status }: Pick<StoredWebhookEndpoint, 'id' | 'status'>,
  action: string,
): void {
  if (status === 'enabled') return;
  throw invalidTransition({
    resource: 'webhookEndpoint',
    id,
    from: status,
    action,
    allowed: ['enabled'],
    suggestion: 'enable',
  });
}

/** Throws SVC-LIMIT-REACHED when a tenant already has the maximum number of endpoints. */
export function checkEndpointLimit(count: number): void {
  checkLimit('webhook_endpoints', { count, max: webhookLimits.endpoints });
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Returns the headers after an update. Names are stored in lower case; null removes a header, and `***` keeps its
 * value. Throws SVC-VALIDATION when too many headers remain.
 */
function mergedHeaders(
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
  const message = `must have at most ${max} headers`;
  throw invalid({ in: 'body', path: 'headers', code: 'too_long', message });
}

interface Lists {
  events?: string[] | undefined;
  channelIds?: string[] | null | undefined;
}

function withoutRepeats<Body extends Lists>(body: Body): Body {
  const { events, channelIds } = body;
  return {
    ...body,
    ...(events && { events: [...new Set(events)] }),
    ...(channelIds && { channelIds: [...new Set(channelIds)] }),
  };
}
