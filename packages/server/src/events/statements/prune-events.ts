import { firstIdAt } from '@parley/domain';
import { oneByOne, type Sqlite, type SystemStatement } from '../../db/statement.ts';

export interface Pruning {
  /** The time before which events are removed, in epoch milliseconds. */
  before: number;
}

/**
 * The maximum number of rows that one run removes. It is a constant in the SQL: with a parameter, Postgres would read
 * and sort all old rows.
 */
export const prunedAtOnce = 1_000;

/**
 * Removes a batch of ended deliveries with their attempts. If it is not full, also removes events without deliveries, and
 * deleted endpoints without deliveries: before the last deliveries, the statement for events would read all old events.
 * Returns the number of removed rows. IDs begin with the time of the event, so the primary keys find old rows. Waiting
 * deliveries and their events stay until `endOverdue` ends the deliveries.
 */
export const pruneEvents: SystemStatement<Pruning, number> = {
  name: 'prune-events',
  scope: 'system',
  access: 'write',
  sqlite: (db, { input }) => pruneOnSqlite(db, input),
  postgres: oneByOne(async (db, { input }) => {
    const { delivery, event, time } = floors(input);
    const gone = await db.rows('prune-deliveries', deliveriesSql, [delivery]);
    if (gone.length === prunedAtOnce) return gone.length;
    const events = await db.rows('prune-events', eventsSql, [event]);
    const endpoints = await db.rows('prune-endpoints', endpointsSql, [time]);
    return gone.length + events.length + endpoints.length;
  }),
};

function floors({ before }: Pruning) {
  return {
    delivery: firstIdAt('dlv', before),
    event: firstIdAt('evt', before),
    time: new Date(before).toISOString(),
  };
}

/**
 * The SQL condition for events with a delivery. The IDs of deliveries begin with the time of their event
 * (webhook-deliveries/delivery-id.ts).
 */
const hasDelivery = `exists (
  select 1 from deliveries d
  where d.tenant_id = e.tenant_id and d.id >= 'dlv_' || substr(e.id, 5, 10)
    and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id)`;

const hasDeliveries = `exists (
  select 1 from deliveries d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id)`;

const partsOfEndpoint = [
  'webhook_lanes',
  'webhook_secrets',
  'webhook_channels',
  'webhook_subscriptions',
];

function pruneOnSqlite(db: Sqlite, input: Pruning): number {
  const { delivery, event, time } = floors(input);
  const tenants = db.prepare('select tenant_id from event_counters').pluck().all() as string[];
  const ended = db
    .prepare(
      `select id from deliveries where tenant_id = ? and id < ? and status <> 'ready'
       order by id limit +?`,
    )
    .pluck();
  const removeAttempts = db.prepare(
    'delete from delivery_attempts where tenant_id = ? and delivery_id = ?',
  );
  const removeDelivery = db.prepare('delete from deliveries where tenant_id = ? and id = ?');
  const removeEvents = db.prepare(
    `delete from events where rowid in (
       select e.rowid from events e where e.tenant_id = ? and e.id < ? and not ${hasDelivery}
       order by e.id limit +?)`,
  );
  let removed = 0;
  for (const tenant of tenants) {
    // `pluck` returns the one selected column.
    for (const id of ended.all(tenant, delivery, prunedAtOnce - removed) as string[]) {
      removeAttempts.run(tenant, id);
      removed += removeDelivery.run(tenant, id).changes;
    }
    removed += removeEvents.run(tenant, event, Math.max(0, prunedAtOnce - removed)).changes;
    if (removed >= prunedAtOnce) return removed;
  }
  const endpoints = db
    .prepare(
      `select w.tenant_id, w.id from webhook_endpoints w
       where w.deleted_at < ? and not ${hasDeliveries} limit +?`,
    )
    .all(time, prunedAtOnce - removed) as { tenant_id: string; id: string }[];
  for (const { tenant_id: tenant, id } of endpoints) {
    for (const table of partsOfEndpoint) {
      db.prepare(`delete from ${table} where tenant_id = ? and endpoint_id = ?`).run(tenant, id);
    }
    db.prepare('delete from webhook_endpoints where tenant_id = ? and id = ?').run(tenant, id);
  }
  return removed + endpoints.length;
}

const deliveriesSql = `
  with gone as materialized (
    select d.tenant_id, d.id from event_counters t
    cross join lateral (
      select d.tenant_id, d.id from deliveries d
      where d.tenant_id = t.tenant_id and d.id < $1 and d.status <> 'ready'
      order by d.id limit ${prunedAtOnce}
      for update skip locked
    ) d
    limit ${prunedAtOnce}
  ), attempt as (
    delete from delivery_attempts a using gone g
    where a.tenant_id = g.tenant_id and a.delivery_id = g.id
  )
  delete from deliveries d using gone g where d.tenant_id = g.tenant_id and d.id = g.id
  returning 1`;

const eventsSql = `
  with gone as materialized (
    select e.tenant_id, e.id from event_counters t
    cross join lateral (
      select e.tenant_id, e.id from events e
      where e.tenant_id = t.tenant_id and e.id < $1 and not ${hasDelivery}
      order by e.id limit ${prunedAtOnce}
      for update skip locked
    ) e
    limit ${prunedAtOnce}
  )
  delete from events e using gone g where e.tenant_id = g.tenant_id and e.id = g.id
  returning 1`;

const endpointsSql = `
  with gone as materialized (
    select w.tenant_id, w.id from webhook_endpoints w
    where w.deleted_at < $1 and not ${hasDeliveries}
    limit ${prunedAtOnce}
    for update skip locked
  ), ${partsOfEndpoint
    .map(
      (table) => `${table}_gone as (
    delete from ${table} p using gone g where p.tenant_id = g.tenant_id and p.endpoint_id = g.id
  )`,
    )
    .join(', ')}
  delete from webhook_endpoints w using gone g where w.tenant_id = g.tenant_id and w.id = g.id
  returning 1`;
