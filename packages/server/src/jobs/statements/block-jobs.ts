import {
  databaseMs,
  perCall,
  type Sqlite,
  type SystemStatement,
  unsyncedCommit,
} from '../../db/statement.ts';
import type { ClaimedJob } from './claim-jobs.ts';
import { levels, readyIn } from './levels.ts';
import { olderThan } from './order.ts';

// A due job that has to wait for an older one of its order key is blocked: claims need not step over it again. The end
// of the older job frees it (free-jobs.ts). The older job gets the priority of the job that waits for it, if that is
// higher. On Postgres, blocking a job locks the older one. The statement that frees jobs runs after the one that has ended
// the older job, so it sees every job that was blocked by then. Blocking is not synced to disk: a job that a crash sets
// back to `ready` is blocked again.

/** The maximum number of jobs that are read in each job lane, of each priority. */
const looksAt = 100;

/** The SQL of the position of the older job that must run before this one. */
const blocker = `(select older.position ${olderThan('job')} order by older.position limit 1)`;

/**
 * Blocks due jobs of these kinds that must wait for an older job with the same order key. Begins with those that have
 * been due the longest. Returns how many it blocked.
 */
export const blockJobs: SystemStatement<readonly string[], number> = {
  name: 'block-jobs',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite: (db, { input }) =>
    input.reduce((blocked, name) => blocked + blockOnSqlite(db, name, Date.now()), 0),
  postgres: perCall(
    async (db, { input }) => (await db.rows('block-jobs', blockSql, [input])).length,
  ),
};

function blockOnSqlite(db: Sqlite, name: string, nowMs: number): number {
  const found = db
    .prepare(
      `with recursive wanted (name) as (select ?), ${levels.sqlite}
       select tenant_id, lane, priority from levels`,
    )
    .all(name) as Level[];
  const look = db.prepare(
    `select job.position, ${blocker} as blocker from jobs as job
       where job.name = ? and job.tenant_id = ? and job.lane = ? and job.priority = ? and job.status = 'ready'
         and job.due_at <= ?
       order by job.due_at, job.position limit ${looksAt}`,
  );
  const raise = db.prepare('update jobs set priority = ? where position = ? and priority > ?');
  const block = db.prepare(`update jobs set status = 'blocked' where position = ?`);
  let blocked = 0;
  for (const { tenant_id, lane, priority } of found) {
    const jobs = look.all(name, tenant_id, lane, priority, nowMs) as Looked[];
    for (const { position, blocker } of jobs) {
      if (blocker === null) continue;
      raise.run(priority, blocker, priority);
      blocked += block.run(position).changes;
    }
  }
  return blocked;
}

type Level = Pick<ClaimedJob, 'tenant_id' | 'lane'> & { readonly priority: number };

interface Looked {
  readonly position: number;
  readonly blocker: number | null;
}

const blockSql = `
  with recursive moment as materialized (
    select ${databaseMs} as ms, ${unsyncedCommit}
  ), wanted as materialized (
    select * from unnest($1::text[]) as w (name)
  ), ${levels.postgres},
  looked as materialized (
    select due.*
    from levels
    cross join lateral (
      select job.position, job.priority, ${blocker} as blocker
      from jobs as job
      where ${readyIn('levels')} and job.due_at between levels.due_at and (select ms from moment)
      order by job.due_at, job.position limit ${looksAt}
    ) as due
    where due.blocker is not null
  ),
  waiting as materialized (
    select looked.*
    from looked
    cross join lateral (
      select older.position from jobs as older
      where older.position = looked.blocker and older.status <> 'dead' limit 1
      for no key update skip locked
    ) as older
    cross join lateral (
      select job.position from jobs as job
      where job.position = looked.position and job.status = 'ready' limit 1
      for update skip locked
    ) as job
  ),
  raised as (
    update jobs set priority = wanted.priority
    from (select blocker, min(priority) as priority from waiting group by blocker) as wanted
    where jobs.position = wanted.blocker and jobs.priority > wanted.priority
  )
  update jobs set status = 'blocked' from waiting where jobs.position = waiting.position
  returning jobs.position`;
