import type { Postgres, Sqlite, SystemStatement } from '../../db/statement.ts';
import { lookAhead } from './look-ahead.ts';

// Fair: every tenant with due jobs of a kind gets the same share of a claim, in random order, so that a large backlog
// of one never starves another. Within a tenant the longest due job comes first; of the jobs with one order key only
// the oldest unfinished one can be claimed.

/** The number of wanted jobs of one kind. */
export interface JobDemand {
  readonly name: string;
  readonly room: number;
  /** The most jobs for one tenant that this process runs at a time, and its running jobs. */
  readonly ofTenant: number;
  readonly held: ReadonlyMap<string, number>;
}

export interface ClaimInput {
  /** The most urgent kind first. */
  demands: readonly JobDemand[];
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
    return input.demands.flatMap((demand) => claimFromSqlite(db, demand, input));
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

/** The tenants that have ready jobs of the kinds `wanted (name)`: one look into the index for each. */
const lanes = `lanes (name, tenant_id) as (
  select wanted.name, (select job.tenant_id from jobs as job
                       where job.name = wanted.name and job.status = 'ready'
                       order by job.tenant_id limit 1)
  from wanted
  union all
  select lanes.name, (select job.tenant_id from jobs as job
                      where job.name = lanes.name and job.status = 'ready' and job.tenant_id > lanes.tenant_id
                      order by job.tenant_id limit 1)
  from lanes where lanes.tenant_id is not null)`;

const readyIn = (lane: string) =>
  `job.name = ${lane}.name and job.tenant_id = ${lane}.tenant_id and job.status = 'ready'`;
const isDue = (lane: string, ms: string) =>
  `exists (select 1 from jobs as job where ${readyIn(lane)} and job.due_at <= ${ms})`;

function claimFromSqlite(
  db: Sqlite,
  { name, room, ofTenant, held }: JobDemand,
  { leaseToken, leaseMs }: ClaimInput,
): ClaimedJob[] {
  const nowMs = Date.now();
  const tenants = db
    .prepare(
      `with recursive wanted (name) as (select ?), ${lanes}
       select tenant_id from lanes where ${isDue('lanes', '?')} order by random()`,
    )
    .pluck()
    .all(name, nowMs) as string[];
  const share = Math.max(1, Math.ceil(room / Math.max(1, tenants.length)));
  const due = db.prepare(
    `select tenant_id, position, name, payload, attempts + 1 as attempts, created_at, last_error from jobs as job
     where name = ? and tenant_id = ? and status = 'ready' and due_at <= ? and ${unblocked}
     order by due_at, position limit ?`,
  );
  const lease = db.prepare(
    `update jobs set status = 'leased', lease_token = ?, lease_until = ?, attempts = attempts + 1
     where position = ?`,
  );
  const claimed: ClaimedJob[] = [];
  for (const tenant of tenants) {
    const most = Math.min(share, room - claimed.length, ofTenant - (held.get(tenant) ?? 0));
    if (most <= 0) continue;
    // The type lists the selected columns.
    for (const job of due.all(name, tenant, nowMs, most) as ClaimedJob[]) {
      lease.run(leaseToken, nowMs + leaseMs, job.position);
      claimed.push(job);
    }
  }
  return claimed;
}

async function claimFromPostgres(
  db: Postgres,
  { demands, leaseToken, leaseMs }: ClaimInput,
): Promise<ClaimedJob[]> {
  const held = demands.flatMap(({ name, held }) => [...held].map((entry) => [name, ...entry]));
  const claimed = await db.rows<ClaimedJob>('claim-jobs', claimSql, [
    demands.map(({ name }) => name),
    demands.map(({ room }) => room),
    demands.map(({ ofTenant }) => ofTenant),
    ...[0, 1, 2].map((column) => held.map((entry) => entry[column])),
    leaseToken,
    leaseMs,
  ]);
  const order = new Map(demands.map(({ name }, place) => [name, place]));
  return claimed.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
}

// The shares of the tenants of a kind add up to its room.
const claimSql = `
  with recursive moment as materialized (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  ), wanted as materialized (
    select * from unnest($1::text[], $2::integer[], $3::integer[]) as w (name, room, of_tenant)
  ), held as materialized (
    select * from unnest($4::text[], $5::text[], $6::integer[]) as h (name, tenant_id, running)
  ), ${lanes},
  lane as materialized (
    select lanes.name, lanes.tenant_id, row_number() over kind as place, count(*) over (partition by lanes.name) as tenants
    from lanes
    where ${isDue('lanes', '(select ms from moment)')}
    window kind as (partition by lanes.name order by random())
  ), share as materialized (
    select lane.name, lane.tenant_id, least(
      wanted.of_tenant - coalesce(
        (select held.running from held where held.name = lane.name and held.tenant_id = lane.tenant_id), 0),
      wanted.room / lane.tenants + case when lane.place <= wanted.room % lane.tenants then 1 else 0 end) as jobs
    from lane join wanted on wanted.name = lane.name
  ), picked as materialized (
    select due.position
    from share
    cross join lateral (
      select job.position from jobs as job
      where ${readyIn('share')} and job.due_at <= (select ms from moment) and ${unblocked}
      order by job.due_at, job.position
      limit greatest(0, share.jobs)
      for update of job skip locked
    ) as due
    where share.jobs > 0
  )
  update jobs set status = 'leased', lease_token = $7, attempts = jobs.attempts + 1,
    lease_until = (select ms from moment) + $8::bigint
  from picked where jobs.position = picked.position
  returning jobs.tenant_id, jobs.position, jobs.name, jobs.payload, jobs.attempts, jobs.created_at,
    jobs.last_error`;

export const nextJobIn = lookAhead(
  'next-job-in',
  `with recursive ${lanes}
   select exists (select 1 from lanes where ${isDue('lanes', '(select ms from moment)')}) as "isDue",
     (select min(due_at) from (
       select (
         select job.due_at from jobs as job where ${readyIn('lanes')} and job.due_at > (select ms from moment)
         order by job.due_at limit 1
       ) as due_at
       from lanes
     ) as head) as "nextAt"`,
);
