import type { Exchange, StoredIdentity } from '@parley/domain';
import { perCall, type ReadStatement } from '../../db/statement.ts';
import { type IdentityRow, identitiesTable } from '../table.ts';

export interface AddressRows {
  readonly identities: readonly StoredIdentity[];
  /** The newest conversation with each address on each channel. */
  readonly exchanges: readonly Exchange[];
}

export const noAddresses: AddressRows = { identities: [], exchanges: [] };

/** Returns the identities of contacts, oldest first, and the data that decides their windows. */
export const readAddresses: ReadStatement<readonly string[], AddressRows> = {
  name: 'read-addresses',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const ids = JSON.stringify(input);
    const identities = db
      .prepare(
        `select ${columns} from identities
         where tenant_id = ? and contact_id in (select value from json_each(?))
         order by created_at, id`,
      )
      .all(tenantId, ids);
    const exchanges = db.prepare(exchangesOnSqlite).all({ tenantId, ids });
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return toAddresses(identities as IdentityRow[], exchanges as Exchange[]);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const [identities, exchanges] = await Promise.all([
      db.rows<IdentityRow>(
        'read-identities',
        `select ${columns} from identities where tenant_id = $1 and contact_id = any($2::text[])
         order by created_at, id`,
        [tenantId, input],
      ),
      db.rows<Exchange>('read-exchanges', exchangesOnPostgres, [tenantId, input]),
    ]);
    return toAddresses(identities, exchanges);
  }),
  sameAs: (contactIds) => contactIds.join(),
};

const columns = identitiesTable.recordColumns.join(', ');
const exchangeColumns = `contact_id as "contactId", channel_id as "channelId", channel_type as "channelType",
  address, last_inbound_at as "lastInboundAt", sent_since_inbound as "sentSinceInbound",
  first_reply_at as "firstReplyAt"`;

// Reads one row of the index for each address of a contact on a channel, because one address may have very many
// conversations.
const byContact = 'contact_id desc, channel_id desc, address desc, thread desc';

const newestOnSqlite = (condition: string) => `(
    select rowid from conversations where tenant_id = $tenantId and ${condition} order by ${byContact} limit 1
  )`;

// SQLite cannot continue an index after several columns, so the query looks for the next address and the next channel
// in turn.
const exchangesOnSqlite = `with recursive
  wanted as (select value as contact_id from json_each($ids)),
  newest as (
    select found.* from wanted join conversations as found
    on found.rowid = ${newestOnSqlite('contact_id = wanted.contact_id')}
    union all
    select found.* from newest join conversations as found on found.rowid = coalesce(
      ${newestOnSqlite(`contact_id = newest.contact_id and channel_id = newest.channel_id
        and address < newest.address`)},
      ${newestOnSqlite('contact_id = newest.contact_id and channel_id < newest.channel_id')}
    )
  )
  select ${exchangeColumns} from newest`;

// The order includes the contact, because only the right index has this order: the plan does not depend on table
// statistics.
const newestOnPostgres = (condition: string) => `(
    select * from conversations where tenant_id = $1 and ${condition} order by ${byContact} limit 1
  )`;

const exchangesOnPostgres = `with recursive
  wanted as (select unnest($2::text[]) as contact_id),
  newest as (
    select found.* from wanted cross join lateral
      ${newestOnPostgres('contact_id <= wanted.contact_id')} as found
    where found.contact_id = wanted.contact_id
    union all
    select found.* from newest cross join lateral ${newestOnPostgres(
      `(contact_id, channel_id, address) < (newest.contact_id, newest.channel_id, newest.address)`,
    )} as found
    where found.contact_id = newest.contact_id
  )
  select ${exchangeColumns} from newest`;

function toAddresses(rows: readonly IdentityRow[], exchanges: readonly Exchange[]): AddressRows {
  return { identities: rows.map(identitiesTable.toRecord), exchanges };
}
