import type { WebhookEndpoint } from '@parley/contract/schemas';
import { rowsIn } from '../db/table.ts';

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

export const webhookEndpointsTable = rowsIn<WebhookEndpointRow>('webhook_endpoints');

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
  /** As webhook-deliveries/leases.ts reads and writes them. */
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

export const webhookLanesTable = rowsIn<WebhookLaneRow>('webhook_lanes');

export interface WebhookSecretRow {
  endpoint_id: string;
  /** 1, 2, 3 … of this endpoint: the highest is the current one. */
  number: number;
  sealed: string;
  created_at: string;
  expires_at: string | null;
}

export const webhookSecretsTable = rowsIn<WebhookSecretRow>('webhook_secrets');
