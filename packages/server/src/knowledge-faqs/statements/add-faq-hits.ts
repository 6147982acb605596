import { batchColumns } from '../../db/batch-columns.ts';
import { perCall, type WriteStatement } from '../../db/statement.ts';

export interface FaqHit {
  readonly id: string;
  readonly hitCount: number;
  readonly lastHitAt: string;
}

const columns = batchColumns<FaqHit>({ id: 'text', hitCount: 'integer', lastHitAt: 'text' });

/** Adds hits to the counters of FAQs. `updatedAt` stays the same. */
export const addFaqHits: WriteStatement<readonly FaqHit[], void> = {
  name: 'add-faq-hits',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    const add = db.prepare(
      `update knowledge_faqs set hit_count = hit_count + ?, last_hit_at = max(coalesce(last_hit_at, ''), ?)
       where tenant_id = ? and id = ?`,
    );
    for (const { id, hitCount, lastHitAt } of input) add.run(hitCount, lastHitAt, tenantId, id);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    // Locked in one order, because other transactions may add to the same FAQs.
    await db.rows(
      'add-faq-hits',
      `with locked as (
         select f.id from knowledge_faqs f
         where f.tenant_id = $1 and f.id = any ($2::text[]) order by f.id for no key update
       )
       update knowledge_faqs f
       set hit_count = f.hit_count + h.count, last_hit_at = greatest(f.last_hit_at, h.at)
       from ${columns.unnest(2)} as h (id, count, at), locked
       where f.tenant_id = $1 and f.id = h.id and locked.id = h.id`,
      [tenantId, ...columns.arrays(input)],
    );
  }),
};
