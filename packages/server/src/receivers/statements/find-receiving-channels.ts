import type { ChannelProvider, ChannelType } from '@parley/contract/schemas';
import { perCall, type SystemStatement } from '../../db/statement.ts';

/** A channel, of any tenant, that a webhook may concern. */
export interface ReceivingChannel {
  tenantId: string;
  channelId: string;
  type: ChannelType;
  provider: ChannelProvider;
  /** The provider's ID of the account; null until the account is verified. */
  externalId: string | null;
  /** The channel's configuration as JSON. */
  config: string | null;
}

const columns = `tenant_id as "tenantId", id as "channelId", type, provider, external_id as "externalId", config`;
const receives = `provider <> 'sandbox' and archived_at is null`;

/** Finds the channel with an ID. Returns undefined when it does not exist or cannot receive messages. */
export const findReceivingChannel: SystemStatement<string, ReceivingChannel | undefined> = {
  name: 'find-receiving-channel',
  scope: 'system',
  access: 'read',
  sqlite: (db, { input }) =>
    // The row has the columns that are selected: better-sqlite3 does not know their types.
    db.prepare(`select ${columns} from channels where id = ? and ${receives}`).get(input) as
      | ReceivingChannel
      | undefined,
  async postgres(db, calls) {
    const text = `select ${columns} from channels where id = any($1::text[]) and ${receives}`;
    const ids = calls.map(({ input }) => input);
    const rows = await db.rows<ReceivingChannel>('find-receiving-channel', text, [ids]);
    return ids.map((id) => rows.find(({ channelId }) => channelId === id));
  },
};

interface Named {
  readonly type: ChannelType;
  readonly externalIds: readonly string[];
}

/** Finds the channels of a network with a verified account that has one of these provider's IDs. */
export const findChannelsNamed: SystemStatement<Named, readonly ReceivingChannel[]> = {
  name: 'find-channels-named',
  scope: 'system',
  access: 'read',
  sqlite: (db, { input: { type, externalIds } }) =>
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    db
      .prepare(
        `select ${columns} from channels
         where type = ? and external_id in (select value from json_each(?)) and ${receives}`,
      )
      .all(type, JSON.stringify(externalIds)) as ReceivingChannel[],
  postgres: perCall((db, { input: { type, externalIds } }) => {
    const text = `select ${columns} from channels
      where type = $1 and external_id = any($2::text[]) and ${receives}`;
    return db.rows<ReceivingChannel>('find-channels-named', text, [type, externalIds]);
  }),
};

/**
 * Finds the WhatsApp channels with a verified account that belong to these business accounts. Few webhooks name only
 * the business account.
 */
export const findChannelsOfAccounts: SystemStatement<
  readonly string[],
  readonly ReceivingChannel[]
> = {
  name: 'find-channels-of-accounts',
  scope: 'system',
  access: 'read',
  sqlite: (db, { input }) =>
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    db
      .prepare(
        `select ${columns} from channels
         where type = 'whatsapp' and external_id is not null and ${receives}
           and json_extract(config, '$.wabaId') in (select value from json_each(?))`,
      )
      .all(JSON.stringify(input)) as ReceivingChannel[],
  postgres: perCall((db, { input }) => {
    const text = `select ${columns} from channels
      where type = 'whatsapp' and external_id is not null and ${receives}
        and config::json ->> 'wabaId' = any($1::text[])`;
    return db.rows<ReceivingChannel>('find-channels-of-accounts', text, [input]);
  }),
};
