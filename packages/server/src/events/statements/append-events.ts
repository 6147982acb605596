import { patternsOf } from '@parley/domain';
import {
  arraysOf,
  type Call,
  databaseMs,
  type Postgres,
  type Sqlite,
  type WriteStatement,
} from '../../db/statement.ts';
import { textArray } from '../../db/text-array.ts';
import { deliveryId, deliveryIdSql } from '../../webhook-deliveries/delivery-id.ts';
import { patternsSql } from '../event-patterns.ts';

export interface NewEvent {
  tenantId: string;
  id: string;
  type: string;
  subjectId: string;
  channelId: string | null;
  /** The JSON of the event, in two parts: before and after its sequence. */
  head: string;
  tail: string;
  createdAt: string;
}

/** The topics of the work that the statement adds when it writes deliveries. */
export const deliveryTopics = ['deliveries'] as const;

/**
 * Gives a tenant's events sequence numbers without a gap, and writes the events and a delivery for each endpoint that
 * subscribes to them. Returns whether it wrote deliveries. Run it last before the commit: it locks the counter of the
 * tenant, so that the numbers follow the order of the commits. Pass calls in ascending order of tenants.
 */
export const appendEvents: WriteStatement<readonly Omit<NewEvent, 'tenantId'>[], boolean> = {
  name: 'append-events',
  access: 'write',
  wakes: (delivering) => (delivering ? deliveryTopics : []),
  sqlite(db, { tenantId, input }) {
    // `returning` returns exactly one row: the counter of this tenant.
    const { last, subscriptions } = db
      .prepare(
        `insert into event_counters (tenant_id, last_sequence) values (?, ?)
         on conflict (tenant_id) do update set last_sequence = last_sequence + excluded.last_sequence
         returning last_sequence as last, subscriptions`,
      )
      .get(tenantId, input.length) as { last: number; subscriptions: number };
    const insert = db.prepare(
      `insert into events (tenant_id, id, sequence, type, subject_id, channel_id, body, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    input.forEach((event, index) => {
      const sequence = last - input.length + 1 + index;
      const { id, type, subjectId, channelId, head, tail, createdAt } = event;
      insert.run(
        tenantId,
        id,
        sequence,
        type,
        subjectId,
        channelId,
        head + sequence + tail,
        createdAt,
      );
    });
    return subscriptions > 0 && deliverFromSqlite(db, tenantId, input);
  },
  async postgres(db, calls) {
    const events = calls.flatMap((call) =>
      call.input.map((event) => ({ ...event, tenantId: call.tenantId })),
    );
    const appended = db.rows('append-events', appendSql, [
      ...arraysOf(events, ['tenantId', 'id', 'type', 'subjectId', 'channelId']),
      textArray(events.map((event) => event.head)),
      textArray(events.map((event) => event.tail)),
      events.map((event) => event.createdAt),
    ]);
    // Both are sent without a check for endpoints: most tenants have none, so a check would cost more.
    const [, delivering] = await Promise.all([appended, deliverFromPostgres(db, calls, events)]);
    return delivering;
  },
};

/** Writes events of several tenants, in the order in which the tenants are locked. */
export async function appendAll(db: Postgres, events: readonly NewEvent[]): Promise<boolean> {
  const byTenant = new Map<string, NewEvent[]>();
  for (const event of events) {
    const known = byTenant.get(event.tenantId);
    if (known) known.push(event);
    else byTenant.set(event.tenantId, [event]);
  }
  if (byTenant.size === 0) return false;
  const calls = [...byTenant]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tenantId, input]) => ({ tenantId, input }));
  return (await appendEvents.postgres(db, calls)).includes(true);
}

function deliverFromSqlite(
  db: Sqlite,
  tenantId: string,
  events: readonly Omit<NewEvent, 'tenantId'>[],
): boolean {
  const nowMs = Date.now();
  const waiting = db
    .prepare(
      `select s.endpoint_id from webhook_subscriptions s
       where s.tenant_id = ? and s.pattern = ? and (s.of_channels = 0 or ? is null or exists (
         select 1 from webhook_channels c
         where c.tenant_id = s.tenant_id and c.endpoint_id = s.endpoint_id and c.channel_id = ?))`,
    )
    .pluck();
  const insert = db.prepare(
    `insert into deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, trigger, attempts,
       series_attempts, due_at, lane_version, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'ready', 'scheduled', 0, 0, ?, ?, ?, ?)`,
  );
  const wake = db
    .prepare(
      `update webhook_lanes set next_due = min(coalesce(next_due, ?), ?)
       where tenant_id = ? and endpoint_id = ? returning version`,
    )
    .pluck();
  const versions = new Map<string, number>();
  for (const { id, type, channelId, createdAt } of events) {
    const endpoints = new Set(
      // `pluck` returns the one selected column.
      patternsOf(type).flatMap(
        (pattern) => waiting.all(tenantId, pattern, channelId, channelId) as string[],
      ),
    );
    for (const endpoint of endpoints) {
      const delivery = deliveryId(id, endpoint);
      const version =
        versions.get(endpoint) ?? (wake.get(nowMs, nowMs, tenantId, endpoint) as number);
      versions.set(endpoint, version);
      insert.run(tenantId, delivery, endpoint, id, type, nowMs, version, createdAt, createdAt);
    }
  }
  return versions.size > 0;
}

async function deliverFromPostgres(
  db: Postgres,
  calls: readonly Call<unknown>[],
  events: readonly NewEvent[],
): Promise<readonly boolean[]> {
  const rows = await db.rows<{ tenant_id: string }>(
    'deliver-events',
    deliverSql,
    arraysOf(events, ['tenantId', 'id', 'type', 'channelId', 'createdAt']),
    { last: true },
  );
  const delivering = new Set(rows.map((row) => row.tenant_id));
  return calls.map((call) => delivering.has(call.tenantId));
}

const appendSql = `
  with incoming as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[])
    with ordinality as e (tenant_id, id, type, subject_id, channel_id, head, tail, created_at, place)
  ), counted as (
    select tenant_id, count(*) as n from incoming group by tenant_id
  ), counters as (
    insert into event_counters (tenant_id, last_sequence)
    select tenant_id, n from counted order by tenant_id
    on conflict (tenant_id) do update
      set last_sequence = event_counters.last_sequence + excluded.last_sequence
    returning tenant_id, last_sequence
  ), written as (
    insert into events (tenant_id, id, sequence, type, subject_id, channel_id, body, created_at)
    select n.tenant_id, n.id, n.sequence, n.type, n.subject_id, n.channel_id,
      n.head || n.sequence || n.tail, n.created_at
    from (
      select i.*, c.last_sequence - n.n
        + row_number() over (partition by i.tenant_id order by i.place) as sequence
      from incoming i
      join counted n on n.tenant_id = i.tenant_id
      join counters c on c.tenant_id = i.tenant_id
    ) n
  )
  select from counters`;

// A separate statement: it begins after the counters are locked, so it sees every earlier change of their endpoints.
// Lanes are locked after the counters, in the order of their keys. Each lane is written even without a change: a claim
// that read before this commit then knows that it has not seen these deliveries.
const deliverSql = `
  with target as (
    select i.tenant_id, s.endpoint_id, array_agg(i.id) as ids, array_agg(i.type) as types,
      array_agg(i.created_at) as times
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as i (tenant_id, id, type, channel_id, created_at)
    cross join lateral (
      select distinct s.endpoint_id from webhook_subscriptions s
      where s.tenant_id = i.tenant_id
        and s.pattern = any (array[${patternsSql('postgres', 'i.type')}])
        and (s.of_channels = 0 or i.channel_id is null or exists (
          select 1 from webhook_channels ch where ch.tenant_id = s.tenant_id
            and ch.endpoint_id = s.endpoint_id and ch.channel_id = i.channel_id))
    ) s
    group by i.tenant_id, s.endpoint_id
    order by i.tenant_id, s.endpoint_id
  ), lane as (
    update webhook_lanes l set next_due = least(l.next_due, m.ms)
    from target t
    cross join (select ${databaseMs} as ms) m
    where l.tenant_id = t.tenant_id and l.endpoint_id = t.endpoint_id and l.enabled = 1
    returning l.tenant_id, l.endpoint_id, l.version, m.ms, t.ids, t.types, t.times
  ), delivery as (
    insert into deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, trigger, attempts,
      series_attempts, due_at, lane_version, created_at, updated_at)
    select l.tenant_id, ${deliveryIdSql('e.id', 'l.endpoint_id')}, l.endpoint_id, e.id, e.type, 'ready',
      'scheduled', 0, 0, l.ms, l.version, e.created_at, e.created_at
    from lane l cross join lateral unnest(l.ids, l.types, l.times) as e (id, type, created_at)
  )
  select distinct tenant_id from lane`;
