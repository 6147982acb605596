import {
  applyStatus,
  type Channel,
  type Message,
  type MessageError,
  type MessageFailure,
  providerErrorOf,
  providerFailure,
  type ReportedStatus,
  ServiceError,
  type SimulateStatusBody,
} from '@parley/contract';
import { checkHears } from './channel-records.ts';
import { applyStep, touchOutbound, touchSeen } from './message-steps.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

export interface Report {
  status: ReportedStatus;
  at: string;
  receivedAt?: string;
  /** The attempt that it is about; the present one when it does not say. */
  attempt?: number;
  error?: MessageFailure;
  externalId?: string;
}

/** What the provider says of a message: it raises the status, or only enters the timeline. */
export function applyReport(store: Store, message: Message, report: Report): void {
  const { status: reported, at, receivedAt = at, attempt, externalId } = report;
  const outcome = applyStatus(message.status, reported);
  const isOld = attempt !== undefined && attempt < message.attempts;
  const isEvidence = reported === 'delivered' || reported === 'read';
  const ignored = outcome.ignored || (isOld && !isEvidence);
  const wentOut = !ignored && isFirstSign(message, reported);
  const error: MessageError | null = report.error ? { ...report.error, at } : null;
  const change: Partial<Message> = {
    ...(externalId === undefined ? {} : { externalId }),
    ...stampOf(message, reported, at, isOld),
    ...(ignored ? {} : { status: outcome.status, error: reported === 'failed' ? error : null }),
    ...(ignored || reported !== 'failed' ? {} : { failedAt: at }),
  };
  const step = { type: reported, at, receivedAt, ignored, error };
  applyStep(store, message, ignored ? step : { ...step, event: `message.${reported}` }, change);
  if (ignored) return;
  if (reported === 'read') touchSeen(store.contacts.get(message.contactId), at);
  if (wentOut) touchOutbound(store, message, at);
}

/** Of an attempt, one report alone says that it went out: a message counts once in its window. */
function isFirstSign({ status, sentAt }: Message, reported: ReportedStatus): boolean {
  if (reported === 'failed') return false;
  if (status === 'queued' || status === 'sending') return true;
  return status === 'failed' && sentAt === null;
}

const stamps = { sent: 'sentAt', delivered: 'deliveredAt', read: 'readAt' } as const;

/** The times are set once, and also by reports that come too late to change the status. */
function stampOf(
  message: Message,
  reported: ReportedStatus,
  at: string,
  isOld: boolean,
): Partial<Message> {
  if (reported === 'failed' || message.status === 'canceled' || message.status === 'received') {
    return {};
  }
  if (reported === 'sent' && (isOld || message.status === 'failed')) return {};
  const field = stamps[reported];
  return message[field] === null ? { [field]: at } : {};
}

/** `POST /channels/{id}/simulate/status`. */
export function reportStatus(store: Store, channel: Channel, body: SimulateStatusBody): Message {
  checkHears(channel);
  const message = getRecord(store.messages, 'message', body.messageId);
  if (message.channelId !== channel.id) {
    throw new ServiceError('SVC-NOT-FOUND', { resource: 'message', id: message.id });
  }
  const now = store.now();
  applyReport(store, message, {
    status: body.status,
    at: body.timestamp ?? now,
    receivedAt: now,
    ...(body.status === 'failed' ? { error: reportedError(body.error) } : {}),
  });
  return message;
}

function reportedError(reportedBy: SimulateStatusBody['error']): MessageFailure {
  const { providerCode = null, providerMessage = null } = reportedBy ?? {};
  const error = providerErrorOf(providerCode ?? '');
  return providerFailure({ provider: 'sandbox', providerCode, providerMessage, error });
}
