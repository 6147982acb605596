import { cell, cellsIn } from '../db/rows-in.ts';
import type { RowOf } from '../db/table.ts';

export const eventsTable = cellsIn('events', {
  id: cell<string>(),
  sequence: cell<number>(),
  type: cell<string>(),
  subject_id: cell<string>(),
  /** The channel of the event; null when it has none. */
  channel_id: cell<string | null>(),
  /** The bytes of the event that endpoints and the log get. */
  body: cell<string>(),
  created_at: cell<string>(),
});

export type EventRow = RowOf<typeof eventsTable>;
