import { type Sqlite, type SystemStatement, unsyncedCommit } from '../../db/statement.ts';
import { type ClaimedJob, lanes, readyIn } from './claim-jobs.ts';

// A due job that has to wait for an older one of its order key is blocked: claims need not step over it again. The end
// of the older job frees it (free-jobs.ts). On Postgres, blocking a job locks the older one. The statement that frees
// jobs runs after the one that has ended the older job, so it sees every job that was blocked by then. Blocking is not
// synced to disk: a job that a crash sets back to `ready` is blocked again.

/** In each lane. */
const looksAt = 100;

const older = (job: string) => `
  from jobs as older
  where older.tenant_id = ${job}.tenant_id and older.order_key = ${job}.order_key
    and older.position < ${job}.position and older.status <> 'dead'`;

/** Blocks jobs of these kinds that have to wait for others, of those that are due for longest; answers how many. */
export const blockJobs: SystemStatement<readonly string[], number> = {
  name: 'block-jobs',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite: (db, { input }) =>
    input.reduce((blocked, name) => blocked + blockOnSqlite(db, name, Date.now()), 0),
  async postgres(db, calls) {
    const blocked: number[] = [];
    for (const { input } of calls) {
      const rows = await db.rows('block-jobs', blockSql, [input]);
      blocked.push(rows.length);
    }
    return blocked;
  },
};

function blockOnSqlite(db: Sqlite, name: string, nowMs: number): number {
  const found = db
    .prepare(
      `with recursive wanted (name) as (select ?), ${lanes}
       select tenant_id, lane from lanes where tenant_id is not null`,
    )
    .all(name) as Pick<ClaimedJob, 'tenant_id' | 'lane'>[];
  const look = db
    .prepare(
      `select position from (
         select job.position, job.tenant_id, job.order_key from jobs as job
         where job.name = ? and job.tenant_id = ? and job.lane = ? and job.status = 'ready' and job.due_at <= ?
         order by job.due_at, job.position limit ${looksAt}
       ) as job
       where exists (select 1 ${older('job')})`,
    )
    .pluck();
  const block = db.prepare(`update jobs set status = 'blocked' where position = ?`);
  let blocked = 0;
  for (const { tenant_id, lane } of found) {
    for (const position of look.all(name, tenant_id, lane, nowMs)) {
      blocked += block.run(position).changes;
    }
  }
  return blocked;
}

const blockSql = `
  with recursive moment as materialized (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, ${unsyncedCommit}
  ), wanted as materialized (
    select * from unnest($1::text[]) as w (name)
  ), ${lanes},
  looked as materialized (
    select due.position, due.blocker
    from lanes
    cross join lateral (
      select job.position, (select older.position ${older('job')} order by older.position limit 1) as blocker
      from jobs as job
      where ${readyIn('lanes')} and job.due_at <= (select ms from moment)
      order by job.due_at, job.position limit ${looksAt}
    ) as due
    where due.blocker is not null
  ),
  waiting as materialized (
    select looked.position
    from looked
    cross join lateral (
      select older.position from jobs as older
      where older.position = looked.blocker and older.status <> 'dead' limit 1
      for share skip locked
    ) as older
    cross join lateral (
      select job.position from jobs as job
      where job.position = looked.position and job.status = 'ready' limit 1
      for update skip locked
    ) as job
  )
  update jobs set status = 'blocked' from waiting where jobs.position = waiting.position
  returning jobs.position`;
