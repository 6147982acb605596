import type { WebhookAttempt } from '@parley/contract/schemas';
import type { StoredDelivery } from '@parley/domain';
import { defineTable, named, plain, type RowOf, whole } from '../db/table.ts';

export const deliveriesTable = defineTable<StoredDelivery>()('deliveries', {
  fields: {
    id: plain,
    endpointId: plain,
    eventId: plain,
    eventType: plain,
    status: plain,
    trigger: plain,
    attempts: whole,
    seriesAttempts: whole,
    dueMs: named('due_at', whole),
    createdAt: plain,
    updatedAt: plain,
    deliveredAt: plain,
  },
  extra: {
    // The version of its lane when it became ready, was redelivered or was replayed; 0 in older rows.
    lane_version: 0,
  },
});

export type DeliveryRow = RowOf<typeof deliveriesTable>;

/** An attempt with its error in two columns, as the database stores it. */
interface StoredAttempt extends Omit<WebhookAttempt, 'error'> {
  readonly deliveryId: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export const deliveryAttemptsTable = defineTable<StoredAttempt>()('delivery_attempts', {
  fields: {
    deliveryId: plain,
    n: whole,
    trigger: plain,
    at: plain,
    statusCode: whole,
    errorCode: plain,
    errorMessage: plain,
    durationMs: whole,
    responseSnippet: plain,
    nextAttemptAt: plain,
  },
});

export type DeliveryAttemptRow = RowOf<typeof deliveryAttemptsTable>;

export function toAttemptRow(deliveryId: string, attempt: WebhookAttempt): DeliveryAttemptRow {
  return {
    delivery_id: deliveryId,
    n: attempt.n,
    trigger: attempt.trigger,
    at: attempt.at,
    status_code: attempt.statusCode,
    error_code: attempt.error?.code ?? null,
    error_message: attempt.error?.message ?? null,
    duration_ms: attempt.durationMs,
    response_snippet: attempt.responseSnippet,
    next_attempt_at: attempt.nextAttemptAt,
  };
}

export function toAttempt(row: DeliveryAttemptRow): WebhookAttempt {
  const { error_code: code, error_message: message } = row;
  return {
    n: row.n,
    trigger: row.trigger,
    at: row.at,
    statusCode: row.status_code,
    error: code === null ? null : { code, message: message ?? '' },
    durationMs: row.duration_ms,
    responseSnippet: row.response_snippet,
    nextAttemptAt: row.next_attempt_at,
  };
}
