import { arraysOf, databaseMs, type Sqlite, type WriteStatement } from '../../db/statement.ts';
import { freeNext, freeNextOnSqlite } from './free-jobs.ts';

export interface Settlement extends Ending {
  position: number;
  leaseToken: string;
  tenantId: string;
  orderKey: string | null;
}

/** The result of a job, with which its lease ends. */
export interface Ending {
  /**
   * `done`: the job is removed. `retry`: it is due again after `delayMs`. `release`: like `retry`, but the attempt does
   * not count. `dead`: it stays until an operator retries or removes it.
   */
  outcome: 'done' | 'retry' | 'release' | 'dead';
  delayMs: number;
  error: string | null;
  /** The payload of the next run. Default: the same payload. */
  payload?: string;
}

/**
 * Ends the lease of a job with its result. Returns false, without changes, when the caller no longer holds the lease.
 */
export const settleJob: WriteStatement<Settlement, boolean> & { readonly scope: 'system' } = {
  name: 'settle-job',
  scope: 'system',
  access: 'write',
  sqlite(db, { input }) {
    const settled = settleOnSqlite(db, input);
    if (settled) freeNextOnSqlite(db, input);
    return settled;
  },
  async postgres(db, calls) {
    const inputs = calls.map((call) => call.input);
    const arrays = settlementArrays(inputs);
    const sent = db.rows<{ position: number }>('settle-job', postgresSql, arrays);
    const [settled] = await Promise.all([sent, freeNext(db, inputs)]);
    const positions = new Set(settled.map((row) => row.position));
    return inputs.map((input) => positions.has(input.position));
  },
};

function settleOnSqlite(db: Sqlite, input: Settlement): boolean {
  const { position, leaseToken, outcome, delayMs, error, payload } = input;
  if (outcome === 'done') {
    const remove = db.prepare('delete from jobs where position = ? and lease_token = ?');
    return remove.run(position, leaseToken).changes === 1;
  }
  const settle = db.prepare(
    `update jobs set status = ?, due_at = ?, attempts = attempts - ?, last_error = ?,
       lease_token = null, lease_until = null, payload = coalesce(?, payload)
     where position = ? and lease_token = ?`,
  );
  const status = outcome === 'dead' ? 'dead' : 'ready';
  const uncounted = outcome === 'release' ? 1 : 0;
  const dueAt = Date.now() + delayMs;
  const cells = [status, dueAt, uncounted, error, payload ?? null];
  return settle.run(...cells, position, leaseToken).changes === 1;
}

/**
 * Returns the SQL that ends the leases listed in six arrays. The parameter of the first array has the number `first`.
 * Other statements include this SQL.
 */
export const settling = (first: number) => `
  settled as (
    select * from unnest($${first}::bigint[], $${first + 1}::text[], $${first + 2}::text[],
      $${first + 3}::bigint[], $${first + 4}::text[], $${first + 5}::text[])
      as s (position, lease_token, outcome, delay_ms, error, payload)
  ), done as (
    delete from jobs using settled s where jobs.position = any($${first}::bigint[])
      and jobs.position = s.position and jobs.lease_token = s.lease_token and s.outcome = 'done'
    returning jobs.position
  ), moved as (
    update jobs set
      status = case s.outcome when 'dead' then 'dead' else 'ready' end,
      due_at = ${databaseMs} + s.delay_ms,
      attempts = jobs.attempts - case s.outcome when 'release' then 1 else 0 end,
      last_error = s.error, lease_token = null, lease_until = null, payload = coalesce(s.payload, jobs.payload)
    from settled s where jobs.position = any($${first}::bigint[])
      and jobs.position = s.position and jobs.lease_token = s.lease_token and s.outcome <> 'done'
    returning jobs.position
  )`;

/** Returns the arrays for the SQL of `settling`. */
export function settlementArrays(all: readonly Settlement[]): unknown[][] {
  return [
    ...arraysOf(all, ['position', 'leaseToken', 'outcome']),
    all.map(({ delayMs }) => Math.round(delayMs)),
    ...arraysOf(all, ['error', 'payload']),
  ];
}

const postgresSql = `
  with ${settling(1)}
  select position from done union all select position from moved`;
