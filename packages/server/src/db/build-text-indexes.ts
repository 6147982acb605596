import pg from 'pg';
import { connectAlone, endAlone } from './postgres.ts';
import { searchName, textIndexed } from './text-index.ts';

// Builds the indexes of texts on Postgres, outside of a transaction: other processes read and write meanwhile. A build that
// was interrupted is resumed by the next start. The function that searches is made last, so searches use no index that
// lacks rows.

/** Extensions that a role which may create objects in its database may install. */
export const neededExtensions = ['pg_trgm', 'btree_gin'];

const rowsAtOnce = 5_000;
/** Building the index of a table takes one statement. */
const buildMs = 6 * 3_600_000;

/** A row for each searched table: whether the migration has made it, and whether its index is built. */
const statesSql = `select searched.name, to_regclass(searched.name || '_texts') is not null as is_made,
    to_regproc(searched.search) is not null as is_built
  from (values ${[...textIndexed].map((name) => `('${name}', '${searchName(name)}')`).join(', ')}) searched (name, search)`;

export interface TextIndexState {
  readonly name: string;
  readonly is_made: boolean;
  readonly is_built: boolean;
}

/** Asks for the states of the indexes of texts. */
export async function textIndexStates(
  ask: (sql: string) => PromiseLike<{ readonly rows: TextIndexState[] }>,
): Promise<TextIndexState[]> {
  return (await ask(statesSql)).rows;
}

/** Whether the index is not built although its table is there. */
export function isMissing({ is_made, is_built }: TextIndexState): boolean {
  return is_made && !is_built;
}

/** Returns whether the indexes exist now: not where the server has no such extensions, or the role may not add them. */
export async function buildTextIndexes(databaseUrl: string): Promise<boolean> {
  const client = await connectAlone(databaseUrl, buildMs);
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const states = await textIndexStates((sql) => client.query(sql));
    for (const { name: table } of states.filter(isMissing)) {
      if (!(await addExtensions(client))) return false;
      await addRows(client, table);
      await addIndex(client, table);
      await client.query(searchOf(table));
    }
    return true;
  } finally {
    await endAlone(client);
  }
}

/** No right to do so, or no such files on the server. */
const refusals = new Set(['42501', '58P01', '0A000']);

async function addExtensions(client: pg.Client): Promise<boolean> {
  try {
    for (const name of neededExtensions)
      await client.query(`create extension if not exists ${name}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && refusals.has(error.code ?? '')) return false;
    throw error;
  }
}

/** Adds the rows that were written before the triggers existed. */
async function addRows(client: pg.Client, table: string): Promise<void> {
  for (let after = ['', '']; ; ) {
    // Locked: a row that is erased meanwhile leaves no text.
    const { rows } = await client.query(
      `with found as materialized (
         select tenant_id, id, search_key from ${table} where (tenant_id, id) > ($1, $2)
         order by tenant_id, id limit ${rowsAtOnce} for share
       ), added as (
         insert into ${table}_texts (tenant_id, id, text) select * from found on conflict do nothing
       )
       select tenant_id, id from found order by tenant_id desc, id desc limit 1`,
      after,
    );
    if (rows.length === 0) return;
    after = [rows[0].tenant_id, rows[0].id];
  }
}

async function addIndex(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query(
    'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
    [`${table}_grams`],
  );
  if (rows[0]?.is_valid) return;
  await client.query(`drop index if exists ${table}_grams`);
  // An insert that finds this much waiting for the index adds it: a longer list would make it wait longer.
  await client.query(
    `create index concurrently ${table}_grams on ${table}_texts
     using gin ((tenant_id || ''), text gin_trgm_ops) with (gin_pending_list_limit = 512)`,
  );
}

/**
 * Connections of the server read by ordered indexes alone: this function allows the bitmaps that such an index needs. The
 * expression fits no other index, which Postgres would prefer while a tenant has few rows. The index would compare the
 * list of all rows of a large tenant with each trigram: there, the tenant is only compared with the rows that it finds.
 */
function searchOf(table: string): string {
  const texts = `${table}_texts`;
  const select = (ofTenant: string) =>
    `return query select t.id from ${texts} t where ${ofTenant} = tenant and t.text like pattern limit most;`;
  return `create function ${searchName(table)}(tenant text, pattern text, most integer) returns setof text
    language plpgsql stable set enable_bitmapscan = on set enable_indexscan = off set enable_seqscan = off
    as $$ begin
      if exists (
        select 1 from pg_stats s, unnest(s.most_common_vals::text::text[], s.most_common_freqs) as common (value, share)
        where s.schemaname = current_schema() and s.tablename = '${texts}' and s.attname = 'tenant_id'
          and common.value = tenant and common.share > ${largeShare}
      ) then
        ${select('t.tenant_id')}
      else
        ${select("t.tenant_id || ''")}
      end if;
    end $$`;
}

/** Of all rows, by the statistics of Postgres. */
const largeShare = 0.2;
