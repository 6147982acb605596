import type { Migration } from '../migrate.ts';

/** Queues the job that records the expiry, for the grants that were created before this job existed. */
export const expiringGrants: Migration = {
  name: '0093-expiring-grants',
  async up(knex) {
    const now = new Date().toISOString();
    const grants = await knex('agency_grants')
      .select('tenant_id', 'id', 'expires_at')
      .whereNull('revoked_at')
      .where('expires_at', '>', now);
    const jobs = grants.map(({ tenant_id, id, expires_at }) => ({
      tenant_id,
      name: 'expire-grant',
      payload: JSON.stringify({ grantId: id }),
      status: 'ready',
      lane: '',
      priority: 0,
      attempts: 0,
      due_at: Date.parse(expires_at),
      created_at: now,
    }));
    // A later grant has its job.
    const queued = await knex('jobs').select('payload').where({ name: 'expire-grant' });
    const known = new Set(queued.map(({ payload }) => payload));
    const missing = jobs.filter(({ payload }) => !known.has(payload));
    await knex.batchInsert('jobs', missing, 50);
  },
};
