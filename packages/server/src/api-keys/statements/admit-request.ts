import type { Quota, Tenant } from '@parley/contract/schemas';
import type { SystemStatement } from '../../db/statement.ts';

export interface AdmitInput {
  /** SHA-256 of the key. */
  hash: string;
  now: string;
  /** The quota of API keys that have none of their own. */
  defaultQuota: Quota;
}

/** An API key as it was at the time of the request, with its tenant. */
export interface KnownKey {
  key_id: string;
  tenant_id: string;
  /**
   * The grant under which an agency issued the key. The end of the grant revokes the key, so its status is not read.
   */
  grant_id: string | null;
  revoked_at: string | null;
  expires_at: string | null;
  rate_limit: number;
  rate_window_seconds: number;
  tenant_status: Tenant['status'];
  suspended_at: string | null;
  /** Whether the tenant has limits. SQLite returns 0 or 1. */
  has_limits: boolean | 0 | 1;
}

export interface Admission {
  key: KnownKey;
  /** The decision of the shared quota on Postgres. Absent for a revoked or expired key, and on SQLite. */
  quota?: { granted: boolean; tatMs: number; nowMs: number };
}

/**
 * Looks up an API key, checks whether it is revoked or expired, and counts the request, in one statement. On Postgres,
 * one query admits all requests of a turn of the event loop. The count need not survive a crash, so the statement runs
 * as a read. On SQLite, the only process counts in memory.
 */
export const admitRequest: SystemStatement<AdmitInput, Admission | undefined> = {
  name: 'admit-request',
  scope: 'system',
  access: 'read',
  sqlite(db, { input }) {
    // An array costs less than an object with ten fields: better-sqlite3 sets each field from C++.
    const row = db
      .prepare(
        `select k.id, k.tenant_id, k.grant_id, k.revoked_at, k.expires_at, k.rate_limit,
           k.rate_window_seconds, t.status, t.suspended_at, t.limits is not null
         from api_keys as k join tenants as t on t.tenant_id = k.tenant_id where k.hash = ?`,
      )
      .raw(true)
      .get(input.hash) as SqliteRow | undefined;
    if (!row) return undefined;
    return {
      key: {
        key_id: row[0],
        tenant_id: row[1],
        grant_id: row[2],
        revoked_at: row[3],
        expires_at: row[4],
        rate_limit: row[5] ?? input.defaultQuota.limit,
        rate_window_seconds: row[6] ?? input.defaultQuota.windowSeconds,
        tenant_status: row[7],
        suspended_at: row[8],
        has_limits: row[9],
      },
    };
  },
  async postgres(db, calls) {
    const asked = new Map<string, number>();
    for (const { input } of calls) asked.set(input.hash, (asked.get(input.hash) ?? 0) + 1);
    const [first] = calls;
    if (!first) return [];
    const { hash, now, defaultQuota } = first.input;
    const rest = [now, defaultQuota.limit, defaultQuota.windowSeconds];
    const rows = await (asked.size === 1
      ? db.rows<PostgresRow>('admit-request-of-one-key', sqlForOneKey, [
          hash,
          calls.length,
          ...rest,
        ])
      : db.rows<PostgresRow>('admit-request', sqlForKeys, [
          [...asked.keys()],
          [...asked.values()],
          ...rest,
        ]));
    const byHash = new Map(rows.map((row) => [row.hash, { row, used: 0 }]));
    return calls.map(({ input }) => {
      const found = byHash.get(input.hash);
      if (!found) return undefined;
      const { row } = found;
      if (row.granted === null) return { key: row };
      const place = found.used++;
      const granted = place < row.granted;
      const intervalMs = (row.rate_window_seconds * 1000) / row.rate_limit;
      const tatMs = granted ? row.tat_ms - (row.granted - 1 - place) * intervalMs : row.tat_ms;
      return { key: row, quota: { granted, tatMs, nowMs: row.at_ms } };
    });
  },
};

type SqliteRow = [
  key_id: string,
  tenant_id: string,
  grant_id: string | null,
  revoked_at: string | null,
  expires_at: string | null,
  rate_limit: number | null,
  rate_window_seconds: number | null,
  tenant_status: Tenant['status'],
  suspended_at: string | null,
  has_limits: 0 | 1,
];

type PostgresRow = KnownKey & { hash: string } & (
    | { granted: number; tat_ms: number; at_ms: number }
    | { granted: null; tat_ms: null; at_ms: null }
  );

// Does the same as takeToken of the contract, for several requests at once and by the database's clock. If another
// process has locked the row of a key, the statement waits: the count is exact over all processes.
const start = `least(greatest(q.tat_ms, excluded.at_ms),
  excluded.at_ms + excluded.window_ms + 0.001::double precision)`;
const grant = `least(excluded.granted, greatest(0,
  floor((excluded.at_ms + excluded.window_ms - ${start} + 0.001) / excluded.interval_ms)))::integer`;

// A single request, and the requests of one hot key, avoid arrays, which cost more.
const sqlForOneKey = admitting('(select $1::text as hash, $2::integer as n)');
const sqlForKeys = admitting('unnest($1::text[], $2::integer[])');

function admitting(asked: string): string {
  return `
  with found as materialized (
    select a.hash, a.n, extract(epoch from clock_timestamp())::double precision * 1000 as ms,
      k.id as key_id, k.tenant_id, k.grant_id, k.revoked_at, k.expires_at,
      t.status as tenant_status, t.suspended_at, t.limits is not null as has_limits,
      coalesce(k.rate_limit, $4::integer) as rate_limit,
      coalesce(k.rate_window_seconds, $5::integer) as rate_window_seconds
    from ${asked} as a (hash, n)
    join api_keys k on k.hash = a.hash
    join tenants t on t.tenant_id = k.tenant_id
  ), taken as (
    insert into api_key_quotas as q (key_id, tat_ms, at_ms, window_ms, interval_ms, granted)
    select f.key_id, f.ms + least(f.n, f.rate_limit) * (f.rate_window_seconds * 1000.0 / f.rate_limit),
      f.ms, f.rate_window_seconds * 1000.0, f.rate_window_seconds * 1000.0 / f.rate_limit,
      least(f.n, f.rate_limit)
    from found f
    where f.revoked_at is null and (f.expires_at is null or f.expires_at > $3)
    order by f.key_id
    on conflict (key_id) do update set
      tat_ms = ${start} + ${grant} * excluded.interval_ms,
      granted = ${grant},
      at_ms = excluded.at_ms, window_ms = excluded.window_ms, interval_ms = excluded.interval_ms
    returning key_id, tat_ms, at_ms, granted
  )
  select f.hash, f.key_id, f.tenant_id, f.grant_id, f.revoked_at, f.expires_at, f.rate_limit, f.rate_window_seconds,
    f.tenant_status, f.suspended_at, f.has_limits, q.granted, q.tat_ms, q.at_ms
  from found f left join taken q on q.key_id = f.key_id`;
}
