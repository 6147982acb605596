import type { Pool } from 'pg';

/** Returns a function that checks an API key at minimal cost: lookup, validity and one quota token in one statement. */
export function handWrittenKeyCheck(pool: Pool): (hash: string) => Promise<boolean> {
  return async (hash) => {
    const { rows } = await pool.query({ name: 'check-key', text: sql, values: [hash] });
    return rows.length === 1;
  };
}

const sql = `
  with key as (
    select k.id, k.tenant_id, k.rate_window_seconds * 1000.0::double precision as window_ms,
      k.rate_window_seconds * 1000.0::double precision / k.rate_limit as interval_ms,
      extract(epoch from clock_timestamp())::double precision * 1000 as now_ms
    from api_keys k join tenants t using (tenant_id)
    where k.hash = $1 and k.revoked_at is null and t.status = 'active'
  ), taken as (
    insert into api_key_quotas as q (key_id, tat_ms, at_ms, window_ms, interval_ms, granted)
    select id, now_ms + interval_ms, now_ms, window_ms, interval_ms, 1 from key
    on conflict (key_id) do update
      set tat_ms = greatest(q.tat_ms, excluded.at_ms) + excluded.interval_ms
      where greatest(q.tat_ms, excluded.at_ms) + excluded.interval_ms
        <= excluded.at_ms + excluded.window_ms
    returning key_id, tat_ms
  )
  select key.tenant_id, taken.tat_ms from key left join taken on taken.key_id = key.id`;
