import { perCall, type ReadStatement } from '../../db/statement.ts';
import type { NamedJob } from './jobs-of-order.ts';

// The status is part of the text, so that the index of leased jobs serves the query.
const find = (tenant: string, name: string, payload: string) =>
  `select 1 from jobs
   where status = 'leased' and tenant_id = ${tenant} and name = ${name} and payload = ${payload} limit 1`;

/** Returns whether a worker has leased a job with this name and payload. */
export const hasRunningJob: ReadStatement<NamedJob, boolean> = {
  name: 'has-running-job',
  access: 'read',
  sqlite: (db, { tenantId, input: { name, payload } }) =>
    db.prepare(find('?', '?', '?')).get(tenantId, name, payload) !== undefined,
  postgres: perCall(async (db, { tenantId, input: { name, payload } }) => {
    const text = find('$1', '$2', '$3');
    return (await db.rows('has-running-job', text, [tenantId, name, payload])).length > 0;
  }),
};
