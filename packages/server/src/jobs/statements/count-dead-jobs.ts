import { systemRows } from '../../db/system-rows.ts';

interface DeadJobCount {
  readonly name: string;
  readonly count: number;
}

/** The maximum number of dead jobs that are counted, so that the count is fast. */
export const deadJobsCounted = 10_000;

/** Counts the dead jobs of all tenants by name. Counts at most `deadJobsCounted` jobs in all. */
export const countDeadJobs = systemRows<null, DeadJobCount>(
  'count-dead-jobs',
  {
    access: 'read',
    text: `select name, cast(count(*) as integer) as "count"
      from (select name from jobs where status = 'dead' limit ${deadJobsCounted}) as dead group by name`,
  },
  () => [],
);
