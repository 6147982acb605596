import {
  applyStatus,
  type Channel,
  type Message,
  type MessageError,
  type ProviderError,
  type ReportedStatus,
  type SimulateStatusBody,
  whatsappErrors,
} from '@parley/contract';
import { errorOf, type ErrorFacts, providerErrorOf } from './message-errors.ts';
import { applyStep, touchOutbound, touchSeen } from './message-steps.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

export interface Report {
  status: ReportedStatus;
  at: string;
  receivedAt?: string;
  error?: ErrorFacts;
}

const timeFields = {
  sent: 'sentAt',
  delivered: 'deliveredAt',
  read: 'readAt',
  failed: 'failedAt',
} as const;

/** What the provider says of a message: it moves the status up the lattice or only into the timeline. */
export function applyReport(store: Store, message: Message, report: Report): void {
  const { status: reported, at, receivedAt = at } = report;
  const { status, ignored } = applyStatus(message.status, reported);
  const error: MessageError | null =
    reported === 'failed'
      ? { ...(report.error ?? errorOf('SVC-PROVIDER-ERROR', {}, { reason: 'rejected' })), at }
      : null;
  const field = timeFields[reported];
  const isEvidence = reported !== 'failed' && message.status !== 'canceled';
  const time = isEvidence || !ignored ? { [field]: message[field] ?? at } : {};
  const shown = ignored ? {} : { status, error };
  applyStep(store, message, { type: reported, at, receivedAt, ignored, error }, { ...time, ...shown });
  if (ignored) return;
  if (reported === 'read') touchSeen(store.contacts.get(message.contactId), at);
  if (reported !== 'failed') touchOutbound(store, message, message.sentAt ?? at);
}

/** `POST /channels/{id}/simulate/status`. */
export function reportStatus(store: Store, channel: Channel, body: SimulateStatusBody): Message {
  const message = getRecord(store.messages, 'message', body.messageId);
  const now = store.now();
  const error = body.error && reportedError(body.error);
  applyReport(store, message, {
    status: body.status,
    at: body.timestamp ?? now,
    receivedAt: now,
    ...(error ? { error } : {}),
  });
  return message;
}

function reportedError({
  providerCode,
  providerMessage,
}: NonNullable<SimulateStatusBody['error']>): ErrorFacts {
  const known = Object.hasOwn(whatsappErrors, providerCode)
    ? whatsappErrors[providerCode]
    : undefined;
  return providerErrorOf(known ?? unknownError, providerCode, providerMessage ?? null);
}

const unknownError: ProviderError = {
  code: 'SVC-PROVIDER-ERROR',
  message: 'The provider refused the request.',
  reason: 'rejected',
  scope: null,
  automaticRetry: false,
  retryable: false,
};
