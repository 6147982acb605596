import * as z from 'zod';

export const messageStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'canceled', 'received'])
  .describe(
    'Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202 means queued, not sent.',
  );
export type MessageStatus = z.infer<typeof messageStatus>;

/** A provider's status report about a message. */
export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';
