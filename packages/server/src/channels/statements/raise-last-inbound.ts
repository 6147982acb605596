import type { WriteStatement } from '../../db/statement.ts';

/** Records when a channel received a message, unless it has received a newer one. */
export const raiseLastInbound: WriteStatement<{ id: string; at: string }, undefined> = {
  name: 'raise-last-inbound',
  access: 'write',
  sqlite(db, { tenantId, input: { id, at } }): undefined {
    db.prepare(
      `update channels set last_inbound_at = ?
       where tenant_id = ? and id = ? and (last_inbound_at is null or last_inbound_at < ?)`,
    ).run(at, tenantId, id, at);
  },
  async postgres(db, calls) {
    await db.rows(
      'raise-last-inbound',
      `update channels c set last_inbound_at = newest.at
       from (
         select tenant_id, id, max(at) as at from unnest($1::text[], $2::text[], $3::text[]) g (tenant_id, id, at)
         group by 1, 2
       ) newest
       where c.tenant_id = newest.tenant_id and c.id = newest.id
         and (c.last_inbound_at is null or c.last_inbound_at < newest.at)`,
      [
        calls.map(({ tenantId }) => tenantId),
        calls.map(({ input }) => input.id),
        calls.map(({ input }) => input.at),
      ],
    );
    return calls.map(() => undefined);
  },
};
