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

export function toAttemptRow(
  deliveryId: string,
  { error, ...attempt }: WebhookAttempt,
): DeliveryAttemptRow {
  const { code: errorCode = null, message: errorMessage = null } = error ?? {};
  return deliveryAttemptsTable.toRow({ ...attempt, deliveryId, errorCode, errorMessage });
}

export function toAttempt(row: DeliveryAttemptRow): WebhookAttempt {
  const { deliveryId, errorCode, errorMessage, ...attempt } = deliveryAttemptsTable.toRecord(row);
  const error = errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
  return { ...attempt, error };
}
