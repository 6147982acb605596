import type { SystemStatement } from '../../db/statement.ts';

const batch = 1_000;

/** Removes idempotency records older than 24 hours, in batches that hold locks only briefly. */
export const pruneExpired: SystemStatement<{ nowMs: number }, number> = {
  name: 'prune-expired',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    return db
      .prepare(
        `delete from idempotency_records where rowid in (
           select rowid from idempotency_records where expires_at <= ? limit ${batch})`,
      )
      .run(input.nowMs).changes;
  },
  async postgres(db, calls) {
    const counts: number[] = [];
    for (const { input } of calls) {
      const gone = await db.rows(
        'prune-expired',
        `delete from idempotency_records where ctid = any (array(
           select ctid from idempotency_records where expires_at <= $1::bigint limit ${batch}
           for update skip locked))
         returning 1`,
        [input.nowMs],
      );
      counts.push(gone.length);
    }
    return counts;
  },
};
