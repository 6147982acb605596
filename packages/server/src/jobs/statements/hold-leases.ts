import { arraysOf, databaseMs, type Sqlite, type SystemStatement } from '../../db/statement.ts';

export interface Lease {
  position: number;
  leaseToken: string;
  leaseMs: number;
}

/** Extends a lease by its length from now on. Returns false when the caller no longer holds it. */
export const holdLease: SystemStatement<Lease, boolean> = {
  name: 'hold-lease',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    return (
      db
        .prepare('update jobs set lease_until = ? where position = ? and lease_token = ?')
        .run(Date.now() + input.leaseMs, input.position, input.leaseToken).changes === 1
    );
  },
  async postgres(db, calls) {
    const inputs = calls.map((call) => call.input);
    const held = await db.rows<{ position: number }>(
      'hold-lease',
      `update jobs set lease_until = ${databaseMs} + l.lease_ms
       from unnest($1::bigint[], $2::text[], $3::bigint[]) as l (position, lease_token, lease_ms)
       where jobs.position = l.position and jobs.lease_token = l.lease_token
       returning jobs.position`,
      arraysOf(inputs, ['position', 'leaseToken', 'leaseMs']),
    );
    const positions = new Set(held.map((row) => row.position));
    return inputs.map((input) => positions.has(input.position));
  },
};

/** Returns whether the caller still holds a lease. */
export function isLeased(db: Sqlite, { position, leaseToken }: Omit<Lease, 'leaseMs'>): boolean {
  const held = db.prepare('select 1 from jobs where position = ? and lease_token = ?');
  return held.get(position, leaseToken) !== undefined;
}

/**
 * The error that is stored with a job whose worker did not end the lease: `once` for the first time, `again` for the
 * second time in a row.
 */
export const lostLease = { once: 'lease expired', again: 'lease expired again' } as const;

const nextLoss = `case when last_error in ('${lostLease.once}', '${lostLease.again}')
  then '${lostLease.again}' else '${lostLease.once}' end`;

/** Returns whether the lease of a job has expired because its worker did not end it. */
export const hasLostLeases: SystemStatement<null, boolean> = {
  name: 'has-lost-leases',
  scope: 'system',
  access: 'read',
  sqlite(db) {
    const find = `select 1 from jobs where status = 'leased' and lease_until < ? limit 1`;
    return db.prepare(find).get(Date.now()) !== undefined;
  },
  async postgres(db, calls) {
    const found = await db.rows(
      'has-lost-leases',
      `select 1 from jobs
       where status = 'leased' and lease_until < ${databaseMs}
       limit 1`,
      [],
    );
    return calls.map(() => found.length > 0);
  },
};

/** Ends the leases that have expired, because their workers stopped or lost the database. Returns the number of jobs. */
export const sweepLeases: SystemStatement<null, number> = {
  name: 'sweep-leases',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db) {
    return db
      .prepare(
        `update jobs set status = 'ready', lease_token = null, lease_until = null, last_error = ${nextLoss}
         where status = 'leased' and lease_until < ?`,
      )
      .run(Date.now()).changes;
  },
  async postgres(db, calls) {
    const swept = await db.rows(
      'sweep-leases',
      `update jobs set status = 'ready', lease_token = null, lease_until = null, last_error = ${nextLoss}
       where position in (
         select position from jobs
         where status = 'leased' and lease_until < ${databaseMs}
         for update skip locked)
       returning position`,
      [],
    );
    return calls.map(() => swept.length);
  },
};

/**
 * Makes the jobs of failed claims due again, without counting the attempt, because no worker began them. Returns the
 * number of jobs.
 */
export const endLostClaims: SystemStatement<readonly string[], number> = {
  name: 'end-lost-claims',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    const end = db.prepare(`${endClaim} lease_token = ?`);
    return input.reduce((sum, token) => sum + end.run(token).changes, 0);
  },
  async postgres(db, calls) {
    const tokens = calls.flatMap(({ input }) => input);
    const ended = await db.rows(
      'end-lost-claims',
      `${endClaim} position in (
         select position from jobs
         where status = 'leased' and lease_token = any($1::text[])
         for update skip locked)
       returning position`,
      [tokens],
    );
    return calls.map(() => ended.length);
  },
};

const endClaim = `update jobs set status = 'ready', attempts = attempts - 1, lease_token = null, lease_until = null
  where status = 'leased' and`;
