import { requireNoRow } from '../../db/require-no-row.ts';
import { pendingReportsTable } from '../table.ts';

/** Throws a RunAgainError when a report waits for a message, so that the transaction that stores it runs again. */
export const requireNoneWaiting = requireNoRow('require-none-waiting', {
  table: pendingReportsTable,
  columns: ['channel_id', 'external_id'],
});
