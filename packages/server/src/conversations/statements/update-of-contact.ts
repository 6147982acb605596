import { perCall, type WriteStatement } from '../../db/statement.ts';
import type { RowOf } from '../../db/table.ts';
import type { conversationsTable } from '../table.ts';

interface Update {
  readonly contactId: string;
  /** The values to write. Conversations that already have them are not written. */
  readonly cells: Partial<RowOf<typeof conversationsTable>>;
  /** The result of the previous call. */
  readonly after: Place | undefined;
}

/** The position of a conversation in the index of its contact. */
export type Place = readonly [channelId: string, address: string, thread: number];

/**
 * The maximum number of conversations that one statement reads: on SQLite it blocks the process, on Postgres it has a
 * time limit.
 */
const most = { sqlite: 500, postgres: 2_000 } as const;
const place = 'channel_id, address, thread';
const newestFirst = 'channel_id desc, address desc, thread desc';

/**
 * Writes columns of a limited number of a contact's conversations: for each address, the newest conversation first.
 * Returns the `after` of the next call; undefined when no conversations remain.
 */
export const updateOfContact: WriteStatement<Update, Place | undefined> = {
  name: 'update-conversations-of-contact',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { contactId, cells, after } }) {
    const ofContact = [tenantId, contactId, ...(after ?? [])];
    const rest = `tenant_id = ? and contact_id = ? ${after ? `and (${place}) < (?, ?, ?)` : ''}`;
    const last = db
      .prepare(
        `select ${place} from conversations where ${rest}
         order by ${newestFirst} limit 1 offset ${most.sqlite - 1}`,
      )
      .raw(true)
      // If there is a row, it has these columns: better-sqlite3 does not know its type.
      .get(...ofContact) as Place | undefined;
    const columns = Object.keys(cells);
    const assignments = columns.map((column) => `${column} = ?`);
    const until = last ? `and (${place}) >= (?, ?, ?)` : '';
    const differs = `(${columns}) is not (${columns.map(() => '?')})`;
    const text = `update conversations set ${assignments} where ${rest} ${until} and ${differs}`;
    const values = Object.values(cells);
    db.prepare(text).run(...values, ...ofContact, ...(last ?? []), ...values);
    return last;
  },
  postgres: perCall(async (db, { tenantId, input: { contactId, cells, after } }) => {
    const columns = Object.keys(cells);
    const values = Object.values(cells);
    const from = values.length + 3;
    const rest = after ? `and (${place}) < ($${from}, $${from + 1}, $${from + 2})` : '';
    const assignments = columns.map((column, n) => `${column} = $${n + 3}`);
    const differs = columns.map((column) => `v.${column}`);
    const rows = await db.rows<{ place: Place }>(
      `update-conversations-of-contact${after ? '-after' : ''}`,
      `with part as materialized (
         select id, ${place} from conversations where tenant_id = $1 and contact_id = $2 ${rest}
         order by ${newestFirst} limit ${most.postgres}
       ), written as (
         update conversations v set ${assignments}
         where v.tenant_id = $1 and v.id = any (array(select id from part))
           and (${differs}) is distinct from (${columns.map((_, n) => `$${n + 3}`)})
       )
       select json_build_array(${place}) as place from part
       order by ${newestFirst} limit 1 offset ${most.postgres - 1}`,
      [tenantId, contactId, ...values, ...(after ?? [])],
    );
    return rows[0]?.place;
  }),
};
