import {
  type ReplayWebhookBody,
  type ServiceError,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
  webhookHeaders,
} from '@parley/contract/schemas';
import { invalidTransition, type Transitions, violation } from './refusals.ts';
import type { AttemptedDelivery, DeliveryChange } from './webhook-attempts.ts';

/** A stored delivery. While an attempt is in flight, it is still `ready` and does not count the attempt. */
export interface StoredDelivery
  extends AttemptedDelivery,
    Pick<DeliveryChange, 'status' | 'dueMs' | 'updatedAt' | 'deliveredAt'>,
    Pick<WebhookDelivery, 'id' | 'endpointId' | 'eventId' | 'eventType' | 'createdAt'> {}

type NewDelivery = Pick<StoredDelivery, 'id' | 'endpointId' | 'eventId' | 'eventType' | 'trigger'>;

/** Returns a new delivery that is due at once. */
export function newDelivery(
  made: NewDelivery,
  { at, nowMs }: { readonly at: string; readonly nowMs: number },
): StoredDelivery {
  return {
    ...made,
    status: 'ready',
    attempts: 0,
    seriesAttempts: 0,
    dueMs: nowMs,
    createdAt: at,
    updatedAt: at,
    deliveredAt: null,
  };
}

/** Returns the changes that a redelivery or a replay makes to a delivery: a new series of attempts starts at once. */
export function newSeries({ at, nowMs }: { readonly at: string; readonly nowMs: number }) {
  return {
    status: 'ready',
    trigger: 'manual',
    seriesAttempts: 0,
    dueMs: nowMs,
    updatedAt: at,
  } as const satisfies Partial<StoredDelivery>;
}

/** The statuses that may follow each status. A redelivery or a replay makes a delivery `pending` again. */
export const deliveryTransitions: Transitions<WebhookDeliveryStatus> = {
  pending: ['delivering', 'canceled', 'exhausted'],
  delivering: ['delivered', 'retrying', 'exhausted', 'canceled', 'pending'],
  retrying: ['delivering', 'canceled', 'exhausted', 'pending'],
  delivered: ['pending'],
  exhausted: ['pending'],
  canceled: ['pending'],
};

/** Returns the status that the API shows. `isUnderWay` means that an attempt is in flight. */
export function deliveryStatus(
  { status, seriesAttempts }: Pick<StoredDelivery, 'status' | 'seriesAttempts'>,
  isUnderWay: boolean,
): WebhookDeliveryStatus {
  if (status !== 'ready') return status;
  if (isUnderWay) return 'delivering';
  return seriesAttempts === 0 ? 'pending' : 'retrying';
}

/** Returns the delivery as the API shows it. */
export function showDelivery(
  stored: StoredDelivery,
  { isUnderWay, lastAttempt }: { isUnderWay: boolean; lastAttempt: WebhookAttempt | null },
): WebhookDelivery {
  const { id, endpointId, eventId, eventType, createdAt, updatedAt, deliveredAt } = stored;
  return {
    id,
    endpointId,
    eventId,
    eventType,
    status: deliveryStatus(stored, isUnderWay),
    // The attempt in flight is not counted yet.
    attemptCount: stored.attempts,
    nextAttemptAt: stored.status === 'ready' ? new Date(stored.dueMs).toISOString() : null,
    lastAttempt,
    createdAt,
    updatedAt,
    deliveredAt,
  };
}

/**
 * Returns the headers of one attempt: those of the endpoint, then Parley's. Without `signatures`, the request is
 * unsigned.
 */
export function deliveryHeaders(
  own: Readonly<Record<string, string>> | undefined,
  { eventId, seconds }: { readonly eventId: string; readonly seconds: number },
  signatures: readonly string[] | undefined,
): Record<string, string> {
  return {
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    [webhookHeaders.id]: eventId,
    [webhookHeaders.timestamp]: String(seconds),
    ...(signatures && { [webhookHeaders.signature]: signatures.join(' ') }),
  };
}

const redeliverable: readonly WebhookDeliveryStatus[] = [
  'delivered',
  'retrying',
  'exhausted',
  'canceled',
];

/** Returns whether a delivery with this status can be redelivered. */
export function isRedeliverable(status: WebhookDeliveryStatus): boolean {
  return redeliverable.includes(status);
}

/** Returns the error for a redelivery before the first attempt, or while an attempt is in flight. */
export function notRedeliverable(id: string, from: WebhookDeliveryStatus): ServiceError {
  const allowed = [...redeliverable];
  return invalidTransition({
    resource: 'webhookDelivery',
    id,
    from,
    action: 'redeliver',
    allowed,
  });
}

/**
 * Returns whether a replay sends an event to an endpoint. `status` is that of the existing delivery, if there is one.
 */
export function isReplayed(
  status: StoredDelivery['status'] | undefined,
  { onlyFailed }: Pick<ReplayWebhookBody, 'onlyFailed'>,
): boolean {
  return status !== 'ready' && !(status === 'delivered' && onlyFailed);
}

/**
 * Returns the time range of a replay; `until` is exclusive. Throws SVC-RULE-VIOLATION when the range cannot contain an
 * event.
 */
export function replayRange(
  { since, until }: Pick<ReplayWebhookBody, 'since' | 'until'>,
  nowMs: number,
): { since: string; until: string } {
  // Without `until`, events of the current millisecond are included.
  const end = until ?? new Date(nowMs + 1).toISOString();
  if (since < end) return { since, until: end };
  const field = until === undefined ? 'since' : 'until';
  throw violation('until_after_since', field);
}
