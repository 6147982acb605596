import {
  databaseMs,
  perCall,
  type ReadStatement,
  type WriteStatement,
} from '../../db/statement.ts';
import { isUnfinished } from './order.ts';

const first = (tenant: string, order: string) =>
  `select name, payload from jobs where tenant_id = ${tenant} and ${isUnfinished(order)}
   order by position limit 1`;

export interface NamedJob {
  readonly name: string;
  readonly payload: string;
}

/** Returns the unfinished job of an order key that must run first. */
export const firstOfOrder: ReadStatement<{ orderKey: string }, NamedJob | undefined> = {
  name: 'first-of-order',
  access: 'read',
  sqlite: (db, { tenantId, input }) =>
    // The columns selected are those of NamedJob.
    db.prepare(first('?', '?')).get(tenantId, input.orderKey) as NamedJob | undefined,
  postgres: perCall(async (db, { tenantId, input }) => {
    const text = first('$1', '$2');
    return (await db.rows<NamedJob>('first-of-order', text, [tenantId, input.orderKey]))[0];
  }),
};

interface RemovedJob extends NamedJob {
  readonly orderKey: string;
  /** Whether to remove only jobs that are ready, and not running ones. */
  readonly onlyReady?: boolean;
}

const remove = (
  [tenant = '', order = '', name, payload]: readonly string[],
  { onlyReady = false }: RemovedJob,
) =>
  `delete from jobs where tenant_id = ${tenant} and ${isUnfinished(order)}
   and name = ${name} and payload = ${payload}${onlyReady ? " and status = 'ready'" : ''}`;

// Locks the job that must run first, whose end frees the next one. If both jobs ended at the same time, neither
// transaction would see which job is next: the next one would stay blocked.
const removeAlone = (given: readonly string[], job: RemovedJob) => {
  const [tenant = '', order = ''] = given;
  const oldest = `select 1 from jobs where tenant_id = ${tenant} and ${isUnfinished(order)}
    order by position limit 1 for update`;
  return `with oldest as materialized (${oldest}) ${remove(given, job)} and exists (select from oldest)`;
};

/** Removes the jobs of an order key with a name and payload. Then call `freeNextJob` unless `onlyReady` is set. */
export const removeOfOrder: WriteStatement<RemovedJob, void> = {
  name: 'remove-of-order',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    const { orderKey, name, payload } = input;
    db.prepare(remove(['?', '?', '?', '?'], input)).run(tenantId, orderKey, name, payload);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const { orderKey, name, payload, onlyReady } = input;
    const text = (onlyReady ? remove : removeAlone)(['$1', '$2', '$3', '$4'], input);
    const prepared = onlyReady ? 'remove-ready-of-order' : 'remove-of-order';
    await db.rows(prepared, text, [tenantId, orderKey, name, payload]);
  }),
};

interface Postponed {
  readonly orderKey: string;
  readonly name: string;
  readonly delayMs: number;
}

const postpone = (
  [tenant = '', order = '', name, delayMs]: readonly string[],
  nowMs: string,
) => `update jobs set due_at = ${nowMs} + ${delayMs}
   where tenant_id = ${tenant} and ${isUnfinished(order)} and name = ${name} and status = 'ready'`;

/** Makes a job that has not begun due after `delayMs` from now. */
export const postponeOfOrder: WriteStatement<Postponed, void> = {
  name: 'postpone-of-order',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { orderKey, name, delayMs } }) {
    const text = postpone(['@tenantId', '@orderKey', '@name', '@delayMs'], '@nowMs');
    db.prepare(text).run({ tenantId, orderKey, name, delayMs, nowMs: Date.now() });
  },
  postgres: perCall(async (db, { tenantId, input: { orderKey, name, delayMs } }) => {
    const nowMs = databaseMs;
    const text = postpone(['$1', '$2', '$3', '$4::bigint'], nowMs);
    await db.rows('postpone-of-order', text, [tenantId, orderKey, name, delayMs]);
  }),
};
