import type { WriteStatement } from '../../db/statement.ts';
import type { RowOf } from '../../db/table.ts';
import type { conversationsTable } from '../table.ts';

interface Update {
  readonly contactId: string;
  /** Conversations that have them are not written. */
  readonly cells: Partial<RowOf<typeof conversationsTable>>;
  /** Returned by the call before. */
  readonly after: Place | undefined;
}

/** Of a conversation, in the index of its contact. */
type Place = readonly [channelId: string, address: string, thread: number];

/** Conversations that one statement writes on SQLite, where it blocks the process. */
const most = 500;

/**
 * Writes columns of conversations of a contact. Returns where the next call goes on; undefined when all are written.
 * Postgres writes all of them at once.
 */
export const updateOfContact: WriteStatement<Update, Place | undefined> = {
  name: 'update-conversations-of-contact',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { contactId, cells, after } }) {
    const place = 'channel_id, address, thread';
    const ofContact = [tenantId, contactId, ...(after ?? [])];
    const rest = `tenant_id = ? and contact_id = ? ${after ? `and (${place}) > (?, ?, ?)` : ''}`;
    const last = db
      .prepare(
        `select ${place} from conversations where ${rest} order by ${place} limit 1 offset ${most - 1}`,
      )
      .raw(true)
      // The place has these columns, if there is one: better-sqlite3 does not know it.
      .get(...ofContact) as Place | undefined;
    const columns = Object.keys(cells);
    const assignments = columns.map((column) => `${column} = ?`);
    const until = last ? `and (${place}) <= (?, ?, ?)` : '';
    const differs = `(${columns}) is not (${columns.map(() => '?')})`;
    const text = `update conversations set ${assignments} where ${rest} ${until} and ${differs}`;
    const values = Object.values(cells);
    db.prepare(text).run(...values, ...ofContact, ...(last ?? []), ...values);
    return last;
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input: { contactId, cells } }) => {
        const columns = Object.keys(cells);
        const assignments = columns.map((column, n) => `${column} = $${n + 3}`);
        const differs = `(${columns}) is distinct from (${columns.map((_, n) => `$${n + 3}`)})`;
        await db.rows(
          'update-conversations-of-contact',
          `update conversations set ${assignments} where tenant_id = $1 and contact_id = $2 and ${differs}`,
          [tenantId, contactId, ...Object.values(cells)],
        );
        return undefined;
      }),
    ),
};
