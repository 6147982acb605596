import { oneByOne, type WriteStatement } from '../../db/statement.ts';

/**
 * Locks the counter of a tenant and the lanes of all its endpoints, in the order that all transactions use. Use it when
 * a change of one endpoint notifies the others.
 */
export const lockLanes: WriteStatement<null, void> = {
  name: 'lock-lanes',
  access: 'write',
  // On SQLite, only one transaction runs at a time.
  sqlite() {},
  postgres: oneByOne(async (db, { tenantId }) => {
    await db.rows(
      'lock-lanes-counter',
      'select 1 from event_counters where tenant_id = $1 for no key update',
      [tenantId],
    );
    await db.rows(
      'lock-lanes',
      'select 1 from webhook_lanes where tenant_id = $1 order by endpoint_id for no key update',
      [tenantId],
    );
  }),
};
