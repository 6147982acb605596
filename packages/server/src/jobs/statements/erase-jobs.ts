import type { WriteStatement } from '../../db/statement.ts';

interface OfKeys {
  readonly orderKeys: readonly string[];
  readonly limit: number;
}

/** Removes jobs with these order keys, the oldest first. Returns how many. */
export const eraseJobs: WriteStatement<OfKeys, number> = {
  name: 'erase-jobs',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { orderKeys, limit } }) {
    const sql = sqlOf('?', 'in (select value from json_each(?))', '?');
    return db.prepare(sql).all(tenantId, JSON.stringify(orderKeys), limit).length;
  },
  async postgres(db, calls) {
    return await Promise.all(
      calls.map(async ({ tenantId, input: { orderKeys, limit } }) => {
        const sql = sqlOf('$1', '= any($2::text[])', '$3');
        return (await db.rows('erase-jobs', sql, [tenantId, orderKeys, limit])).length;
      }),
    );
  },
};

const sqlOf = (tenant: string, isOne: string, limit: string) => `
  delete from jobs where position in (
    select position from jobs
    where tenant_id = ${tenant} and order_key ${isOne} and status <> 'dead'
    order by position limit ${limit})
  returning position`;
