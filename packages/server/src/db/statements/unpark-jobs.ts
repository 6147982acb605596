import type { Sqlite, WriteStatement } from '../statement.ts';

// A job behind an older one of its order key is parked: no claim steps over it. Who ends a job unparks the
// next of its key in the same statement. What slips through, since the older one ended while this one was
// being written, is found by a sweep. The order itself is kept by claims, whatever is parked.

/** Makes the next of each key ready, in SQL for Postgres; `keys` has an alias `k`. */
export const unparking = (keys: string) => `
  update jobs set status = 'ready'
  from (
    select (
      select j.position from jobs j
      where j.tenant_id = k.tenant_id and j.order_key = k.order_key and j.status = 'parked'
      order by j.position limit 1
    ) as position
    from ${keys}
  ) next
  where jobs.position = next.position and jobs.status = 'parked'`;

export function unparkOnSqlite(db: Sqlite, tenantId: string, orderKey: string): void {
  db.prepare(
    `update jobs set status = 'ready' where position = (
       select position from jobs where tenant_id = ? and order_key = ? and status = 'parked'
       order by position limit 1)`,
  ).run(tenantId, orderKey);
}

/** After a job of this key was removed without having been settled. */
export const unparkNext: WriteStatement<{ orderKey: string }, void> = {
  name: 'unpark-next',
  access: 'write',
  addsJobs: true,
  atomic: true,
  sqlite(db, { tenantId, input }) {
    unparkOnSqlite(db, tenantId, input.orderKey);
  },
  async postgres(db, calls) {
    await db.rows(
      'unpark-next',
      unparking('unnest($1::text[], $2::text[]) as k (tenant_id, order_key)'),
      [calls.map((call) => call.tenantId), calls.map((call) => call.input.orderKey)],
    );
    return calls.map(() => undefined);
  },
};

const strandedSql = `
  update jobs set status = 'ready'
  where status = 'parked' and position in (
    select first.position
    from (
      select tenant_id, order_key, min(position) as position from jobs
      where status = 'parked' group by tenant_id, order_key
    ) first
    where not exists (
      select 1 from jobs as older
      where older.tenant_id = first.tenant_id and older.order_key = first.order_key
        and older.position < first.position and older.status <> 'dead'))`;

/** Makes ready what waits for nothing; answers how many. */
export const unparkStranded: WriteStatement<null, number> = {
  name: 'unpark-stranded',
  access: 'write',
  atomic: true,
  sqlite: (db) => db.prepare(strandedSql).run().changes,
  async postgres(db, calls) {
    const rows = await db.rows('unpark-stranded', `${strandedSql} returning 1`, []);
    return calls.map(() => rows.length);
  },
};
