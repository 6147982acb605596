import type { StoredDelivery } from '@parley/domain';
import type { Sqlite, SystemStatement } from '../../db/statement.ts';
import { readLeases } from '../leases.ts';

export interface ExpiredDelivery
  extends Pick<StoredDelivery, 'id' | 'endpointId' | 'trigger' | 'attempts' | 'seriesAttempts'> {
  readonly tenantId: string;
  readonly leaseToken: string;
  readonly leaseUntil: number;
}

const columns = `id, endpoint_id as "endpointId", trigger, attempts + 1 as attempts,
  series_attempts + 1 as "seriesAttempts"`;

/**
 * Finds deliveries whose lease has expired, because their worker stopped. `attempts` includes the interrupted attempt.
 */
export const expiredDeliveries: SystemStatement<null, readonly ExpiredDelivery[]> = {
  name: 'expired-deliveries',
  scope: 'system',
  access: 'read',
  sqlite: findOnSqlite,
  async postgres(db, calls) {
    const rows = await db.rows<ExpiredDelivery>('expired-deliveries', postgresSql, []);
    return calls.map(() => rows);
  },
};

function findOnSqlite(db: Sqlite): readonly ExpiredDelivery[] {
  const nowMs = Date.now();
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const lanes = db
    .prepare(
      `select tenant_id as tenantId, leases from webhook_lanes indexed by webhook_lanes_in_flight
       where in_flight > 0`,
    )
    .all() as { tenantId: string; leases: string }[];
  const find = db.prepare(`select ${columns} from deliveries where tenant_id = ? and id = ?`);
  return lanes.flatMap(({ tenantId, leases }) =>
    readLeases(leases)
      .filter(({ until }) => until < nowMs)
      .flatMap(({ deliveryId, until: leaseUntil, token: leaseToken }) => {
        const row = find.get(tenantId, deliveryId) as Omit<ExpiredDelivery, 'tenantId'> | undefined;
        return row ? [{ ...row, tenantId, leaseToken, leaseUntil }] : [];
      }),
  );
}

const postgresSql = `
  select l.tenant_id as "tenantId", d.*, split_part(lease.line, ' ', 3) as "leaseToken",
    split_part(lease.line, ' ', 2)::bigint as "leaseUntil"
  from webhook_lanes l
  cross join lateral unnest(string_to_array(rtrim(l.leases, e'\n'), e'\n')) as lease (line)
  cross join lateral (
    select ${columns} from deliveries d
    where d.tenant_id = l.tenant_id and d.id = split_part(lease.line, ' ', 1) limit 1
  ) d
  where l.in_flight > 0
    and split_part(lease.line, ' ', 2)::bigint < (extract(epoch from clock_timestamp()) * 1000)::bigint`;
