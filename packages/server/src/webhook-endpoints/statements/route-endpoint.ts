import { oneByOne, type Sqlite, type WriteStatement } from '../../db/statement.ts';
import { deliveryTopics } from '../../events/statements/append-events.ts';

export interface Route {
  endpointId: string;
  enabled: boolean;
  patterns: readonly string[];
  /** The channels whose events the endpoint gets; null for all. */
  channelIds: readonly string[] | null;
  maxInFlight: number;
  throttle: { burst: number; spacingUs: number } | null;
  /** Whether the failures of the endpoint are cleared. */
  fresh: boolean;
}

/**
 * Writes the subscriptions of an endpoint and its lane. Locks the counter of the tenant first, as the recording of an
 * event does, so each event is either before or after this change.
 */
export const routeEndpoint: WriteStatement<Route, void> = {
  name: 'route-endpoint',
  access: 'write',
  // An endpoint that is enabled again may have waiting deliveries.
  wakes: () => deliveryTopics,
  sqlite(db, { tenantId, input }) {
    const { endpointId, patterns, channelIds } = input;
    for (const table of ['webhook_subscriptions', 'webhook_channels']) {
      db.prepare(`delete from ${table} where tenant_id = ? and endpoint_id = ?`).run(
        tenantId,
        endpointId,
      );
    }
    if (input.enabled) {
      for (const pattern of patterns) {
        db.prepare(
          `insert into webhook_subscriptions (tenant_id, pattern, endpoint_id, of_channels)
           values (?, ?, ?, ?)`,
        ).run(tenantId, pattern, endpointId, channelIds === null ? 0 : 1);
      }
      for (const channelId of channelIds ?? []) {
        db.prepare(
          'insert into webhook_channels (tenant_id, endpoint_id, channel_id) values (?, ?, ?)',
        ).run(tenantId, endpointId, channelId);
      }
    }
    db.prepare(
      `insert into event_counters (tenant_id, last_sequence, subscriptions)
       select ?, 0, (${countSql('?')}) where true
       on conflict (tenant_id) do update set subscriptions = excluded.subscriptions`,
    ).run(tenantId, tenantId);
    writeLane(db, tenantId, input);
  },
  postgres: oneByOne(async (db, { tenantId, input }) => {
    const { endpointId, patterns, channelIds, throttle } = input;
    const key = [tenantId, endpointId];
    await Promise.all([
      db.rows('route-endpoint-lock', lockSql, [tenantId]),
      db.rows('route-endpoint-forget', forgetSql, key),
      db.rows('route-endpoint-subscribe', subscribeSql, [
        ...key,
        input.enabled ? patterns : [],
        channelIds === null ? 0 : 1,
        input.enabled ? (channelIds ?? []) : [],
      ]),
      db.rows(
        'route-endpoint-count',
        `update event_counters set subscriptions = (${countSql('$1')}) where tenant_id = $1`,
        [tenantId],
      ),
      db.rows(
        'route-endpoint-lane',
        laneSql((place) => (place > 2 ? `$${place}::integer` : `$${place}`)),
        [
          ...key,
          input.enabled ? 1 : 0,
          input.maxInFlight,
          throttle?.burst ?? null,
          throttle?.spacingUs ?? null,
          input.fresh ? 1 : 0,
        ],
      ),
    ]);
  }),
};

const countSql = (tenant: string) =>
  `select count(*) from webhook_subscriptions s where s.tenant_id = ${tenant}`;

const lockSql = `
  insert into event_counters as c (tenant_id, last_sequence) values ($1, 0)
  on conflict (tenant_id) do update set last_sequence = c.last_sequence`;

const forgetSql = `
  with channel as (
    delete from webhook_channels where tenant_id = $1 and endpoint_id = $2
  )
  delete from webhook_subscriptions where tenant_id = $1 and endpoint_id = $2`;

const subscribeSql = `
  with channel as (
    insert into webhook_channels (tenant_id, endpoint_id, channel_id)
    select $1, $2, channel_id from unnest($5::text[]) as c (channel_id)
  )
  insert into webhook_subscriptions (tenant_id, pattern, endpoint_id, of_channels)
  select $1, pattern, $2, $4::smallint from unnest($3::text[]) as p (pattern)`;

/**
 * Returns the SQL that writes an endpoint lane. Parameters: tenant, endpoint, enabled, maximum in flight, burst,
 * spacing, fresh.
 */
const laneSql = (value: (place: number) => string) => {
  const unless = (column: string, fresh: string) =>
    `${column} = case ${value(7)} when 1 then ${fresh} else l.${column} end`;
  return `
    insert into webhook_lanes as l (tenant_id, endpoint_id, enabled, version, in_flight, max_in_flight,
      burst, spacing_us, throttled_until, open_until, window_at, attempts, failures, earlier_attempts,
      earlier_failures)
    values (${value(1)}, ${value(2)}, ${value(3)}, 1, 0, ${value(4)}, ${value(5)}, ${value(6)}, 0, 0, 0, 0,
      0, 0, 0)
    on conflict (tenant_id, endpoint_id) do update set
      enabled = excluded.enabled, version = l.version + 1,
      canceled_version = case excluded.enabled when 0 then l.version + 1 else l.canceled_version end, burst = excluded.burst,
      spacing_us = excluded.spacing_us, ${unless('throttled_until', '0')}, ${unless('open_until', '0')},
      ${unless('max_in_flight', 'excluded.max_in_flight')}, ${unless('window_at', '0')},
      ${unless('attempts', '0')}, ${unless('failures', '0')}, ${unless('earlier_attempts', '0')},
      ${unless('earlier_failures', '0')}, ${unless('failing_since', 'null')},
      ${unless('exhausted_at', 'null')}`;
};

function writeLane(db: Sqlite, tenantId: string, input: Route): void {
  db.prepare(laneSql((place) => `@p${place}`)).run({
    p1: tenantId,
    p2: input.endpointId,
    p3: input.enabled ? 1 : 0,
    p4: input.maxInFlight,
    p5: input.throttle?.burst ?? null,
    p6: input.throttle?.spacingUs ?? null,
    p7: input.fresh ? 1 : 0,
  });
}
