import { perCall, type WriteStatement } from '../../db/statement.ts';
import type { NamedJob } from './jobs-of-order.ts';

interface OfKeys {
  readonly orderKeys: readonly string[];
  readonly limit: number;
  /** Whether to leave jobs that another transaction has locked, on Postgres. */
  readonly skipsLocked: boolean;
}

/** Removes jobs with these order keys, the oldest first. Returns them. */
export const eraseJobs: WriteStatement<OfKeys, NamedJob[]> = {
  name: 'erase-jobs',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { orderKeys, limit } }) {
    const sql = sqlOf('?', 'in (select value from json_each(?))', '?');
    // The columns returned are those of NamedJob.
    return db.prepare(sql).all(tenantId, JSON.stringify(orderKeys), limit) as NamedJob[];
  },
  postgres: perCall(async (db, { tenantId, input: { orderKeys, limit, skipsLocked } }) => {
    const sql = sqlOf('$1', '= any($2::text[])', skipsLocked ? '$3 for update skip locked' : '$3');
    const name = skipsLocked ? 'erase-unlocked-jobs' : 'erase-jobs';
    return await db.rows<NamedJob>(name, sql, [tenantId, orderKeys, limit]);
  }),
};

const sqlOf = (tenant: string, isOne: string, limit: string) => `
  delete from jobs where position in (
    select position from jobs
    where tenant_id = ${tenant} and order_key ${isOne} and status <> 'dead'
    order by position limit ${limit})
  returning name, payload`;
