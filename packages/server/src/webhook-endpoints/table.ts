import { type EndpointHealth, type StoredWebhookEndpoint, urlKey } from '@parley/domain';
import { cell, cellsIn } from '../db/rows-in.ts';
import { defineTable, flag, json, named, plain, type RowOf, whole } from '../db/table.ts';

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

/** The event types and groups that enabled endpoints subscribe to. */
export const webhookSubscriptionsTable = cellsIn('webhook_subscriptions', {
  pattern: cell<string>(),
  endpoint_id: cell<string>(),
  of_channels: cell<number>(),
});

/** The state of an endpoint that changes with every delivery, stored separately from the endpoint. */
export interface WebhookLane extends EndpointHealth {
  readonly endpointId: string;
  /** The version of the endpoint, which increases with every change that workers must know. */
  readonly version: number;
  /**
   * The version at which the endpoint was last disabled or deleted; -1 if never. Deliveries that were ready by then are
   * canceled.
   */
  readonly canceledVersion: number;
  /** No ready delivery is due before this time; null when none is ready. */
  readonly nextDue: number | null;
  readonly inFlight: number;
  /** The leases of deliveries in flight, as text that webhook-deliveries/leases.ts reads and writes. */
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

/** The table of lanes, without the column `ready_at`, which the database computes. */
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

export const webhookSecretsTable = cellsIn('webhook_secrets', {
  endpoint_id: cell<string>(),
  /** Counts the secrets of the endpoint from 1. The highest number is the current secret. */
  number: cell<number>(),
  sealed: cell<string>(),
  created_at: cell<string>(),
  expires_at: cell<string | null>(),
});
