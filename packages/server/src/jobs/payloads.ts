/** Every job name with its payload. Jobs carry ids, not records: they read the state they find. */
export interface JobPayloads {
  'deliver-message': { messageId: string };
  'sandbox-receipt': { messageId: string; attempt: number; status: 'delivered' | 'read' };
  'wake-conversation': { conversationId: string; snoozedUntil: string };
}

export type JobName = keyof JobPayloads;
