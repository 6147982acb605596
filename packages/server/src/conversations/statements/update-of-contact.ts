import type { WriteStatement } from '../../db/statement.ts';
import type { RowOf } from '../../db/table.ts';
import type { conversationsTable } from '../table.ts';

interface Update {
  readonly contactId: string;
  readonly cells: Partial<RowOf<typeof conversationsTable>>;
  /** Returned by the call before. */
  readonly after: number;
}

/** Conversations that one statement writes on SQLite, where it blocks the process. */
const most = 500;

/**
 * Writes columns of conversations of a contact. Returns where the next call goes on; undefined when all are written.
 * Postgres writes all of them at once.
 */
export const updateOfContact: WriteStatement<Update, number | undefined> = {
  name: 'update-conversations-of-contact',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { contactId, cells, after } }) {
    const rest = 'tenant_id = ? and contact_id = ? and rowid > ?';
    const last = db
      .prepare(
        `select rowid from conversations where ${rest} order by rowid limit 1 offset ${most - 1}`,
      )
      .pluck(true)
      // A rowid, or nothing: better-sqlite3 does not know it.
      .get(tenantId, contactId, after) as number | undefined;
    const assignments = Object.keys(cells).map((column) => `${column} = ?`);
    const values = [...Object.values(cells), tenantId, contactId, after];
    const until = last === undefined ? '' : ' and rowid <= ?';
    db.prepare(`update conversations set ${assignments.join(', ')} where ${rest}${until}`).run(
      ...values,
      ...(last === undefined ? [] : [last]),
    );
    return last;
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input: { contactId, cells } }) => {
        const assignments = Object.keys(cells).map((column, n) => `${column} = $${n + 3}`);
        await db.rows(
          'update-conversations-of-contact',
          `update conversations set ${assignments.join(', ')} where tenant_id = $1 and contact_id = $2`,
          [tenantId, contactId, ...Object.values(cells)],
        );
        return undefined;
      }),
    ),
};
