import { perCall, type WriteStatement } from '../../db/statement.ts';

export interface Cancellation {
  endpointId: string;
  /**
   * The version of the endpoint lane. Deliveries that became ready at this version or earlier are canceled, even when
   * the endpoint is enabled again.
   */
  version: number;
  now: string;
  limit: number;
}

/** Cancels a batch of waiting deliveries of a disabled endpoint that are not in flight; returns their number. */
export const cancelDeliveries: WriteStatement<Cancellation, number> = {
  name: 'cancel-deliveries',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { endpointId, version, now, limit } }) {
    return db
      .prepare(
        `update deliveries set status = 'canceled', updated_at = ?
         where tenant_id = ? and id in (
           select d.id from deliveries d
           join webhook_lanes l on l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
           where d.tenant_id = ? and d.endpoint_id = ? and d.status = 'ready'
             and instr(l.leases, d.id) = 0 and (l.enabled = 0 or d.lane_version <= ?)
           limit +?)`,
      )
      .run(now, tenantId, tenantId, endpointId, version, limit).changes;
  },
  postgres: perCall(async (db, { tenantId, input: { endpointId, version, now, limit } }) => {
    const values = [tenantId, endpointId, version, now, limit];
    return (await db.rows('cancel-deliveries', postgresSql, values)).length;
  }),
};

// Writes the lane without changing it: a claim that still sees these deliveries waiting then detects that it read
// before this change.
const postgresSql = `
  with lane as materialized (
    update webhook_lanes l set next_due = l.next_due
    where l.tenant_id = $1 and l.endpoint_id = $2
    returning l.tenant_id, l.endpoint_id, l.enabled, l.leases
  ), waiting as materialized (
    select d.tenant_id, d.id
    from lane l
    join deliveries d on d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id
    where d.status = 'ready' and strpos(l.leases, d.id) = 0 and (l.enabled = 0 or d.lane_version <= $3::integer)
    limit $5::integer
    for update of d
  )
  update deliveries d set status = 'canceled', updated_at = $4
  from waiting w where d.tenant_id = w.tenant_id and d.id = w.id
  returning 1`;
