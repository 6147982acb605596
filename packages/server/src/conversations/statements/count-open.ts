import type { ReadStatement } from '../../db/statement.ts';

interface Count {
  assignee_id: string;
  /** Postgres gives it as text. */
  total: number | string;
}

const sql = (tenant: string, isOneOf: string) => `
  select assignee_id, count(*) as total from conversations
  where tenant_id = ${tenant} and assignee_id ${isOneOf} and status = 'open'
  group by assignee_id`;

/** Returns the numbers of open conversations of users, by their ids. Users without any are absent. */
export const countOpen: ReadStatement<readonly string[], ReadonlyMap<string, number>> = {
  name: 'count-open-conversations',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const rows = db
      .prepare(sql('?', 'in (select value from json_each(?))'))
      .all(tenantId, JSON.stringify(input));
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return mapOf(rows as Count[]);
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input }) =>
        mapOf(
          await db.rows<Count>('count-open-conversations', sql('$1', '= any($2::text[])'), [
            tenantId,
            input,
          ]),
        ),
      ),
    ),
};

function mapOf(rows: readonly Count[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ assignee_id, total }) => [assignee_id, Number(total)]));
}
