import type { Knex } from 'knex';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

// The index of the texts of messages (decision 450). Triggers only list the new messages, because everything else
// would make a message too expensive to accept. A worker adds the listed messages to the index.

export const textsOfMessages: Migration = {
  name: '0066-texts-of-messages',
  async up(knex, dialect) {
    for (const statement of statements[dialect]) await knex.raw(statement);
    // A worker also lists the existing messages, in the order of their keys. The row is its place, and is deleted at
    // the end.
    await knex.raw(
      'create table text_backfills (after_tenant text not null, after_id text not null)',
    );
    if (await hasMessages(knex)) await knex.raw(`insert into text_backfills values ('', '')`);
  },
};

async function hasMessages(knex: Knex): Promise<boolean> {
  return (await knex('messages').select('id').first()) !== undefined;
}

const isOld = 'tenant_id = old.tenant_id and id = old.id';
const command = (name: string) => `insert into messages_grams (messages_grams) values ('${name}');`;
const secure = (value: 0 | 1) =>
  `insert into messages_grams (messages_grams, rank) values ('secure-delete', ${value});`;
const isIndexed = `exists (select 1 from messages_texts where ${isOld})`;
/** The SQL that removes a text from the index at once: FTS5 rewrites the pages that contain its trigrams. */
const eraseOnSqlite = `
  ${command('flush')} ${secure(1)}
  insert into messages_grams (messages_grams, rowid, text)
    select 'delete', number, old.text_key from messages_texts where ${isOld};
  delete from messages_texts where ${isOld};
  ${command('flush')} ${secure(0)}`;
const isChanged = 'old.text_key is not new.text_key';

const sqlite = [
  `create table messages_texts (
    number integer primary key autoincrement, tenant_id text not null, id text not null
  )`,
  'create index messages_texts_id on messages_texts (tenant_id, id)',
  `create virtual table messages_grams using fts5(
    text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
  )`,
  // Pages of 1,000 bytes make the removal of a text faster.
  `insert into messages_grams (messages_grams, rank) values ('pgsz', 1000)`,
  `create table messages_unindexed (
    tenant_id text not null, id text not null, primary key (tenant_id, id)
  ) without rowid`,
  `create trigger messages_unindexed_insert after insert on messages when new.text_key is not null begin
    insert into messages_unindexed (tenant_id, id) values (new.tenant_id, new.id); end`,
  `create trigger messages_unindexed_update after update of text_key on messages when ${isChanged} begin
    insert into messages_unindexed (tenant_id, id) values (new.tenant_id, new.id)
      on conflict do nothing; end`,
  `create trigger messages_unindexed_delete after delete on messages begin
    delete from messages_unindexed where ${isOld}; end`,
  `create trigger messages_texts_update after update of text_key on messages
    when ${isChanged} and ${isIndexed} begin ${eraseOnSqlite} end`,
  `create trigger messages_texts_delete after delete on messages
    when ${isIndexed} begin ${eraseOnSqlite} end`,
];

const define = (name: string, body: string) =>
  `create function messages_texts_${name}() returns trigger language plpgsql as
   $$ begin ${body}; return null; end $$`;
const deleteFrom = (table: string) => `delete from ${table} where ${isOld}`;

// The row in messages_unindexed is locked before the row in messages_texts, as in the worker. So a worker neither keeps
// the earlier text of a message, nor that of a deleted one.
const postgres = [
  `create table messages_texts (
    tenant_id text collate "C" not null,
    id text collate "C" not null,
    text text collate "C" not null,
    primary key (tenant_id, id)
  )`,
  `create table messages_unindexed (
    tenant_id text collate "C" not null, id text collate "C" not null, primary key (tenant_id, id)
  )`,
  define(
    'insert',
    `insert into messages_unindexed (tenant_id, id)
     select tenant_id, id from added where text_key is not null`,
  ),
  define(
    'update',
    `insert into messages_unindexed (tenant_id, id) values (new.tenant_id, new.id)
     on conflict (tenant_id, id) do update set id = excluded.id;
     ${deleteFrom('messages_texts')}`,
  ),
  define('delete', `${deleteFrom('messages_unindexed')}; ${deleteFrom('messages_texts')}`),
  `create trigger messages_texts_insert after insert on messages referencing new table as added
    for each statement execute function messages_texts_insert()`,
  `create trigger messages_texts_update after update of text_key on messages for each row
    when (old.text_key is distinct from new.text_key) execute function messages_texts_update()`,
  `create trigger messages_texts_delete after delete on messages for each row
    execute function messages_texts_delete()`,
];

const statements: Record<Dialect, readonly string[]> = { sqlite, postgres };
