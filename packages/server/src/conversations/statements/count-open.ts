import { mostOpenCounted } from '@parley/domain';
import { perCall, type ReadStatement } from '../../db/statement.ts';

interface Count {
  id: string;
  /** The number; Postgres returns it as text. */
  total: number | string;
}

const sql = (tenant: string, users: string) => `
  select id, (
    select count(*) from (
      select 1 from conversations
      where tenant_id = ${tenant} and assignee_id = wanted.id and status = 'open' limit ${mostOpenCounted}
    ) counted
  ) as total from (${users}) wanted`;

/** Returns how many open conversations each user has, counted up to a limit. */
export const countOpen: ReadStatement<readonly string[], ReadonlyMap<string, number>> = {
  name: 'count-open-conversations',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const users = JSON.stringify(input);
    const text = sql('$tenantId', 'select value as id from json_each($users)');
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return mapOf(db.prepare(text).all({ tenantId, users }) as Count[]);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const text = sql('$1', 'select unnest($2::text[]) as id');
    return mapOf(await db.rows<Count>('count-open-conversations', text, [tenantId, input]));
  }),
};

function mapOf(rows: readonly Count[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}
