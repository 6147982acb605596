import type { AttemptedDelivery } from '@parley/domain';
import {
  databaseMs,
  type Postgres,
  perCall,
  type Sqlite,
  type SystemStatement,
} from '../../db/statement.ts';
import { readLeases } from '../leases.ts';

export interface ExpiredLease {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly token: string;
  readonly until: number;
  /** The delivery, with the interrupted attempt. Null when it was erased during the attempt. */
  readonly delivery: AttemptedDelivery | null;
}

type DeliveryRow = { [Key in keyof AttemptedDelivery]: AttemptedDelivery[Key] | null };
type LeaseRow = Omit<ExpiredLease, 'delivery'> & DeliveryRow;

const columns = `trigger, attempts + 1 as attempts, series_attempts + 1 as "seriesAttempts"`;

/**
 * Finds the leases of deliveries that have expired, because their worker stopped, and the leases with one of the given
 * tokens.
 */
export const expiredDeliveries: SystemStatement<readonly string[], readonly ExpiredLease[]> = {
  name: 'expired-deliveries',
  scope: 'system',
  access: 'read',
  sqlite: (db, { input }) => findOnSqlite(db, input),
  postgres: perCall((db, { input }) => findOnPostgres(db, input)),
};

function attemptedOf(row: DeliveryRow | undefined): AttemptedDelivery | null {
  // The other columns are set, too: a row has all of them or none.
  return row && row.trigger !== null ? (row as AttemptedDelivery) : null;
}

async function findOnPostgres(db: Postgres, tokens: readonly string[]): Promise<ExpiredLease[]> {
  const rows = await db.rows<LeaseRow>('expired-deliveries', postgresSql, [tokens]);
  return rows.map(({ trigger, attempts, seriesAttempts, ...lease }) => ({
    ...lease,
    delivery: attemptedOf({ trigger, attempts, seriesAttempts }),
  }));
}

function findOnSqlite(db: Sqlite, tokens: readonly string[]): readonly ExpiredLease[] {
  const nowMs = Date.now();
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const lanes = db
    .prepare(
      `select tenant_id as tenantId, endpoint_id as endpointId, leases
       from webhook_lanes indexed by webhook_lanes_in_flight where in_flight > 0`,
    )
    .all() as { tenantId: string; endpointId: string; leases: string }[];
  const find = db.prepare(`select ${columns} from deliveries where tenant_id = ? and id = ?`);
  return lanes.flatMap(({ leases, ...lane }) =>
    readLeases(leases)
      .filter(({ until, token }) => until < nowMs || tokens.includes(token))
      .map((lease) => {
        const row = find.get(lane.tenantId, lease.deliveryId) as DeliveryRow | undefined;
        return { ...lane, ...lease, delivery: attemptedOf(row) };
      }),
  );
}

const postgresSql = `
  select l.tenant_id as "tenantId", l.endpoint_id as "endpointId",
    split_part(lease.line, ' ', 1) as "deliveryId", split_part(lease.line, ' ', 2)::bigint as until,
    split_part(lease.line, ' ', 3) as token, d.*
  from webhook_lanes l
  cross join lateral unnest(string_to_array(rtrim(l.leases, e'\n'), e'\n')) as lease (line)
  left join lateral (
    select ${columns} from deliveries d
    where d.tenant_id = l.tenant_id and d.id = split_part(lease.line, ' ', 1) limit 1
  ) d on true
  where l.in_flight > 0
    and (split_part(lease.line, ' ', 2)::bigint < ${databaseMs}
      or split_part(lease.line, ' ', 3) = any($1::text[]))`;
