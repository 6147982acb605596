import type { SystemStatement } from '../../db/statement.ts';

const batch = 1_000;

/** Removes entries of all tenants from before a time, in batches that hold no lock for long. */
export const pruneAuditLog: SystemStatement<{ before: string }, number> = {
  name: 'prune-audit-log',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    return db
      .prepare(
        `delete from audit_log where rowid in (
           select rowid from audit_log where created_at < ? limit ${batch})`,
      )
      .run(input.before).changes;
  },
  async postgres(db, calls) {
    const counts: number[] = [];
    for (const { input } of calls) {
      const gone = await db.rows(
        'prune-audit-log',
        `delete from audit_log where ctid = any (array(
           select ctid from audit_log where created_at < $1 limit ${batch} for update skip locked))
         returning 1`,
        [input.before],
      );
      counts.push(gone.length);
    }
    return counts;
  },
};
