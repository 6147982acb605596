import type { SystemStatement } from '../../db/statement.ts';

interface DeadJobCount {
  readonly name: string;
  readonly count: number;
}

/** The maximum number of dead jobs that are counted, so that the count is fast. */
export const deadJobsCounted = 10_000;

const sql = `select name, cast(count(*) as integer) as "count"
  from (select name from jobs where status = 'dead' limit ${deadJobsCounted}) as dead group by name`;

/** Counts the dead jobs of all tenants by name. Counts at most `deadJobsCounted` jobs in all. */
export const countDeadJobs: SystemStatement<null, readonly DeadJobCount[]> = {
  name: 'count-dead-jobs',
  scope: 'system',
  access: 'read',
  sqlite(db) {
    return db.prepare(sql).all() as DeadJobCount[];
  },
  async postgres(db, calls) {
    const counts = await db.rows<DeadJobCount>('count-dead-jobs', sql, []);
    return calls.map(() => counts);
  },
};
