import type { Postgres, Sqlite, SystemStatement } from '../../db/statement.ts';
import { lookAhead } from './look-ahead.ts';

// Fair: every tenant with due work gets the same share of a claim, in random order, so that a large
// backlog of one never starves another. Within a tenant the longest due comes first; of the jobs
// with one order key only the oldest unfinished one can be claimed.

export interface ClaimInput {
  limit: number;
  leaseToken: string;
  leaseMs: number;
}

export interface ClaimedJob {
  tenant_id: string;
  position: number;
  name: string;
  payload: string;
  attempts: number;
  created_at: string;
  /** How its last attempt ended, if it is not the first. */
  last_error: string | null;
}

export const claimJobs: SystemStatement<ClaimInput, readonly ClaimedJob[]> = {
  name: 'claim-jobs',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    return claimFromSqlite(db, input);
  },
  async postgres(db, calls) {
    const claimed: (readonly ClaimedJob[])[] = [];
    for (const { input } of calls) claimed.push(await claimFromPostgres(db, input));
    return claimed;
  },
};

const unblocked = `(job.order_key is null or not exists (
  select 1 from jobs as older
  where older.tenant_id = job.tenant_id and older.order_key = job.order_key
    and older.position < job.position and older.status <> 'dead'))`;

const lanes = `lanes (tenant_id) as (
  select * from (select tenant_id from jobs where status = 'ready' order by tenant_id limit 1) as head
  union all
  select (select job.tenant_id from jobs as job
          where job.status = 'ready' and job.tenant_id > lanes.tenant_id
          order by job.tenant_id limit 1)
  from lanes where lanes.tenant_id is not null)`;

function claimFromSqlite(db: Sqlite, { limit, leaseToken, leaseMs }: ClaimInput): ClaimedJob[] {
  const nowMs = Date.now();
  const tenants = db
    .prepare(
      `with recursive ${lanes} select tenant_id from lanes where tenant_id is not null order by random()`,
    )
    .pluck()
    .all() as string[];
  const share = Math.max(1, Math.ceil(limit / Math.max(1, tenants.length)));
  const due = db.prepare(
    `select tenant_id, position, name, payload, attempts + 1 as attempts, created_at, last_error from jobs as job
     where tenant_id = ? and status = 'ready' and due_at <= ? and ${unblocked}
     order by due_at, position limit ?`,
  );
  const lease = db.prepare(
    `update jobs set status = 'leased', lease_token = ?, lease_until = ?, attempts = attempts + 1
     where position = ?`,
  );
  const claimed: ClaimedJob[] = [];
  for (const tenant of tenants) {
    const room = Math.min(share, limit - claimed.length);
    if (room === 0) break;
    // The columns selected are those of ClaimedJob.
    for (const job of due.all(tenant, nowMs, room) as ClaimedJob[]) {
      lease.run(leaseToken, nowMs + leaseMs, job.position);
      claimed.push(job);
    }
  }
  return claimed;
}

async function claimFromPostgres(db: Postgres, input: ClaimInput): Promise<ClaimedJob[]> {
  return await db.rows<ClaimedJob>('claim-jobs', claimSql, [
    input.limit,
    input.leaseToken,
    input.leaseMs,
  ]);
}

const claimSql = `
  with recursive ${lanes},
  moment as materialized (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms),
  lane as materialized (select tenant_id from lanes where tenant_id is not null),
  picked as materialized (
    select due.position
    from (select tenant_id from lane order by random()) as shuffled
    cross join lateral (
      select job.position from jobs as job
      where job.tenant_id = shuffled.tenant_id and job.status = 'ready'
        and job.due_at <= (select ms from moment) and ${unblocked}
      order by job.due_at, job.position
      limit (select greatest(1, ceil($1::numeric / greatest(1, (select count(*) from lane))))::bigint)
      for update of job skip locked
    ) as due
    limit $1::integer
  )
  update jobs set status = 'leased', lease_token = $2, attempts = jobs.attempts + 1,
    lease_until = (select ms from moment) + $3::bigint
  from picked where jobs.position = picked.position
  returning jobs.tenant_id, jobs.position, jobs.name, jobs.payload, jobs.attempts, jobs.created_at,
    jobs.last_error`;

const readyIn = (lane: string) => `job.tenant_id = ${lane}.tenant_id and job.status = 'ready'`;

export const nextJobIn = lookAhead(
  'next-job-in',
  `with recursive ${lanes}
   select exists (
       select 1 from lanes
       where exists (select 1 from jobs as job where ${readyIn('lanes')} and job.due_at <= (select ms from moment))
     ) as "isDue",
     (select min(due_at) from (
       select (
         select job.due_at from jobs as job where ${readyIn('lanes')} and job.due_at > (select ms from moment)
         order by job.due_at limit 1
       ) as due_at
       from lanes
     ) as head) as "nextAt"`,
);
