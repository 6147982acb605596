import type { Postgres, Sqlite, SystemStatement, WriteStatement } from '../../db/statement.ts';
import { jobTopics } from './enqueue-job.ts';

// When a job ends, the next job of its order key becomes ready: see block-jobs.ts. That job gets the highest priority
// of the jobs that wait for it.

/** The maximum number of jobs of an order key that are read to find the highest priority. */
const looksAt = 100;

const unfinished = (tenant: string, orderKey: string) => `
  select job.position, job.priority from jobs as job
  where job.tenant_id = ${tenant} and job.order_key = ${orderKey} and job.order_key is not null
    and job.status <> 'dead'
  order by job.position limit ${looksAt}`;
const freed = (nowMs: string, earlier: 'min' | 'least') => `
  update jobs set status = 'ready', priority = next.priority,
    due_at = case when jobs.status = 'blocked' then ${earlier}(jobs.due_at, ${nowMs}) else jobs.due_at end`;
const mayChange = `(jobs.status = 'blocked' or jobs.status = 'ready' and jobs.priority > next.priority)`;

/** How the lease of a job ended. */
interface Ended {
  readonly tenantId: string;
  readonly orderKey: string | null;
  readonly outcome: 'done' | 'retry' | 'release' | 'dead';
}

/** Frees the next job of each order key whose running job has ended: the next job can then be claimed. */
export async function freeNext(db: Postgres, ended: readonly Ended[]): Promise<void> {
  const keys = ended.filter(isLast);
  if (keys.length === 0) return;
  await db.rows('free-next-jobs', freeNextSql, [
    keys.map(({ tenantId }) => tenantId),
    keys.map(({ orderKey }) => orderKey),
  ]);
}

export function freeNextOnSqlite(db: Sqlite, ended: Ended): void {
  if (!isLast(ended)) return;
  const { tenantId, orderKey } = ended;
  db.prepare(
    `${freed('?', 'min')}
     from (
       select min(first.position) as position, min(first.priority) as priority
       from (${unfinished('?', '?')}) as first
     ) as next
     where jobs.position = next.position and ${mayChange}`,
  ).run(Date.now(), tenantId, orderKey);
}

/** Frees the next job of an order key. Call it in the transaction that has removed a job of this key. */
export const freeNextJob: WriteStatement<{ orderKey: string }, void> = {
  name: 'free-next-job',
  access: 'write',
  wakes: () => jobTopics,
  sqlite: (db, { tenantId, input }) =>
    freeNextOnSqlite(db, { tenantId, ...input, outcome: 'done' }),
  async postgres(db, calls) {
    const ended = calls.map(
      ({ tenantId, input }) => ({ tenantId, ...input, outcome: 'done' }) as const,
    );
    await freeNext(db, ended);
    return calls.map(() => undefined);
  },
};

/** Returns whether the ended job no longer blocks the next one of its order key. */
function isLast({ orderKey, outcome }: Ended): boolean {
  return orderKey !== null && (outcome === 'done' || outcome === 'dead');
}

const freeNextSql = `
  with next as materialized (
    select next.*
    from unnest($1::text[], $2::text[]) as ended (tenant_id, order_key)
    cross join lateral (
      select min(first.position) as position, min(first.priority) as priority
      from (${unfinished('ended.tenant_id', 'ended.order_key')}) as first
    ) as next
  )
  ${freed('(extract(epoch from clock_timestamp()) * 1000)::bigint', 'least')}
  from next
  where jobs.position = any (array(select position from next)) and jobs.position = next.position and ${mayChange}`;

/**
 * Frees every blocked job that need not wait. Necessary because older Parley versions end jobs without freeing the next
 * one.
 */
export const freeJobs: SystemStatement<null, number> = {
  name: 'free-jobs',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db) {
    return db.prepare(`${freeSql} returning position`).all().length;
  },
  async postgres(db, calls) {
    const freed = await db.rows('free-jobs', `${freeSql} returning position`, []);
    return calls.map(() => freed.length);
  },
};

const freeSql = `
  update jobs set status = 'ready'
  where status = 'blocked' and not exists (
    select 1 from jobs as older
    where older.tenant_id = jobs.tenant_id and older.order_key = jobs.order_key
      and older.position < jobs.position and older.status <> 'dead')`;
