import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  arraysOf,
  databaseMs,
  oneByOne,
  type Postgres,
  type Sqlite,
  type SystemStatement,
  type WriteStatement,
} from '../../db/statement.ts';
import { jobTopics } from './enqueue-job.ts';
import { isUnfinished, olderThan } from './order.ts';

// When a job ends, the next job of its order key becomes ready: see block-jobs.ts. That job gets the highest priority
// of the jobs that wait for it.

/** The maximum number of jobs of an order key that are read to find the highest priority. */
const looksAt = 100;

const unfinished = (tenant: string, orderKey: string) => `
  select job.position, job.priority from jobs as job
  where job.tenant_id = ${tenant} and ${isUnfinished(orderKey, 'job')}
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
  await db.rows('free-next-jobs', freeNextSql, arraysOf(keys, ['tenantId', 'orderKey']));
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
  ${freed(databaseMs, 'least')}
  from next
  where jobs.position = any (array(select position from next)) and jobs.position = next.position and ${mayChange}`;

/** The maximum number of blocked jobs that one statement reads. */
const freesOf = 1_000;

interface Freed {
  readonly freed: number;
  /** The position of the last job that was read; undefined when no more remain. */
  readonly last: number | undefined;
}

/**
 * Frees some of the blocked jobs after a position that need not wait. Necessary because older Parley versions end jobs
 * without freeing the next one.
 */
export const freeSomeJobs: SystemStatement<{ after: number }, Freed> = {
  name: 'free-jobs',
  scope: 'system',
  access: 'write',
  sqlite(db, { input: { after } }) {
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    const read = db.prepare(blockedSql('?')).pluck().all(after) as number[];
    if (read.length === 0) return { freed: 0, last: undefined };
    const freed = db.prepare(
      `${freeSql('in (select value from json_each(?))')} returning position`,
    );
    return freedOf(read, freed.all(JSON.stringify(read)).length);
  },
  postgres: oneByOne(async (db, { input: { after } }) => {
    const rows = await db.rows<{ position: number }>('blocked-jobs', blockedSql('$1'), [after]);
    const read = rows.map(({ position }) => position);
    const sql = `${freeSql('= any($1::bigint[])')} returning position`;
    const freed = read.length === 0 ? [] : await db.rows('free-jobs', sql, [read]);
    return freedOf(read, freed.length);
  }),
};

function freedOf(read: readonly number[], freed: number): Freed {
  return { freed, last: read.length === freesOf ? read.at(-1) : undefined };
}

/** Frees every blocked job that need not wait, in several transactions. Returns how many. */
export async function freeJobs(system: {
  run(statement: typeof freeSomeJobs, input: { after: number }): Promise<Freed>;
}): Promise<number> {
  let all = 0;
  for (let after: number | undefined = 0; after !== undefined; await nextTurn()) {
    const { freed, last } = await system.run(freeSomeJobs, { after });
    all += freed;
    after = last;
  }
  return all;
}

export const blockedSql = (after: string) => `
  select position from jobs where status = 'blocked' and position > ${after}
  order by position limit ${freesOf}`;

const freeSql = (isOne: string) => `
  update jobs set status = 'ready'
  where position ${isOne} and status = 'blocked' and not exists (select 1 ${olderThan('jobs')})`;
