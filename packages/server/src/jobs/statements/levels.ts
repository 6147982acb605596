import type { Dialect } from '../../db/driver.ts';
import { sendingJobs } from '../payloads.ts';

// A level is the set of ready jobs of one kind and lane with one priority. The query finds each level by one step in
// the index of ready jobs, however many jobs the level has. The step also finds the earliest due time of the level. On
// Postgres, it passes the entries of ended jobs, which stay in the index until a vacuum. So a query of the jobs of a level
// begins with this time.

const columns = ['name', 'tenant_id', 'lane', 'priority'];
const columnsOf = (job: string) =>
  [...columns, 'due_at'].map((column) => `${job}.${column}`).join(', ');
const first = (selected: string, condition: string) => `(
    select ${selected} from jobs as job where job.status = 'ready' and ${condition}
    order by ${columnsOf('job')} limit 1)`;

// SQLite cannot continue an index after several columns without reading all jobs of a tenant. So it looks for the next
// priority, then the next lane, then the next tenant.
const ofKind = 'job.name = levels.name';
const ofTenant = `${ofKind} and job.tenant_id = levels.tenant_id`;
const ofLane = `${ofTenant} and job.lane = levels.lane`;
const nextOnSqlite = [
  `${ofLane} and job.priority > levels.priority`,
  `${ofTenant} and job.lane > levels.lane`,
  `${ofKind} and job.tenant_id > levels.tenant_id`,
].map((condition) => first('job.position', condition));
const nextOnPostgres = `${ofKind}
      and (job.tenant_id, job.lane, job.priority) > (levels.tenant_id, levels.lane, levels.priority)`;

/**
 * The SQL of a recursive subquery for the kinds of job in `wanted (name)`. It finds their levels: the tenants, lanes
 * and priorities that have ready jobs, and the earliest due time of each.
 */
export const levels: Readonly<Record<Dialect, string>> = {
  sqlite: `levels (${columns}, due_at) as (
    select ${columnsOf('found')} from wanted
    join jobs as found on found.position = ${first('job.position', 'job.name = wanted.name')}
    union all
    select ${columnsOf('found')} from levels
    join jobs as found on found.position = coalesce(${nextOnSqlite.join()}))`,
  postgres: `levels (${columns}, due_at) as (
    select found.* from wanted
    cross join lateral ${first(columnsOf('job'), 'job.name = wanted.name')} as found
    union all
    select found.* from levels
    cross join lateral ${first(columnsOf('job'), nextOnPostgres)} as found)`,
};

export const readyIn = (level: string) =>
  `${columns.map((column) => `job.${column} = ${level}.${column}`).join(' and ')} and job.status = 'ready'`;

const isHeld = `(levels.name in (${sendingJobs.map((name) => `'${name}'`).join(', ')}) and (
    select 1 from tenants as t where t.tenant_id = levels.tenant_id and t.status <> 'active') is not null)`;
/** The condition for levels with a job that may be claimed at this time. */
export const isDue = (ms: string) => `levels.due_at <= ${ms} and not ${isHeld}`;
