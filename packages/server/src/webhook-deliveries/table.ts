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
    // That of its lane when it was made ready, anew by a redelivery or a replay; 0 in older rows.
    lane_version: 0,
  },
});

export type DeliveryRow = RowOf<typeof deliveriesTable>;

/** An attempt with its error in two columns. */
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
  const [errorCode, errorMessage] = [error?.code ?? null, error?.message ?? null];
  return deliveryAttemptsTable.toRow({ deliveryId, errorCode, errorMessage, ...attempt });
}

export function toAttempt(row: DeliveryAttemptRow): WebhookAttempt {
  const stored = deliveryAttemptsTable.toRecord(row);
  const { n, trigger, at, statusCode, errorCode: code, errorMessage, ...rest } = stored;
  const { durationMs, responseSnippet, nextAttemptAt } = rest;
  const error = code === null ? null : { code, message: errorMessage ?? '' };
  return { n, trigger, at, statusCode, error, durationMs, responseSnippet, nextAttemptAt };
}
