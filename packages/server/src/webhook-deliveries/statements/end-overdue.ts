import { firstIdAt } from '@parley/domain';
import { perCall, type SystemStatement } from '../../db/statement.ts';
import { type Pruning, prunedAtOnce } from '../../events/statements/prune-events.ts';

/**
 * Exhausts a batch of deliveries that waited for the whole retention time and are not in flight. Returns their number.
 * A redelivery or a replay restarts the wait, however old the event is.
 */
export const endOverdue: SystemStatement<Pruning & { now: string }, number> = {
  name: 'end-overdue',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input: { before, now } }) {
    return db
      .prepare(
        `update deliveries set status = 'exhausted', updated_at = ? where rowid in (
           select d.rowid from webhook_lanes l
           cross join deliveries d on d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id
           where l.next_due < ? and ${isOverdue('?', '?', 'instr')} limit ${prunedAtOnce})`,
      )
      .run(now, before, before, firstIdAt('dlv', before)).changes;
  },
  postgres: perCall(async (db, { input: { before, now } }) => {
    const values = [before, firstIdAt('dlv', before), now];
    return (await db.rows('end-overdue', postgresSql, values)).length;
  }),
};

const isOverdue = (before: string, floor: string, indexOf: string) =>
  `d.status = 'ready' and d.due_at < ${before} and d.id < ${floor} and ${indexOf}(l.leases, d.id) = 0`;

const postgresOverdue = isOverdue('$1::bigint', '$2', 'strpos');

// Writes the lanes without changing them: a claim that still sees these deliveries waiting then detects that it read
// before this change. Skips locked lanes: the next batch finds them.
const postgresSql = `
  with candidate as materialized (
    select l.tenant_id, l.endpoint_id from webhook_lanes l
    where l.next_due < $1::bigint and exists (
      select 1 from deliveries d
      where d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id and ${postgresOverdue})
    limit 20
    for no key update skip locked
  ), lane as materialized (
    update webhook_lanes l set next_due = l.next_due from candidate c
    where l.tenant_id = c.tenant_id and l.endpoint_id = c.endpoint_id
    returning l.tenant_id, l.endpoint_id, l.leases
  ), waiting as materialized (
    select d.tenant_id, d.id
    from lane l
    join deliveries d on d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id
    where ${postgresOverdue}
    limit ${prunedAtOnce}
    for update of d
  )
  update deliveries d set status = 'exhausted', updated_at = $3
  from waiting w where d.tenant_id = w.tenant_id and d.id = w.id
  returning 1`;
