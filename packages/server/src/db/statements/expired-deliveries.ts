import type { ReadStatement } from '../statement.ts';
import type { DeliveryRow } from '../webhook-rows.ts';

export type ExpiredDelivery = Pick<
  DeliveryRow,
  'id' | 'endpoint_id' | 'trigger' | 'attempts' | 'series_attempts'
> & { tenantId: string; lease_token: string; lease_until: number };

const columns =
  'tenant_id as "tenantId", id, endpoint_id, trigger, attempts, series_attempts, lease_token, lease_until';

/** Deliveries whose worker did not come back, those of the longest ago first. */
export const expiredDeliveries: ReadStatement<{ limit: number }, readonly ExpiredDelivery[]> = {
  name: 'expired-deliveries',
  access: 'read',
  sqlite(db, { input }) {
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return db
      .prepare(
        `select ${columns} from deliveries where status = 'leased' and lease_until < ?
         order by lease_until limit ?`,
      )
      .all(Date.now(), input.limit) as ExpiredDelivery[];
  },
  async postgres(db, calls) {
    const found: ExpiredDelivery[][] = [];
    for (const { input } of calls) {
      const rows = await db.rows<ExpiredDelivery>(
        'expired-deliveries',
        `select ${columns} from deliveries where status = 'leased'
           and lease_until < (extract(epoch from clock_timestamp()) * 1000)::bigint
         order by lease_until limit $1::integer`,
        [input.limit],
      );
      found.push(rows);
    }
    return found;
  },
};
