import type { LoggedRequest } from '@parley/contract/console';
import { batchColumns } from '../../db/batch-columns.ts';
import { perCall, type SystemStatement } from '../../db/statement.ts';

export interface NewRequest extends LoggedRequest {
  readonly tenantId: string;
}

const columns = batchColumns<NewRequest>({
  tenantId: 'text',
  id: 'text',
  keyId: 'text',
  method: 'text',
  path: 'text',
  status: 'integer',
  code: 'text',
  requestId: 'text',
  durationMs: 'integer',
  createdAt: 'text',
});
const names =
  'tenant_id, id, key_id, method, path, status, code, request_id, duration_ms, created_at';

/** Writes requests of any tenants into the log. Leaves out requests of tenants that have been deleted since. */
export const addRequests: SystemStatement<readonly NewRequest[], void> = {
  name: 'add-requests',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    const add = db.prepare(
      `insert into request_log (${names})
       select ${columns.marks} where exists (select 1 from tenants where tenant_id = ?)`,
    );
    for (const request of input) add.run(...columns.values(request), request.tenantId);
  },
  postgres: perCall(async (db, { input }) => {
    await db.rows(
      'add-requests',
      `insert into request_log (${names})
       select r.* from ${columns.unnest(1)} as r (${names})
       where exists (select 1 from tenants t where t.tenant_id = r.tenant_id)`,
      columns.arrays(input),
    );
  }),
};
