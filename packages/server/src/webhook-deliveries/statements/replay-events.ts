import type { Dialect } from '../../db/driver.ts';
import {
  databaseMs,
  perCall,
  type ReadStatement,
  type WriteStatement,
} from '../../db/statement.ts';
import { patternsSql } from '../../events/event-patterns.ts';
import { deliveryTopics } from '../../events/statements/append-events.ts';
import { deliveryIdSql, withDeliveryId } from '../delivery-id.ts';

/** Selects events of the log by sequence number, and the conditions for sending one again. */
export interface Replay {
  endpointId: string;
  /** The range of sequence numbers: after this one, up to `untilSequence`. */
  afterSequence: number;
  untilSequence: number;
  since: string;
  until: string;
  /** Event types and groups that the endpoint subscribes to; `*` for all. */
  patterns: readonly string[];
  onlyFailed: boolean;
}

/** Counts the events that a replay would send. */
export const countReplay: ReadStatement<Replay, number> = {
  name: 'count-replay',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const count = `select count(*) from events e where ${wanted('sqlite', isCanceled('instr'))}`;
    // `pluck` answers the one column that is selected.
    return withDeliveryId(db).prepare(count).pluck().get(named(tenantId, input)) as number;
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const [row] = await db.rows<{ count: number }>(
      'count-replay',
      `select count(*) as count from events e where ${wanted('postgres', isCanceled('strpos'))}`,
      listed(tenantId, input),
    );
    return row?.count ?? 0;
  }),
};

/**
 * Makes a delivery of each event ready: creates it, or starts a new series of attempts. Returns false when the endpoint
 * is not enabled.
 */
export const replayEvents: WriteStatement<Replay & { now: string }, boolean> = {
  name: 'replay-events',
  access: 'write',
  wakes: (enabled) => (enabled ? deliveryTopics : []),
  sqlite(db, { tenantId, input }) {
    const { endpointId, now } = input;
    const nowMs = Date.now();
    const version = db
      .prepare(
        `update webhook_lanes set next_due = min(coalesce(next_due, ?), ?)
         where tenant_id = ? and endpoint_id = ? and enabled = 1 returning version`,
      )
      .pluck()
      .get(nowMs, nowMs, tenantId, endpointId);
    if (version === undefined) return false;
    const lane = {
      dueAt: '@nowMs',
      now: '@now',
      version: '@version',
      isOpen: 'true',
      isCanceled: isCanceled('instr'),
    };
    withDeliveryId(db)
      .prepare(writeSql('sqlite', lane))
      .run({
        ...named(tenantId, input),
        now,
        nowMs,
        version,
      });
    return true;
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const values = [...listed(tenantId, input), input.now];
    return (await db.rows('replay-events', postgresSql, values)).length > 0;
  }),
};

const parameters = [
  'tenant',
  'endpoint',
  'after',
  'last',
  'since',
  'until',
  'patterns',
  'onlyFailed',
] as const;
type Parameter = (typeof parameters)[number];

function listed(tenantId: string, input: Replay): unknown[] {
  return [
    tenantId,
    input.endpointId,
    input.afterSequence,
    input.untilSequence,
    input.since,
    input.until,
    input.patterns,
    input.onlyFailed ? 1 : 0,
  ];
}

function named(tenantId: string, input: Replay): Record<Parameter, unknown> {
  const values = listed(tenantId, { ...input, patterns: [] });
  const all = Object.fromEntries(parameters.map((name, index) => [name, values[index]]));
  return { ...all, patterns: JSON.stringify(input.patterns) } as Record<Parameter, unknown>;
}

const types = {
  after: 'bigint',
  last: 'bigint',
  patterns: 'text[]',
  onlyFailed: 'integer',
} as const;

function value(dialect: Dialect, name: Parameter): string {
  if (dialect === 'sqlite') return `@${name}`;
  const type = name in types ? types[name as keyof typeof types] : 'text';
  return `$${parameters.indexOf(name) + 1}::${type}`;
}

const idOf = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? `delivery_id(e.id, ${value(dialect, 'endpoint')})`
    : deliveryIdSql('e.id', value(dialect, 'endpoint'));

