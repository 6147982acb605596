import {
  type CreateWebhookEndpointBody,
  hiddenHeaderValue,
  type ListWebhookEndpointsQuery,
  ServiceError,
  type UpdateWebhookEndpointBody,
  type WebhookEndpoint,
  type WebhookHeadersPatch,
  webhookLimits,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf } from './filters.ts';
import { invalidTransition } from './refusals.ts';
import { defineRules, patched } from './rules.ts';
import type { EndpointHealth } from './webhook-attempts.ts';

type Health = 'failingSince' | 'lastDeliveryAt' | 'lastSuccessAt';

/** An endpoint without its health. Its headers have their values, encrypted on the server. */
export interface StoredWebhookEndpoint extends Omit<WebhookEndpoint, Health> {
  /** A deleted endpoint stays as long as its deliveries do. */
  readonly deletedAt: string | null;
}

export const webhookEndpointRules = defineRules<
  StoredWebhookEndpoint,
  CreateWebhookEndpointBody,
  UpdateWebhookEndpointBody,
  ListWebhookEndpointsQuery
>({
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
  // A requested change does not notify other endpoints.
  changeEvents: (previous, { disabledReason }) =>
    'status' in previous && (disabledReason === 'gone' || disabledReason === 'failing')
      ? [{ type: 'webhook_endpoint.disabled', previous }]
      : [],
  filters: { status: anyOf('status') },
});

/** The endpoint as the API returns it, with the names of its headers only. */
export function showEndpoint(
  { deletedAt: _deletedAt, ...stored }: StoredWebhookEndpoint,
  { failingSince, lastDeliveryAt, lastSuccessAt }: Pick<EndpointHealth, Health>,
): WebhookEndpoint {
  const names = Object.keys(stored.headers);
  const headers = Object.fromEntries(names.map((name) => [name, hiddenHeaderValue]));
  return { ...stored, headers, failingSince, lastDeliveryAt, lastSuccessAt };
}

/** The same for every way to write an address: names in lower case, addresses in figures, no default port. */
export function urlKey(url: string): string {
  return new URL(url).href;
}

/** The endpoint without a reason not to be sent anything. */
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

/** The secret values of an endpoint are removed with it. */
export function deleted(endpoint: StoredWebhookEndpoint, at: string): StoredWebhookEndpoint {
  return { ...endpoint, headers: {}, updatedAt: at, deletedAt: at };
}

/** Whether events are sent to the endpoint. */
export function isSentTo({
  status,
  deletedAt,
}: Pick<StoredWebhookEndpoint, 'status' | 'deletedAt'>): boolean {
  return status === 'enabled' && deletedAt === null;
}

/** Throws SVC-INVALID-TRANSITION for an action that only an enabled endpoint allows. */
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

/** Throws SVC-LIMIT-REACHED when a tenant has as many endpoints as it may have. */
export function checkEndpointLimit(count: number): void {
  const max = webhookLimits.endpoints;
  if (count >= max)
    throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'webhook_endpoints', max });
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * The headers after an update. Names ignore case and are stored in lower case; null removes a header, `***` keeps its
 * value. Throws when too many headers remain.
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
  throw new ServiceError('SVC-VALIDATION', {
    issues: [{ in: 'body', path: 'headers', code: 'too_long', message }],
  });
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
