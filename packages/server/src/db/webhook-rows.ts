import type { WebhookAttempt, WebhookEndpoint } from '@parley/contract/schemas';

export interface WebhookEndpointRow {
  id: string;
  /** As it was given. */
  url: string;
  /** The same for every way to write an address. */
  url_key: string;
  description: string | null;
  status: WebhookEndpoint['status'];
  disabled_reason: WebhookEndpoint['disabledReason'];
  events: string;
  channel_ids: string | null;
  /** Each name with its sealed value. */
  headers: string;
  max_per_second: number | null;
  metadata: string;
  created_at: string;
  updated_at: string;
  disabled_at: string | null;
  deleted_at: string | null;
}

export interface WebhookSecretRow {
  endpoint_id: string;
  /** 1, 2, 3 … of this endpoint: the highest is the current one. */
  number: number;
  sealed: string;
  created_at: string;
  expires_at: string | null;
}

/** Rows of enabled endpoints only; webhook-endpoints/routing.ts writes them. */
export interface WebhookSubscriptionRow {
  pattern: string;
  endpoint_id: string;
  of_channels: number;
}

export interface WebhookChannelRow {
  endpoint_id: string;
  channel_id: string;
}

/** Without `ready_at`, which the database makes of the rest. */
export interface WebhookLaneRow {
  endpoint_id: string;
  enabled: number;
  version: number;
  /** When it was last disabled or deleted; -1 if never. What was ready by then counts as canceled. */
  canceled_version: number;
  next_due: number | null;
  in_flight: number;
  max_in_flight: number;
  /** As db/leases.ts reads and writes them. */
  leases: string;
  burst: number | null;
  spacing_us: number | null;
  throttled_until: number;
  open_until: number;
  window_at: number;
  attempts: number;
  failures: number;
  earlier_attempts: number;
  earlier_failures: number;
  last_delivery_at: string | null;
  last_success_at: string | null;
  failing_since: string | null;
  exhausted_at: string | null;
}

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  /** What its lane has leased is still `ready` here. */
  status: 'ready' | 'delivered' | 'exhausted' | 'canceled';
  /** Of the next attempt. */
  trigger: WebhookAttempt['trigger'];
  attempts: number;
  /** Of the present series: a redelivery begins a new one. */
  series_attempts: number;
  due_at: number;
  /** That of its lane when it was made ready, anew by a redelivery or a replay; 0 in older rows. */
  lane_version: number;
  created_at: string;
  updated_at: string;
  delivered_at: string | null;
}

export interface DeliveryAttemptRow {
  delivery_id: string;
  n: number;
  trigger: WebhookAttempt['trigger'];
  at: string;
  status_code: number | null;
  error_code: string | null;
  error_message: string | null;
  duration_ms: number;
  response_snippet: string | null;
  next_attempt_at: string | null;
}

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointRow;
  webhook_secrets: WebhookSecretRow;
  webhook_subscriptions: WebhookSubscriptionRow;
  webhook_channels: WebhookChannelRow;
  webhook_lanes: WebhookLaneRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
}
