import * as z from 'zod';

export const messageStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'canceled', 'received'])
  .describe(
    'Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202 means queued, not sent.',
  );
export type MessageStatus = z.infer<typeof messageStatus>;

/** What a provider reports about a message that it was given. */
export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';

export interface StatusChange {
  status: MessageStatus;
  /** The report changes nothing but the timeline. */
  ignored: boolean;
}

const rank: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  read: 4,
  failed: 1,
  canceled: 5,
  received: 5,
};

/**
 * Statuses only rise, whatever the order of the reports: `delivered` and `read` are evidence even
 * after `failed`; `failed` counts only while nothing better is known; a canceled message stays so.
 */
export function applyStatus(current: MessageStatus, reported: ReportedStatus): StatusChange {
  if (current === 'canceled' || current === 'received') return { status: current, ignored: true };
  if (reported === 'failed') {
    const counts = current === 'queued' || current === 'sending' || current === 'sent';
    return { status: counts ? 'failed' : current, ignored: !counts };
  }
  if (current === 'failed' && reported === 'sent') return { status: current, ignored: true };
  const rises = rank[reported] > rank[current];
  return { status: rises ? reported : current, ignored: !rises };
}
