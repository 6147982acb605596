import {
  arraysOf,
  databaseMs,
  oneByOne,
  type Postgres,
  type Sqlite,
  type SystemStatement,
  unsyncedCommit,
} from '../../db/statement.ts';
import type { JobRow } from '../table.ts';
import { isDue, levels, readyIn } from './levels.ts';
import { lookAhead, lookBack } from './look-ahead.ts';
import { olderThan } from './order.ts';

// Fair: every lane with due jobs of a kind gets the same share of a claim, in random order. A large backlog of one
// tenant, or of one of its channels, never starves another. In a lane the highest priority comes first, and in a
// priority the longest due job. A share of the claims begins with each lower priority, so that no job waits forever. Of
// the jobs with one order key, only the oldest unfinished one can be claimed. Lanes that write to the customers of a
// suspended tenant are left out.

/** How many jobs of one kind a worker wants. */
export interface JobDemand {
  readonly name: string;
  readonly room: number;
  /** The maximum number of jobs of one tenant that this process runs at a time. */
  readonly ofTenant: number;
  /** The maximum number of jobs that this process claims from a lane that is not in `held`. */
  readonly inLane: number;
  readonly held: readonly HeldJobs[];
}

export interface HeldJobs {
  readonly tenantId: string;
  readonly lane: string;
  /** The number of jobs of the lane that this process runs. `room` is the number that it may claim in addition. */
  readonly running: number;
  readonly room: number;
}

export interface ClaimInput {
  /** The wanted kinds of job, the most urgent first. */
  demands: readonly JobDemand[];
  leaseToken: string;
  leaseMs: number;
  /** The priority with which the claim begins. Default: the highest. */
  first?: number;
}

export interface ClaimedJob
  extends Omit<JobRow, 'status' | 'priority' | 'due_at' | 'lease_token' | 'lease_until'> {
  tenant_id: string;
}

export const claimJobs: SystemStatement<ClaimInput, readonly ClaimedJob[]> = {
  name: 'claim-jobs',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    const { demands, first = 0 } = input;
    const nowMs = Date.now();
    const names = JSON.stringify(demands.map(({ name }) => name));
    // The query selects the columns of DueLane.
    const found = db.prepare(dueLanes).all(names, first, nowMs) as DueLane[];
    return demands.flatMap((demand) => {
      const lanes = found.filter(({ name }) => name === demand.name);
      return lanes.length === 0 ? [] : claimFromSqlite(db, { ...input, demand, lanes, nowMs });
    });
  },
  postgres: oneByOne((db, { input }) => claimFromPostgres(db, input)),
};

const unblocked = `(job.order_key is null or not exists (select 1 ${olderThan('job')}))`;

// Not built anew for each claim: SQLite's connection finds a prepared statement by the hash of its text.
const dueLanes = `
  with recursive wanted (name) as (select value from json_each(?)), ${levels.sqlite}
  select name, tenant_id, lane, json_group_array(priority order by priority <> ?, priority) as priorities
  from levels where ${isDue('?')} group by name, tenant_id, lane order by random()`;
const dueJobs = `
  select tenant_id, position, name, lane, payload, order_key, attempts + 1 as attempts, created_at, last_error
  from jobs as job
  where name = ? and tenant_id = ? and lane = ? and priority = ? and status = 'ready' and due_at <= ?
    and ${unblocked}
  order by due_at, position limit +?`;
const leaseJob = `
  update jobs set status = 'leased', lease_token = ?, lease_until = ?, attempts = attempts + 1
  where position = ?`;

interface SqliteClaim extends ClaimInput {
  readonly demand: JobDemand;
  /** The lanes with due jobs of the kind of the demand, in random order. */
  readonly lanes: readonly DueLane[];
  readonly nowMs: number;
}

function claimFromSqlite(
  db: Sqlite,
  { demand, lanes, leaseToken, leaseMs, nowMs }: SqliteClaim,
): ClaimedJob[] {
  const { name, room, ofTenant, inLane, held } = demand;
  const share = Math.max(1, Math.ceil(room / lanes.length));
  const due = db.prepare(dueJobs);
  const lease = db.prepare(leaseJob);
  const ofTenants = new Map<string, number>();
  for (const { tenantId, running } of held) {
    ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? 0) + running);
  }
  const claimed: ClaimedJob[] = [];
  for (const { tenant_id: tenant, lane, priorities } of lanes) {
    const ofLane = held.find((one) => one.tenantId === tenant && one.lane === lane)?.room ?? inLane;
    const taken = ofTenants.get(tenant) ?? 0;
    const most = Math.min(share, room - claimed.length, ofLane, ofTenant - taken);
    const jobs: ClaimedJob[] = [];
    for (const priority of JSON.parse(priorities) as number[]) {
      if (jobs.length >= most) break;
      // The query selects the columns of ClaimedJob.
      const found = due.all(name, tenant, lane, priority, nowMs, most - jobs.length);
      jobs.push(...(found as ClaimedJob[]));
    }
    for (const job of jobs) lease.run(leaseToken, nowMs + leaseMs, job.position);
    claimed.push(...jobs);
    ofTenants.set(tenant, taken + jobs.length);
  }
  return claimed;
}

