import {
  databaseMs,
  perCall,
  type SystemStatement,
  type WriteStatement,
} from '../../db/statement.ts';
import { jobTopics } from '../../jobs/statements/enqueue-job.ts';

export interface Rebuild {
  readonly analysis: number;
  readonly payload: string;
  readonly createdAt: string;
}

const name = 'rebuild-indexes';

/**
 * Queues a job for each tenant that has an index of an older analysis and no job for this one yet. Returns their
 * number. The indexes get the new version at once. A process of an older version that writes during the rebuild lowers
 * it again, so the next start of a worker rebuilds them.
 */
export const addRebuilds: SystemStatement<Rebuild, number> = {
  name: 'start-rebuilds',
  scope: 'system',
  access: 'write',
  wakes: (started) => (started > 0 ? jobTopics : []),
  atomic: true,
  sqlite(db, { input: { analysis, payload, createdAt } }) {
    const marked = db
      .prepare(
        `update knowledge_indexes set rebuilding = ?, analysis = ? where analysis < ? and rebuilding < ?
         returning tenant_id`,
      )
      .pluck()
      .all(analysis, analysis, analysis, analysis);
    const insert = db.prepare(
      `insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
       values (?, '${name}', ?, 'ready', '${name}', 0, ?, ?)`,
    );
    const tenants = new Set(marked);
    for (const tenantId of tenants) insert.run(tenantId, payload, Date.now(), createdAt);
    return tenants.size;
  },
  postgres: perCall(async (db, { input: { analysis, payload, createdAt } }) => {
    const jobs = await db.rows(
      'start-rebuilds',
      // Locked in the same order as by changes of the index, so that they cannot deadlock.
      `with old as (
         select tenant_id, name from knowledge_indexes
         where analysis < $1 and rebuilding < $1 order by tenant_id, name for update
       ), marked as (
         update knowledge_indexes i set rebuilding = $1, analysis = $1 from old
         where i.tenant_id = old.tenant_id and i.name = old.name returning i.tenant_id
       )
       insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
       select tenant_id, '${name}', $2, 'ready', '${name}', 0,
         ${databaseMs}, $3
       from (select distinct tenant_id from marked) tenants returning position`,
      [analysis, payload, createdAt],
    );
    return jobs.length;
  }),
};

export interface EndOfRebuild {
  /** The analysis version of the rebuild; null when it failed. */
  readonly analysis: number | null;
}

/** Ends a rebuild. Call it in a transaction that locks the tenant's indexes. */
export const endRebuild: WriteStatement<EndOfRebuild, void> = {
  name: 'end-rebuild',
  access: 'write',
  sqlite(db, { tenantId, input: { analysis } }) {
    db.prepare(
      `update knowledge_indexes set analysis = min(analysis, ?), rebuilding = 0 where tenant_id = ?`,
    ).run(analysis ?? 0, tenantId);
  },
  postgres: perCall(async (db, { tenantId, input: { analysis } }) => {
    await db.rows(
      'end-rebuild',
      `update knowledge_indexes set analysis = least(analysis, $2), rebuilding = 0
       where tenant_id = $1`,
      [tenantId, analysis ?? 0],
    );
  }),
};