/**
 * SQL for a ready delivery that a job will cancel, because its endpoint was disabled. The job does so even if the
 * endpoint is enabled again.
 */
const isCanceled = (indexOf: string) => `exists (
  select 1 from webhook_lanes l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
    and d.lane_version <= l.canceled_version and ${indexOf}(l.leases, d.id) = 0)`;

/**
 * Returns SQL for the events in the range that the endpoint subscribes to and whose delivery does not wait. The limit
 * makes Postgres find each delivery by its key: a plan that was made while the tables were empty would compare every
 * event with every delivery.
 */
function wanted(dialect: Dialect, isCanceled: string): string {
  const of = (name: Parameter) => value(dialect, name);
  const isNamed = (pattern: string) => `${pattern} in (${patternsSql(dialect, 'e.type')})`;
  const listOfPatterns =
    dialect === 'sqlite'
      ? `json_each(${of('patterns')}) as p`
      : `unnest(${of('patterns')}) as p (value)`;
  return `e.tenant_id = ${of('tenant')} and e.sequence > ${of('after')} and e.sequence <= ${of('last')}
    and e.created_at >= ${of('since')} and e.created_at < ${of('until')}
    and exists (select 1 from ${listOfPatterns} where ${isNamed('p.value')} or p.value = '*')
    and exists (
      select 1 from webhook_subscriptions s
      where s.tenant_id = e.tenant_id and s.endpoint_id = ${of('endpoint')} and ${isNamed('s.pattern')}
        and (s.of_channels = 0 or e.channel_id is null or exists (
          select 1 from webhook_channels c where c.tenant_id = s.tenant_id
            and c.endpoint_id = s.endpoint_id and c.channel_id = e.channel_id)))
    and not exists (
      select 1 from (
        select * from deliveries where tenant_id = ${of('tenant')} and id = ${idOf(dialect)} limit 1) d
      where (d.status = 'ready' and not ${isCanceled}) or (d.status = 'delivered' and ${of('onlyFailed')} = 1))`;
}

/**
 * Returns the SQL that writes the deliveries. Skips deliveries that wait by now, because they may have changed since
 * `wanted` was read.
 */
function writeSql(
  dialect: Dialect,
  {
    dueAt,
    now,
    version,
    isOpen,
    isCanceled,
  }: Record<'dueAt' | 'now' | 'version' | 'isOpen' | 'isCanceled', string>,
): string {
  return `
    insert into deliveries as d (tenant_id, id, endpoint_id, event_id, event_type, status, trigger, attempts,
      series_attempts, due_at, lane_version, created_at, updated_at)
    select e.tenant_id, ${idOf(dialect)}, ${value(dialect, 'endpoint')}, e.id, e.type, 'ready', 'manual', 0, 0,
      ${dueAt}, ${version}, ${now}, ${now}
    from events e where ${isOpen} and ${wanted(dialect, isCanceled)} order by e.sequence
    on conflict (tenant_id, id) do update set status = 'ready', trigger = 'manual', series_attempts = 0,
      due_at = excluded.due_at, lane_version = excluded.lane_version, updated_at = excluded.updated_at
    where d.status in ('exhausted', 'canceled') or (d.status = 'ready' and ${isCanceled})
      or (d.status = 'delivered' and ${value(dialect, 'onlyFailed')} = 0)`;
}

const postgresSql = `
  with moment as materialized (
    select ${databaseMs} as ms
  ), lane as (
    update webhook_lanes l set next_due = least(l.next_due, m.ms) from moment m
    where l.tenant_id = $1 and l.endpoint_id = $2 and l.enabled = 1
    returning l.endpoint_id, l.version, l.canceled_version, l.leases
  ), delivery as (${writeSql('postgres', {
    dueAt: '(select ms from moment)',
    now: '$9::text',
    version: '(select version from lane)',
    isOpen: 'exists (select 1 from lane)',
    // From the lane as it is under its lock.
    isCanceled: `(d.lane_version <= (select canceled_version from lane)
      and strpos((select leases from lane), d.id) = 0)`,
  })}
  )
  select endpoint_id from lane`;
