import { rowsIn } from '../db/table.ts';

export interface EventRow {
  id: string;
  sequence: number;
  type: string;
  subject_id: string;
  /** The channel of the event; null when it has none. */
  channel_id: string | null;
  /** The bytes of the event that endpoints and the log get. */
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
