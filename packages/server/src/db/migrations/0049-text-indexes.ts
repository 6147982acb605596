import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

// `q` finds texts by their trigrams (decision 340). Triggers keep a second table of each searched table: its rows are
// written only when the text changes, while the searched rows themselves change with every message.

const tables = ['contacts', 'deals', 'tickets'];

export const textIndexes: Migration = {
  name: '0049-text-indexes',
  async up(knex, dialect) {
    for (const table of tables) {
      for (const statement of textStatements[dialect](table)) await knex.raw(statement);
    }
  },
};

/** Returns the statements that add an index of texts to a table with a column `search_key`. */
export const textStatements: Record<Dialect, (table: string) => string[]> = { sqlite, postgres };

/** The number of earlier texts of rows that are removed from the index together. */
const formers = 8;

/** How many rows are added to the index together. FTS5 needs ten times as long to add a row alone. */
const group = 128;

function sqlite(table: string): string[] {
  const texts = `${table}_texts`;
  const grams = `${table}_grams`;
  const indexed = `(select seq / ${group} * ${group} from sqlite_sequence where name = '${texts}')`;
  const addGrams = (condition: string) =>
    `insert into ${grams} (rowid, text) select t.number, r.search_key
     from ${texts} t cross join ${table} r on r.tenant_id = t.tenant_id and r.id = t.id
     where ${condition} order by t.number`;
  const isOld = 'tenant_id = old.tenant_id and id = old.id';
  const isFormer = `${isOld} and former is not null`;
  const command = (name: string) => `insert into ${grams} (${grams}) values ('${name}');`;
  const secure = (value: 0 | 1) =>
    `insert into ${grams} (${grams}, rank) values ('secure-delete', ${value});`;
  const erase = (text: string, condition: string) => `
    ${command('flush')} ${secure(1)}
    insert into ${grams} (${grams}, rowid, text)
      select 'delete', number, ${text} from ${texts} where ${condition} and number <= ${indexed};
    delete from ${texts} where ${condition};
    ${command('flush')} ${secure(0)}`;
  const add = `insert into ${texts} (tenant_id, id) values (new.tenant_id, new.id);`;
  return [
    // Numbers are never reused. The index has all rows up to the last full group. The earlier text of a row stays in
    // the index, because its removal takes some milliseconds; it also stays here, because the removal needs it.
    `create table ${texts} (
      number integer primary key autoincrement, tenant_id text not null, id text not null, former text
    )`,
    `create index ${texts}_id on ${texts} (tenant_id, id)`,
    `create virtual table ${grams} using fts5(
      text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
    )`,
    // Pages of 1,000 bytes make the removal of a text faster.
    `insert into ${grams} (${grams}, rank) values ('pgsz', 1000)`,
    `insert into ${texts} (tenant_id, id) select tenant_id, id from ${table} order by id`,
    addGrams(`t.number <= ${indexed}`),
    `create trigger ${texts}_group after insert on ${texts} when new.number % ${group} = 0 begin
      ${addGrams(`t.number > new.number - ${group} and t.number <= new.number`)}; end`,
    `create trigger ${texts}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${texts}_update after update of search_key on ${table}
      when old.search_key <> new.search_key begin
      delete from ${texts} where ${isOld} and former is null and number > ${indexed};
      update ${texts} set former = old.search_key where ${isOld} and former is null;
      ${add} end`,
    `create trigger ${texts}_former after update of former on ${texts}
      when (select count(*) from ${texts} where ${isFormer}) >= ${formers} begin
      ${erase('former', isFormer)} end`,
    // When a row is deleted, its texts are removed at once, with the earlier ones. FTS5 then rewrites their pages.
    `create trigger ${texts}_delete after delete on ${table} begin
      ${erase('coalesce(former, old.search_key)', isOld)} end`,
  ];
}

/**
 * Returns the statements for Postgres. Existing rows and the index itself are added outside of this transaction
 * (build-text-indexes.ts).
 */
function postgres(table: string): string[] {
  const texts = `${table}_texts`;
  const write = (row: string) =>
    `insert into ${texts} (tenant_id, id, text) ${row}
     on conflict (tenant_id, id) do update set text = excluded.text`;
  const define = (name: string, body: string) =>
    `create function ${texts}_${name}() returns trigger language plpgsql as
     $$ begin ${body}; return null; end $$`;
  return [
    `create table ${texts} (
      tenant_id text collate "C" not null,
      id text collate "C" not null,
      text text collate "C" not null,
      primary key (tenant_id, id)
    )`,
    define('insert', write('select tenant_id, id, search_key from added')),
    define('update', write('values (new.tenant_id, new.id, new.search_key)')),
    define('delete', `delete from ${texts} where tenant_id = old.tenant_id and id = old.id`),
    `create trigger ${texts}_insert after insert on ${table} referencing new table as added
      for each statement execute function ${texts}_insert()`,
    `create trigger ${texts}_update after update of search_key on ${table} for each row
      when (old.search_key <> new.search_key) execute function ${texts}_update()`,
    `create trigger ${texts}_delete after delete on ${table} for each row
      execute function ${texts}_delete()`,
  ];
}
