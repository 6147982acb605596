import type { WriteStatement } from '../statement.ts';

export interface NewJob {
  name: string;
  payload: string;
  orderKey: string | null;
  delayMs: number;
  createdAt: string;
}

export const enqueueJob: WriteStatement<NewJob, void> = {
  name: 'enqueue-job',
  access: 'write',
  addsJobs: true,
  atomic: true,
  sqlite(db, { tenantId, input }) {
    db.prepare(
      `insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
       values (@tenant, @name, @payload, ${statusOf({ tenant: '@tenant', key: '@key' })}, @key, 0,
         @dueAt, @createdAt)`,
    ).run({
      tenant: tenantId,
      name: input.name,
      payload: input.payload,
      key: input.orderKey,
      dueAt: Date.now() + input.delayMs,
      createdAt: input.createdAt,
    });
  },
  async postgres(db, calls) {
    await db.rows(
      'enqueue-job',
      `insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
       select tenant_id, name, payload,
         ${statusOf({ tenant: 'job.tenant_id', key: 'job.order_key', place: 'job.place' })}, order_key, 0,
         (extract(epoch from clock_timestamp()) * 1000)::bigint + delay_ms, created_at
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])
         with ordinality as job (tenant_id, name, payload, order_key, delay_ms, created_at, place)
       order by place`,
      [
        calls.map((call) => call.tenantId),
        calls.map((call) => call.input.name),
        calls.map((call) => call.input.payload),
        calls.map((call) => call.input.orderKey),
        calls.map((call) => Math.round(call.input.delayMs)),
        calls.map((call) => call.input.createdAt),
      ],
    );
    return calls.map(() => undefined);
  },
};

/**
 * Of a new job, in SQL: parked behind an older unfinished one of its order key (unpark-jobs.ts). With a
 * `place`, also behind an earlier one of the same insert.
 */
export function statusOf({ tenant, key, place }: { tenant: string; key: string; place?: string }) {
  const isLater = place
    ? `row_number() over (partition by ${tenant}, ${key} order by ${place}) > 1 or`
    : '';
  return `case when ${key} is not null and (${isLater} exists (
      select 1 from jobs as older
      where older.tenant_id = ${tenant} and older.order_key = ${key} and older.status <> 'dead'))
    then 'parked' else 'ready' end`;
}
