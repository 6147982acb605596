import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

// Triggers keep the tags of all records (decision 364): a record with a new tag creates the tag, and `tag_uses` has a
// row for each tag of each record. So every write of a record updates both tables.

const taggedTables = {
  contacts: 'contact',
  conversations: 'conversation',
  deals: 'deal',
  tickets: 'ticket',
  knowledge_sources: 'knowledgeSource',
  knowledge_faqs: 'knowledgeFaq',
  canned_responses: 'cannedResponse',
};

export const tags: Migration = {
  name: '0062-tags',
  async up(knex, dialect) {
    await knex.schema.createTable('tags', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.text('name_key').notNullable();
      column.text('color');
      column.text('description');
      column.text('status').notNullable();
      column.text('replaced_by_id');
      column.text('progress');
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'name_key'], { indexName: 'tags_name' });
      table.index(['tenant_id', 'created_at', 'id'], 'tags_page');
      table.index(['tenant_id', 'updated_at', 'id'], 'tags_by_change');
    });
    for (const statement of tablesFor(dialect)) await knex.raw(statement);
    for (const [table, entity] of Object.entries(taggedTables)) {
      for (const statement of tagTriggers[dialect](table, entity)) await knex.raw(statement);
    }
  },
};

/** Returns the triggers of a table, and the statements that add the tags of existing rows. */
export const tagTriggers: Record<Dialect, (table: string, entity: string) => string[]> = {
  sqlite: sqliteTriggers,
  postgres: postgresTriggers,
};

/**
 * Returns the SQL that inserts tags, and which record has them. A new tag gets the time of the first record with it.
 */
function insertsOf(row: string, entity: string, pairs: Pairs): string {
  const { key, name, id, from, distinct = '', unknown = '' } = pairs;
  return `
    insert into tags (tenant_id, id, name, name_key, status, metadata, created_at, updated_at)
      select ${distinct} ${row}.tenant_id, 'tag_0' || ${id}, ${name}, ${key}, 'active', '{}', ${row}.updated_at, ${row}.updated_at
      from ${from} ${unknown} on conflict do nothing;
    insert into tag_uses (tenant_id, name_key, entity, record_id)
      select ${row}.tenant_id, ${key}, ${entity}, ${row}.id from ${from} on conflict do nothing;`;
}

/** The SQL that yields the tags of a row, as pairs of a name and a key. */
interface Pairs {
  readonly key: string;
  readonly name: string;
  /** The ID of a new tag: 25 digits. */
  readonly id: string;
  readonly from: string;
  /** With `unknown`, selects one pair for each key that the table `tags` lacks, sorted by key. */
  readonly distinct?: string;
  readonly unknown?: string;
}

function tablesFor(dialect: Dialect): string[] {
  const isSqlite = dialect === 'sqlite';
  const text = `text ${isSqlite ? '' : 'collate "C"'} not null`;
  const end = isSqlite ? ') without rowid' : ')';
  const uses = `create table tag_uses (tenant_id ${text}, name_key ${text}, entity ${text}, record_id ${text},
    primary key (tenant_id, name_key, entity, record_id) ${end}`;
  if (isSqlite) return [uses];
  return [
    uses,
    // The keys in tags_key have the order of the tags. tags_key begins with a line break.
    `create function tag_pairs(tags text, tags_key text) returns table (key text, name text)
      language sql immutable as $$
      select keyed.key, named.name
      from json_array_elements_text(tags::json) with ordinality as named (name, place)
      join unnest(string_to_array(tags_key, E'\\n')) with ordinality as keyed (key, place)
        on keyed.place = named.place + 1
      $$`,
    // Takes the lock of lock-kind.ts, so that a transaction that removes a tag waits for those that write it.
    `create function keep_tags() returns trigger language plpgsql as $$ begin
      delete from tag_uses where tenant_id = old.tenant_id and entity = tg_argv[0] and record_id = old.id
        and name_key = any (string_to_array(old.tags_key, E'\\n'))
        and (tg_op = 'DELETE' or name_key <> all (string_to_array(new.tags_key, E'\\n')));
      if tg_op <> 'DELETE' then
        perform pg_advisory_xact_lock_shared(5, hashtext('tag ' || new.tenant_id));
        ${insertsOf('new', 'tg_argv[0]', postgresPairs('new'))}
      end if;
      return null; end $$`,
    // An import inserts hundreds of contacts in one statement, so all of their tags are added together.
    `create function add_tags() returns trigger language plpgsql as $$ begin
      if exists (select from added where tags_key <> '') then
        perform pg_advisory_xact_lock_shared(5, hashtext('tag ' || tenant_id))
          from (select distinct tenant_id from added where tags_key <> '' order by tenant_id) as tenants;
        ${insertsOf('r', 'tg_argv[0]', postgresPairs('r', taggedIn('added')))}
      end if;
      return null; end $$`,
  ];
}

