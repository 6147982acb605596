import { rowLock } from '../../db/lock-rows.ts';
import { oneByOne, type WriteStatement } from '../../db/statement.ts';
import type { TenantTable } from './tenant-tables.ts';

interface Some extends Pick<TenantTable, 'name' | 'keys'> {
  readonly limit: number;
}

/**
 * Removes a limited number of rows of the tenant. Returns how many. On Postgres, call it in a transaction of its own: it
 * locks the tenant.
 */
export const removeRows: WriteStatement<Some, number> = {
  name: 'remove-rows',
  access: 'write',
  sqlite: (db, { tenantId, input }) =>
    db.prepare(sqlOf(input, ['?', '?'])).run(tenantId, input.limit).changes,
  postgres: oneByOne(async (db, { tenantId, input }) => {
    await db.rows('lock-deletion', lockSql, [tenantId]);
    if (input.name === 'api_keys') await db.rows('remove-quotas', quotasSql, [tenantId]);
    const sql = `${sqlOf(input, ['$1', '$2'])} returning 1`;
    return (await db.rows(`remove-${input.name}`, sql, [tenantId, input.limit])).length;
  }),
};

function sqlOf({ name, keys }: Some, [tenant, limit]: readonly [string, string]): string {
  const key = keys.join(', ');
  return `delete from ${name} where (${key}) in (
    select ${key} from ${name} where tenant_id = ${tenant} limit ${limit})`;
}

// Otherwise two processes would choose the same rows, and the second one would see none left. Rows that refer to the
// tenant do not wait for this lock, so it cannot deadlock with a job that writes some.
const lockSql = `select 1 from tenants where tenant_id = $1 ${rowLock('tenants')}`;

// Tables without a tenant column, because a key is looked up before its tenant is known.
const quotasSql = `
  delete from api_key_quotas where key_id in (select id from api_keys where tenant_id = $1)`;
