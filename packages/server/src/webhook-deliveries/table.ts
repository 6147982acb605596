import type { WebhookAttempt } from '@parley/contract/schemas';
import { rowsIn } from '../db/table.ts';

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

export const deliveriesTable = rowsIn<DeliveryRow>('deliveries');

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

export const deliveryAttemptsTable = rowsIn<DeliveryAttemptRow>('delivery_attempts');