function taggedIn(table: string): string {
  return `(select * from ${table} where tags_key <> '') as r, `;
}

function postgresPairs(row: string, others = ''): Pairs {
  return {
    key: 'pair.key',
    name: 'pair.name',
    id: 'upper(substr(md5(random()::text || random()::text), 1, 25))',
    from: `${others}tag_pairs(${row}.tags, ${row}.tags_key) as pair`,
    distinct: `distinct on (${row}.tenant_id, pair.key)`,
    unknown: `where not exists (select from tags where tags.tenant_id = ${row}.tenant_id and name_key = pair.key)
      order by ${row}.tenant_id, pair.key`,
  };
}

function postgresTriggers(table: string, entity: string): string[] {
  const trigger = (name: string, event: string, condition: string) =>
    `create trigger ${table}_tags_${name} after ${event} on ${table} for each row
     when (${condition}) execute function keep_tags('${entity}')`;
  return [
    `create trigger ${table}_tags_insert after insert on ${table} referencing new table as added
     for each statement execute function add_tags('${entity}')`,
    trigger('update', 'update of tags_key', 'new.tags_key <> old.tags_key'),
    trigger('delete', 'delete', "old.tags_key <> ''"),
    insertsOf('r', `'${entity}'`, postgresPairs('r', taggedIn(table))),
  ];
}

function sqliteTriggers(table: string, entity: string): string[] {
  // A backslash is replaced by its code, so that only line breaks separate the keys.
  const keysOf = (row: string) =>
    `json_each('[' || replace(replace(json_quote(${row}.tags_key), '\\\\', '\\u005c'), '\\n', '","') || ']')`;
  const pairsOf = (row: string, others = '') => ({
    key: 'keyed.value',
    // The first key of the list is empty, because the text begins with a line break.
    name: `coalesce(json_extract(${row}.tags, '$[' || (keyed.key - 1) || ']'), keyed.value)`,
    id: 'substr(hex(randomblob(13)), 1, 25)',
    from: `${others}${keysOf(row)} as keyed where keyed.value <> ''`,
  });
  const added = insertsOf('new', `'${entity}'`, pairsOf('new'));
  const removed = (condition = '') =>
    `delete from tag_uses where tenant_id = old.tenant_id and entity = '${entity}' and record_id = old.id
     and name_key in (select value from ${keysOf('old')})${condition};`;
  const without = ` and name_key not in (select value from ${keysOf('new')})`;
  return [
    `create trigger ${table}_tags_insert after insert on ${table} when new.tags_key <> '' begin
      ${added} end`,
    `create trigger ${table}_tags_update after update of tags_key on ${table}
      when new.tags_key <> old.tags_key begin ${removed(without)} ${added} end`,
    `create trigger ${table}_tags_delete after delete on ${table} when old.tags_key <> '' begin
      ${removed()} end`,
    // better-sqlite3 runs only one statement in a call.
    ...insertsOf('r', `'${entity}'`, pairsOf('r', taggedIn(table)))
      .split(/;\s*/)
      .filter(Boolean),
  ];
}
