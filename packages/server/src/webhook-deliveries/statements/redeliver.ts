import { databaseMs, perCall, type WriteStatement } from '../../db/statement.ts';
import { deliveryTopics } from '../../events/statements/append-events.ts';

/**
 * Starts a new series of attempts, due now, for a delivery that has ended or waits for a retry. Returns false and
 * changes nothing in these cases: it had no attempt yet, an attempt is in flight, its endpoint is not enabled, or its
 * event was removed.
 */
export const redeliver: WriteStatement<{ deliveryId: string; now: string }, boolean> = {
  name: 'redeliver',
  access: 'write',
  atomic: true,
  wakes: (redelivered) => (redelivered ? deliveryTopics : []),
  sqlite(db, { tenantId, input: { deliveryId, now } }) {
    const nowMs = Date.now();
    const changed = db
      .prepare(
        `update deliveries as d set ${again}, due_at = ?, updated_at = ?, lane_version = (
           select l.version from webhook_lanes l
           where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id)
         where d.tenant_id = ? and d.id = ? and ${hasEvent} and exists (
           select 1 from webhook_lanes l
           where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id and l.enabled = 1
             and (${hasEnded} or (${mayBeginAnew('l.canceled_version')} and instr(l.leases, d.id) = 0)))
         returning endpoint_id`,
      )
      .get(nowMs, now, tenantId, deliveryId) as { endpoint_id: string } | undefined;
    if (!changed) return false;
    db.prepare(
      `update webhook_lanes set next_due = min(coalesce(next_due, ?), ?)
       where tenant_id = ? and endpoint_id = ?`,
    ).run(nowMs, nowMs, tenantId, changed.endpoint_id);
    return true;
  },
  postgres: perCall(async (db, { tenantId, input: { deliveryId, now } }) => {
    const changed = await db.rows('redeliver', postgresSql, [tenantId, deliveryId, now]);
    return changed.length > 0;
  }),
};

const again = `status = 'ready', trigger = 'manual', series_attempts = 0`;
const hasEnded = `d.status in ('delivered', 'exhausted', 'canceled')`;
/**
 * SQL for a delivery that can start a new series: it waits for a retry, or will be canceled with the other deliveries
 * of an endpoint that was disabled.
 */
const mayBeginAnew = (canceledVersion: string) =>
  `d.status = 'ready' and (d.series_attempts > 0 or d.lane_version <= ${canceledVersion})`;
const hasEvent =
  'exists (select 1 from events e where e.tenant_id = d.tenant_id and e.id = d.event_id)';

// Locks the lane first: a claim that does not see the change of the delivery sees that its lane has changed. The
// conditions on the lane must not depend on the delivery, which may be read again without writing the lane again.
const postgresSql = `
  with lane as materialized (
    update webhook_lanes l
    set next_due = least(l.next_due, ${databaseMs})
    from deliveries d
    where d.tenant_id = $1 and d.id = $2 and l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
      and l.enabled = 1
    returning l.leases, l.version, l.canceled_version
  )
  update deliveries d set ${again}, due_at = ${databaseMs},
    lane_version = (select version from lane), updated_at = $3
  where d.tenant_id = $1 and d.id = $2 and ${hasEvent} and exists (select 1 from lane)
    and (${hasEnded} or (${mayBeginAnew('(select canceled_version from lane)')}
      and strpos((select leases from lane), d.id) = 0))
  returning 1`;
