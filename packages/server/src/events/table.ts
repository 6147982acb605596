import { rowsIn } from '../db/table.ts';

export interface EventRow {
  id: string;
  sequence: number;
  type: string;
  subject_id: string;
  /** Null for events without a channel. */
  channel_id: string | null;
  /** The event as receivers and the log get it, byte by byte. */
  body: string;
  created_at: string;
}

export const eventsTable = rowsIn<EventRow>('events', [
  'id',
  'sequence',
  'type',
  'subject_id',
  'channel_id',
  'body',
  'created_at',
]);
