import type { Exchange, StoredIdentity } from '@parley/domain';
import type { ReadStatement } from '../../db/statement.ts';
import { type IdentityRow, identitiesTable } from '../table.ts';

export interface Addresses {
  readonly identities: readonly StoredIdentity[];
  /** The newest conversation with each address on each channel. */
  readonly exchanges: readonly Exchange[];
}

/** Returns the identities of contacts, oldest first, and the data that decides their windows. */
export const readAddresses: ReadStatement<readonly string[], Addresses> = {
  name: 'read-addresses',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const ids = JSON.stringify(input);
    const isOfThem = 'contact_id in (select value from json_each(?))';
    const identities = db
      .prepare(
        `select ${columns} from identities where tenant_id = ? and ${isOfThem} order by created_at, id`,
      )
      .all(tenantId, ids);
    const exchanges = db
      .prepare(
        // SQLite takes the columns beside a maximum from its row.
        `select ${exchangeColumns}, max(thread) from conversations where tenant_id = ? and ${isOfThem}
         group by contact_id, channel_id, address`,
      )
      .all(tenantId, ids);
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return toAddresses(identities as IdentityRow[], exchanges as Exchange[]);
  },
  async postgres(db, calls) {
    return await Promise.all(
      calls.map(async ({ tenantId, input }) => {
        const [identities, exchanges] = await Promise.all([
          db.rows<IdentityRow>(
            'read-identities',
            `select ${columns} from identities where tenant_id = $1 and contact_id = any($2::text[])
             order by created_at, id`,
            [tenantId, input],
          ),
          db.rows<Exchange>(
            'read-exchanges',
            `select distinct on (contact_id, channel_id, address) ${exchangeColumns}
             from conversations where tenant_id = $1 and contact_id = any($2::text[])
             order by contact_id, channel_id, address, thread desc`,
            [tenantId, input],
          ),
        ]);
        return toAddresses(identities, exchanges);
      }),
    );
  },
  sameAs: (contactIds) => contactIds.join(),
};

const columns = identitiesTable.recordColumns.join(', ');
const exchangeColumns = `contact_id as "contactId", channel_id as "channelId", channel_type as "channelType",
  address, last_inbound_at as "lastInboundAt", sent_since_inbound as "sentSinceInbound",
  first_reply_at as "firstReplyAt"`;

function toAddresses(rows: readonly IdentityRow[], exchanges: readonly Exchange[]): Addresses {
  return { identities: rows.map(identitiesTable.toRecord), exchanges };
}
