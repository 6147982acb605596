import type { Migration } from '../migrate.ts';

/** The time after which the jobs run, in milliseconds. A server of an older version may end its erasures until then. */
const delayMs = 60_000;

/** Queues the job that completes an erasure, for the erasures that ended with their process before this job existed. */
export const unfinishedErasures: Migration = {
  name: '0104-unfinished-erasures',
  async up(knex) {
    const now = new Date();
    const marked = await knex('contacts').select('tenant_id', 'id').whereNotNull('erasing_at');
    const jobs = marked.map(({ tenant_id, id }) => ({
      tenant_id,
      name: 'complete-erasure',
      payload: JSON.stringify({ contactId: id }),
      status: 'ready',
      order_key: id,
      lane: '',
      priority: 0,
      attempts: 0,
      due_at: now.getTime() + delayMs,
      created_at: now.toISOString(),
    }));
    // A later erasure has its job.
    const queued = await knex('jobs').select('payload').where({ name: 'complete-erasure' });
    const known = new Set(queued.map(({ payload }) => payload));
    const missing = jobs.filter(({ payload }) => !known.has(payload));
    await knex.batchInsert('jobs', missing, 50);
  },
};
