import { lockKindSql } from '../../crud/lock-kind.ts';
import { requireNoRow } from '../../db/require-no-row.ts';
import type { WriteStatement } from '../../db/statement.ts';
import { messagesTable } from '../../messages/table.ts';
import { pendingReportsTable } from '../table.ts';

// A message and a report about it may be stored at the same time, by two transactions. Each looks for what the other one
// stores, first when it starts and once more before its commit, so that it runs again and applies the report.

interface Provided {
  readonly channel_id: string;
  readonly external_id: string;
}

const columns = ['channel_id', 'external_id'] as const;

/**
 * Locks the provider's ID of a message until the end of the transaction, before it looks once more. So of two
 * transactions that look at the same time, the second one sees what the first has stored. SQLite has one writer.
 */
export const lockExternalId: WriteStatement<Provided, undefined> = {
  name: 'lock-external-id',
  access: 'write',
  sqlite() {},
  async postgres(db, calls) {
    const keys = calls.map(
      ({ tenantId, input }) => `${tenantId} ${input.channel_id} ${input.external_id}`,
    );
    // All transactions lock in the same order.
    const sorted = [...new Set(keys)].sort();
    await db.rows('lock-external-id', lockSql, [sorted]);
    return calls.map(() => undefined);
  },
};

const lockSql = `${lockKindSql({ kind: 'message' }, 'key')} from unnest($1::text[]) key`;

/** Throws a RunAgainError when a report waits for a message. */
export const requireNoneWaiting = requireNoRow('require-none-waiting', {
  table: pendingReportsTable,
  columns,
});

/** Throws a RunAgainError when a channel has a message. */
export const requireNoMessage = requireNoRow('require-no-message', {
  table: messagesTable,
  columns,
});

/** Throws a RunAgainError when a channel has a message in this direction. */
export const requireNoneInDirection = requireNoRow('require-no-message-in-direction', {
  table: messagesTable,
  columns: [...columns, 'direction'],
});
