import type { SystemStatement } from '../../db/statement.ts';

const sampled = 100;

const sql = `select sealed from
    (select sealed from webhook_secrets order by tenant_id, endpoint_id, number limit ${sampled}) as webhooks
  union all select sealed from
    (select sealed from channel_secrets order by tenant_id, channel_id limit ${sampled}) as channels
  union all select totp_sealed from
    (select totp_sealed from accounts where totp_sealed is not null order by tenant_id, id limit ${sampled}) as apps`;

/** Returns some encrypted texts: secrets of webhook endpoints and channels, and authenticator apps. */
export const sampleSealed: SystemStatement<null, readonly string[]> = {
  name: 'sample-sealed',
  scope: 'system',
  access: 'read',
  sqlite(db) {
    return db.prepare(sql).pluck().all() as string[];
  },
  async postgres(db, calls) {
    const rows = await db.rows<{ sealed: string }>('sample-sealed', sql, []);
    const texts = rows.map(({ sealed }) => sealed);
    return calls.map(() => texts);
  },
};
