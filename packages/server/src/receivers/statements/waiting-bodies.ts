import { perCall, type ReadStatement, type WriteStatement } from '../../db/statement.ts';
import { isUnfinished } from '../../jobs/statements/order.ts';
import type { InboundBatchRow } from '../table.ts';

/** A stored body, with the position of its job. */
export interface WaitingBody extends InboundBatchRow {
  readonly position: number;
}

interface Waiting {
  /** The order key of a webhook lane. The receiver gives one to each job. */
  readonly orderKey: string | null;
  /** The position of the first job, which the caller has leased. */
  readonly position: number;
}

/** The maximum number of bodies that one job handles. */
const atOnce = 50;
/** The maximum length of a body that another job handles, in characters of JSON: it is read with many others. */
const longest = 8_192;

const select = (tenant: string, orderKey: string, position: string, batchId: string) => `
  select job.position, batch.id, batch.channel_id, batch.received_at,
    case when job.position = ${position} or length(batch.body) <= ${longest} then batch.body end as body
  from jobs as job
  join inbound_batches as batch on batch.tenant_id = job.tenant_id and batch.id = ${batchId}
  where job.tenant_id = ${tenant} and ${isUnfinished(orderKey, 'job')} and job.position >= ${position}
  order by job.position limit ${atOnce}`;

/**
 * Returns the body of a job, and those of the jobs that wait for it in the same webhook lane, in their order. A body is
 * null when it was handled, or when it is too long to be read with others.
 */
export const waitingBodies: ReadStatement<Waiting, WaitingBody[]> = {
  name: 'waiting-bodies',
  access: 'read',
  sqlite: (db, { tenantId, input }) =>
    db
      .prepare(select('$tenantId', '$orderKey', '$position', `job.payload ->> '$.batchId'`))
      // The rows have the columns that are selected: better-sqlite3 does not know their types.
      .all({ tenantId, ...input }) as WaitingBody[],
  postgres: perCall(
    async (db, { tenantId, input: { orderKey, position } }) =>
      await db.rows<WaitingBody>(
        'waiting-bodies',
        select('$1', '$2', '$3', `job.payload::json ->> 'batchId'`),
        [tenantId, orderKey, position],
      ),
  ),
};

interface Handled {
  readonly bodies: readonly { readonly id: string; readonly position: number }[];
}

/** Marks bodies as handled, and removes the jobs that waited to handle them. */
export const endBodies: WriteStatement<Handled, void> = {
  name: 'end-bodies',
  access: 'write',
  sqlite(db, { tenantId, input: { bodies } }) {
    const end = db.prepare('update inbound_batches set body = null where tenant_id = ? and id = ?');
    const remove = db.prepare(
      `delete from jobs where tenant_id = ? and position = ? and status <> 'leased'`,
    );
    for (const { id, position } of bodies) {
      end.run(tenantId, id);
      remove.run(tenantId, position);
    }
  },
  async postgres(db, calls) {
    const bodies = calls.flatMap(({ tenantId, input }) =>
      input.bodies.map((body) => ({ tenantId, ...body })),
    );
    const tenantIds = bodies.map(({ tenantId }) => tenantId);
    const ended = db.rows(
      'end-bodies',
      `update inbound_batches as batch set body = null
       from unnest($1::text[], $2::text[]) as handled (tenant_id, id)
       where batch.tenant_id = handled.tenant_id and batch.id = handled.id`,
      [tenantIds, bodies.map(({ id }) => id)],
    );
    const removed = db.rows(
      'end-waiting-jobs',
      `delete from jobs using unnest($1::text[], $2::bigint[]) as handled (tenant_id, position)
       where jobs.position = any ($2::bigint[]) and jobs.position = handled.position
         and jobs.tenant_id = handled.tenant_id and jobs.status <> 'leased'`,
      [tenantIds, bodies.map(({ position }) => position)],
    );
    await Promise.all([ended, removed]);
    return calls.map(() => undefined);
  },
};
