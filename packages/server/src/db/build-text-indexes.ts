import pg from 'pg';
import { hasIndex } from './concurrent-indexes.ts';
import { connectAlone, endAlone, noTransactionTimeout } from './postgres.ts';
import { indexedLater, searchName } from './text-index.ts';

// Builds the indexes of texts on Postgres, outside of a transaction, so that other processes can read and write. The
// next start resumes an interrupted build. The search function is created last, so no search uses an index that lacks
// rows.

/** The extensions of the indexes. A role that may create objects in its database may install them. */
export const neededExtensions = ['pg_trgm', 'btree_gin'];

const rowsAtOnce = 5_000;
/** The time limit for the statement that builds the index of a table, in milliseconds. */
const buildMs = 6 * 3_600_000;

/** The SQL for a row of each table with the triggers of an index of texts: whether the index is built. */
const statesSql = `select relname as name, to_regproc(relname || '${searchName('')}') is not null as is_built
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = relname || '_texts_insert' and pg_table_is_visible(tgrelid) order by relname`;

export interface TextIndexState {
  readonly name: string;
  readonly is_built: boolean;
}

/** Returns the state of the index of each table with indexed texts. */
export async function textIndexStates(
  ask: (sql: string) => PromiseLike<{ readonly rows: TextIndexState[] }>,
): Promise<TextIndexState[]> {
  return (await ask(statesSql)).rows;
}

/** Returns whether the index of a table is not built. */
export function isMissing({ is_built }: TextIndexState): boolean {
  return !is_built;
}

/**
 * Builds the missing indexes. Returns true when all exist; false when Postgres lacks the extensions, or the role may
 * not install them.
 */
export async function buildTextIndexes(databaseUrl: string): Promise<boolean> {
  const client = await connectAlone(databaseUrl, buildMs);
  try {
    await client.query('set lock_timeout = 0');
    await client.query(noTransactionTimeout);
    const states = await textIndexStates((sql) => client.query(sql));
    for (const { name: table } of states.filter(isMissing)) {
      if (!(await addExtensions(client))) return false;
      if (!indexedLater.has(table)) await addRows(client, table);
      await addIndex(client, table);
      await client.query(searchOf(table));
    }
    return true;
  } finally {
    await endAlone(client);
  }
}

/** Error codes of Postgres: the role may not install the extension, or the server does not have it. */
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

/** Adds the rows that were written before the triggers existed to the index of a table. */
async function addRows(client: pg.Client, table: string): Promise<void> {
  for (let after = ['', '']; ; ) {
    // The rows are locked, so that the text of a row that is erased at the same time cannot stay in the index.
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
  if (await hasIndex((sql) => client.query(sql), `${table}_grams`)) return;
  // The index has a list of waiting rows. The insert that makes it longer than this moves its rows into the index: a
  // longer list would make that insert slower.
  await client.query(
    `create index concurrently ${table}_grams on ${table}_texts
     using gin ((tenant_id || ''), text gin_trgm_ops) with (gin_pending_list_limit = 512)`,
  );
}

/**
 * Returns the SQL of the function that searches a table. It allows bitmap scans, which this index needs and
 * which connections of the server disable. Only this index has the expression `tenant_id || ''`, so Postgres
 * can use no other. For a large tenant, this condition would make the index list all rows of the tenant. So
 * for such a tenant, Postgres looks up only the text, and then compares the tenant of each row that it found.
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

/** A tenant with more than this share of all rows, by the statistics of Postgres, counts as large. */
const largeShare = 0.2;
