import { type EndpointHealth, type StoredWebhookEndpoint, urlKey } from '@parley/domain';
import { defineTable, flag, json, named, plain, type RowOf, rowsIn, whole } from '../db/table.ts';

export const webhookEndpointsTable = defineTable<StoredWebhookEndpoint>()('webhook_endpoints', {
  fields: {
    id: plain,
    url: plain,
    description: plain,
    status: plain,
    disabledReason: plain,
    events: json,
    channelIds: json,
    headers: json,
    maxPerSecond: whole,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    disabledAt: plain,
    deletedAt: plain,
  },
  keys: { url_key: ({ url }) => urlKey(url) },
});

/** The types of events, or groups of them, that enabled endpoints wait for. */
export const webhookSubscriptionsTable = rowsIn<{
  pattern: string;
  endpoint_id: string;
  of_channels: number;
}>('webhook_subscriptions', ['pattern', 'endpoint_id', 'of_channels']);

export type WebhookEndpointRow = RowOf<typeof webhookEndpointsTable>;

/** State that changes with every delivery, separate from the endpoint itself. */
export interface WebhookLane extends EndpointHealth {
  readonly endpointId: string;
  /** Increments with every change that a worker must know to deliver. */
  readonly version: number;
  /** The version in which it was last disabled or deleted; -1 if never. Deliveries ready by then count as canceled. */
  readonly canceledVersion: number;
  /** A lower bound of the due times of ready deliveries; null when there are none. */
  readonly nextDue: number | null;
  readonly inFlight: number;
  /** As webhook-deliveries/leases.ts reads and writes them. */
  readonly leases: string;
  readonly burst: number | null;
  readonly spacingUs: number | null;
  readonly throttledUntil: number;
}

export const healthFields = {
  enabled: flag,
  maxInFlight: whole,
  openUntilMs: named('open_until', whole),
  windowMs: named('window_at', whole),
  attempts: whole,
  failures: whole,
  earlierAttempts: whole,
  earlierFailures: whole,
  lastDeliveryAt: plain,
  lastSuccessAt: plain,
  failingSince: plain,
  exhaustedAt: plain,
};

/** Without `ready_at`, which the database computes. */
export const webhookLanesTable = defineTable<WebhookLane>()('webhook_lanes', {
  fields: {
    endpointId: plain,
    version: whole,
    canceledVersion: whole,
    nextDue: whole,
    inFlight: whole,
    leases: plain,
    burst: whole,
    spacingUs: whole,
    throttledUntil: whole,
    ...healthFields,
  },
});

export type WebhookLaneRow = RowOf<typeof webhookLanesTable>;

export interface WebhookSecretRow {
  endpoint_id: string;
  /** 1, 2, 3 … of this endpoint: the highest is the current one. */
  number: number;
  sealed: string;
  created_at: string;
  expires_at: string | null;
}

export const webhookSecretsTable = rowsIn<WebhookSecretRow>('webhook_secrets', [
  'endpoint_id',
  'number',
  'sealed',
  'created_at',
  'expires_at',
]);
