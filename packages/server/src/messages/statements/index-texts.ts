import {
  oneByOne,
  type Postgres,
  perCall,
  type Sqlite,
  type SystemStatement,
} from '../../db/statement.ts';

// Triggers list the messages whose texts are not in the index (db/migrations/0066-texts-of-messages.ts). These
// statements move them into the index, in batches of a limited size.

/** The key of a message of any tenant. */
export interface MessageKey {
  readonly tenant_id: string;
  readonly id: string;
}

/** Sorts before the key of every message. */
export const firstKey: MessageKey = { tenant_id: '', id: '' };

interface Unindexed {
  /** Whether at least `least` messages are not in the index. */
  readonly areMany: boolean;
  /** Whether messages that are older than the index are still to be listed. */
  readonly hasOlder: boolean;
}

const unindexedSql = (least: string) => `
  select (select count(*) from (select 1 from messages_unindexed limit ${least}) u) as listed,
    exists (select 1 from text_backfills) as has_older`;

/** Returns whether the index has to get messages. */
export const lookForUnindexed: SystemStatement<{ readonly least: number }, Unindexed> = {
  name: 'look-for-unindexed',
  scope: 'system',
  access: 'read',
  sqlite: (db, { input: { least } }) =>
    // The row has the selected columns.
    unindexedOf(db.prepare(unindexedSql('?')).get(least) as UnindexedRow, least),
  postgres: perCall(async (db, { input: { least } }) => {
    const sql = unindexedSql('$1::integer');
    const [row] = await db.rows<UnindexedRow>('look-for-unindexed', sql, [least]);
    return unindexedOf(row as UnindexedRow, least);
  }),
};

interface UnindexedRow {
  readonly listed: number;
  readonly has_older: boolean | 0 | 1;
}

function unindexedOf({ listed, has_older }: UnindexedRow, least: number): Unindexed {
  return { areMany: Number(listed) >= least, hasOlder: Boolean(has_older) };
}

const atOnce = 256;
/** The number of characters with which a batch ends, after a whole text: SQLite needs about 10 ms for them. */
const mostCharacters = 20_000;

/**
 * Moves the next listed messages into the index. Returns the key of the last one, or `firstKey` at the end of the list.
 * Several workers may run it at the same time.
 */
export const indexTexts: SystemStatement<MessageKey, MessageKey> = {
  name: 'index-texts',
  scope: 'system',
  access: 'write',
  sqlite: (db, { input }) => indexOnSqlite(db, input),
  postgres: oneByOne((db, { input }) => indexOnPostgres(db, input)),
};

function indexOnSqlite(db: Sqlite, after: MessageKey): MessageKey {
  // The rows have the selected columns.
  const rows = db
    .prepare(
      `select u.tenant_id, u.id, m.text_key from messages_unindexed u
       left join messages m on m.tenant_id = u.tenant_id and m.id = u.id
       where (u.tenant_id, u.id) > (?, ?) order by u.tenant_id, u.id limit ${atOnce}`,
    )
    .all(after.tenant_id, after.id) as (MessageKey & { text_key: string | null })[];
  const number = db.prepare('insert into messages_texts (tenant_id, id) values (?, ?)');
  const index = db.prepare('insert into messages_grams (rowid, text) values (?, ?)');
  const remove = db.prepare('delete from messages_unindexed where tenant_id = ? and id = ?');
  let characters = 0;
  for (const { tenant_id, id, text_key } of rows) {
    if (text_key !== null) index.run(number.run(tenant_id, id).lastInsertRowid, text_key);
    remove.run(tenant_id, id);
    characters += text_key?.length ?? 0;
    if (characters >= mostCharacters) return { tenant_id, id };
  }
  return rows.length < atOnce ? firstKey : (rows.at(-1) ?? firstKey);
}

async function indexOnPostgres(db: Postgres, after: MessageKey): Promise<MessageKey> {
  const keys = await db.rows<MessageKey>(
    'take-unindexed',
    `with taken as (
       delete from messages_unindexed where ctid = any (array(
         select ctid from messages_unindexed where (tenant_id, id) > ($1, $2)
         order by tenant_id, id limit ${atOnce} for update skip locked))
       returning tenant_id, id
     )
     select tenant_id, id from taken order by tenant_id, id`,
    [after.tenant_id, after.id],
  );
  // A statement of its own, because it must see changes that were committed before the keys were locked.
  await db.rows(
    'index-texts',
    `insert into messages_texts (tenant_id, id, text)
     select m.tenant_id, m.id, m.text_key
     from unnest($1::text[], $2::text[]) as k (tenant_id, id)
     cross join lateral (
       select m.tenant_id, m.id, m.text_key from messages m
       where m.tenant_id = k.tenant_id and m.id = k.id and m.text_key is not null limit 1
     ) m
     on conflict (tenant_id, id) do update set text = excluded.text`,
    [keys.map(({ tenant_id }) => tenant_id), keys.map(({ id }) => id)],
  );
  return keys.length < atOnce ? firstKey : (keys.at(-1) ?? firstKey);
}

const listedAtOnce = 512;

/** Lists some of the messages that are older than the index. */
export const listOlder: SystemStatement<null, void> = {
  name: 'list-older-messages',
  scope: 'system',
  access: 'write',
  sqlite(db) {
    const place = db.prepare(placeSql).get() as MessageKey | undefined;
    const last = place && (db.prepare(lastSql('?', '?')).get(...cells(place)) as MessageKey);
    if (!place) return;
    db.prepare(listSql('?', '?', '?', '?')).run(...cells(place), ...cells(last ?? endKey));
    if (last) db.prepare(moveSql('?', '?')).run(...cells(last));
    else db.prepare(endSql).run();
  },
  postgres: oneByOne(async (db) => {
    const sql = `${placeSql} for update skip locked`;
    const [place] = await db.rows<MessageKey>('place-of-older', sql, []);
    if (!place) return;
    const [last] = await db.rows<MessageKey>('last-of-older', lastSql('$1', '$2'), cells(place));
    const range = [...cells(place), ...cells(last ?? endKey)];
    await db.rows('list-older', listSql('$1', '$2', '$3', '$4'), range);
    if (last) await db.rows('move-older', moveSql('$1', '$2'), cells(last));
    else await db.rows('end-older', endSql, []);
  }),
};

const cells = ({ tenant_id, id }: MessageKey) => [tenant_id, id];
/** Sorts after the key of every message. */
const endKey: MessageKey = { tenant_id: '~', id: '' };

const placeSql = 'select after_tenant as tenant_id, after_id as id from text_backfills';
const lastSql = (tenant: string, id: string) => `
  select tenant_id, id from messages where (tenant_id, id) > (${tenant}, ${id})
  order by tenant_id, id limit 1 offset ${listedAtOnce - 1}`;
const listSql = (tenant: string, id: string, lastTenant: string, lastId: string) => `
  insert into messages_unindexed (tenant_id, id)
  select m.tenant_id, m.id from messages m
  where (m.tenant_id, m.id) > (${tenant}, ${id}) and (m.tenant_id, m.id) <= (${lastTenant}, ${lastId})
    and m.text_key is not null
    and not exists (select 1 from messages_texts t where t.tenant_id = m.tenant_id and t.id = m.id)
  on conflict do nothing`;
const moveSql = (tenant: string, id: string) =>
  `update text_backfills set after_tenant = ${tenant}, after_id = ${id}`;
const endSql = 'delete from text_backfills';