type DueLane = Pick<ClaimedJob, 'name' | 'tenant_id' | 'lane'> & {
  /** The priorities of the lane's due jobs as JSON, in the order of the claim. */
  readonly priorities: string;
};

async function claimFromPostgres(
  db: Postgres,
  { demands, leaseToken, leaseMs, first = 0 }: ClaimInput,
): Promise<ClaimedJob[]> {
  const held = demands.flatMap(({ name, held }) => held.map((jobs) => ({ name, ...jobs })));
  const claimed = await db.rows<ClaimedJob>('claim-jobs', claimSql, [
    ...arraysOf(demands, ['name', 'room', 'ofTenant', 'inLane']),
    ...arraysOf(held, ['name', 'tenantId', 'lane', 'running', 'room']),
    leaseToken,
    leaseMs,
    first,
  ]);
  const order = new Map(demands.map(({ name }, place) => [name, place]));
  return claimed.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
}

// Together, the lanes of a kind get as many jobs as the worker has room for. No tenant gets more than its limit, so its
// lanes take turns. The outer limit ends the search and its locks when a higher priority has enough jobs; a sort would
// lock all of them. The commit need not be synced to disk: when a crash loses a claim, its job is claimed again. The
// worker of the lost claim cannot write a result.
const claimSql = `
  with recursive moment as materialized (
    select ${databaseMs} as ms, ${unsyncedCommit}
  ), wanted as materialized (
    select * from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[])
      as w (name, room, of_tenant, in_lane)
  ), held as materialized (
    select * from unnest($5::text[], $6::text[], $7::text[], $8::integer[], $9::integer[])
      as h (name, tenant_id, lane, running, room)
  ), ${levels.postgres},
  lanes as materialized (
    select name, tenant_id, lane, array_agg(priority order by priority <> $12::integer, priority) as priorities,
      array_agg(due_at order by priority <> $12::integer, priority) as heads
    from levels where ${isDue('(select ms from moment)')} group by name, tenant_id, lane
  ), due as materialized (
    select lanes.*, row_number() over kind as place, count(*) over (partition by lanes.name) as lanes
    from lanes
    window kind as (partition by lanes.name order by random())
  ), fair as materialized (
    select due.*, wanted.of_tenant, least(
      coalesce(
        (select held.room from held
         where held.name = due.name and held.tenant_id = due.tenant_id and held.lane = due.lane), wanted.in_lane),
      wanted.room / due.lanes + case when due.place <= wanted.room % due.lanes then 1 else 0 end) as jobs
    from due join wanted on wanted.name = due.name
  ), share as materialized (
    select fair.name, fair.tenant_id, fair.lane, fair.priorities, fair.heads, least(
      fair.jobs,
      fair.of_tenant
        - coalesce(
            (select sum(held.running) from held where held.name = fair.name and held.tenant_id = fair.tenant_id), 0)
        - coalesce(sum(greatest(0, fair.jobs)) over earlier, 0))::bigint as jobs
    from fair
    window earlier as (partition by fair.name, fair.tenant_id order by fair.place
      rows between unbounded preceding and 1 preceding)
  ), picked as materialized (
    select due.position
    from share
    cross join lateral (
      select next.position
      from (
        select share.name, share.tenant_id, share.lane, unnest(share.priorities) as priority, unnest(share.heads) as due_at
      ) as level
      cross join lateral (
        select job.position from jobs as job
        where ${readyIn('level')} and job.due_at between level.due_at and (select ms from moment) and ${unblocked}
        order by job.due_at, job.position
        limit greatest(0, share.jobs)
        for update of job skip locked
      ) as next
      limit greatest(0, share.jobs)
    ) as due
    where share.jobs > 0
  )
  update jobs set status = 'leased', lease_token = $10, attempts = jobs.attempts + 1,
    lease_until = (select ms from moment) + $11::bigint
  from picked where jobs.position = picked.position
  returning jobs.tenant_id, jobs.position, jobs.name, jobs.lane, jobs.payload, jobs.order_key, jobs.attempts,
    jobs.created_at, jobs.last_error`;

export const nextJobIn = lookAhead(
  'next-job-in',
  (dialect) => `with recursive ${levels[dialect]}
   select exists (select 1 from levels where ${isDue('(select ms from moment)')}) as "isDue",
     (select min(case when due_at > (select ms from moment) then due_at else (
       select job.due_at from jobs as job where ${readyIn('levels')} and job.due_at > (select ms from moment)
       order by job.due_at limit 1
     ) end) from levels) as "nextAt"`,
);

export const oldestJobMs = lookBack(
  'oldest-job',
  (dialect) => `with recursive ${levels[dialect]}
   select name, min(due_at) as "dueAt" from levels where ${isDue('(select ms from moment)')} group by name`,
);
