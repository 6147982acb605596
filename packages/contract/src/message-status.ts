import * as z from 'zod';

export const messageStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'canceled', 'received'])
  .describe(
    'Outbound: queued, sending, sent, delivered, read, failed or canceled. Inbound: received. 202 means queued, not sent.',
  );
export type MessageStatus = z.infer<typeof messageStatus>;

/** What a provider reports about a message that it was given. */
export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';
