import type { SystemStatement } from '../../db/statement.ts';

interface ChannelCount {
  readonly type: string;
  readonly provider: string;
  readonly status: string;
  readonly count: number;
}

const sql = `select type, provider, status, cast(count(*) as integer) as "count" from channels
  where archived_at is null group by type, provider, status`;

/** Counts the channels of all tenants that were not deleted. */
export const countChannels: SystemStatement<null, readonly ChannelCount[]> = {
  name: 'count-channels',
  scope: 'system',
  access: 'read',
  sqlite(db) {
    return db.prepare(sql).all() as ChannelCount[];
  },
  async postgres(db, calls) {
    const counts = await db.rows<ChannelCount>('count-channels', sql, []);
    return calls.map(() => counts);
  },
};
