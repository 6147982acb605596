import { type Gram, gramsOf, partsOf, rarestOf } from './rare-trigrams.ts';
import { escapeLike } from './sql-writer.ts';
import { type Postgres, perCall, type ReadStatement, type Sqlite } from './statement.ts';
import type { RowsIn } from './table.ts';
import type { TenantDb } from './tenant-db.ts';

// Finds the rows whose column `search_key` contains a text, by an index of trigrams. For texts without a trigram, and
// texts that many rows have, crud/list.ts reads the rows in their order instead.

/**
 * The tables whose rows a worker adds to the index later (messages/index-texts.ts). Until then, a table such as
 * `messages_unindexed` lists the rows, and a search returns all of them.
 */
export const indexedLater: ReadonlySet<string> = new Set(['messages']);

/** A channel has few templates, and another index finds those of the channel. */
const unindexed: ReadonlySet<string> = new Set(['templates']);

/** Returns whether a table has an index of its texts, which a migration has created. */
export function hasTextIndex({ name, columns }: Omit<RowsIn<unknown>, 'row'>): boolean {
  return indexedLater.has(name) || (columns.includes('search_key') && !unindexed.has(name));
}

/** The name of the function on Postgres that searches a table. It is created when the index has all rows. */
export const searchName = (table: string) => `${table}_found`;

interface Search {
  readonly table: string;
  /** The text, without case and accents. */
  readonly text: string;
  readonly most: number;
}

/**
 * Returns the IDs of all rows that contain the text, and perhaps IDs of other rows: compare the rows again. Returns
 * undefined when the index cannot find the text, or finds more than `most` rows.
 */
export const findByText: ReadStatement<Search, readonly string[] | undefined> = {
  name: 'find-by-text',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    // FTS5 ignores everything after the first null character of a query.
    const grams = input.text.includes('\0') ? [] : gramsOf(input.text);
    if (grams.length === 0) return undefined;
    const sampled = () => db.prepare(sampleSql(input.table, ['?', '?'])).pluck(true);
    const isLong = grams.length > gramsAsked[0];
    const sample = isLong ? (sampled().all(tenantId, tenantId) as string[]) : [];
    for (const count of gramsAsked) {
      const match = matchOf(rarestOf(grams, sample, count));
      const found = findOnSqlite(db, tenantId, { ...input, match });
      if (found || grams.length <= count) return found;
    }
    return undefined;
  },
  postgres: perCall((db, { tenantId, input }) => findOnPostgres(db, tenantId, input)),
};

/** Finds the rows that contain one of the texts, as `findByText` finds those with one text. */
export async function findByTexts(
  db: Pick<TenantDb, 'run'>,
  { texts, ...search }: Omit<Search, 'text'> & { readonly texts: readonly string[] },
): Promise<readonly string[] | undefined> {
  const found = await Promise.all(texts.map((text) => db.run(findByText, { ...search, text })));
  const ids = new Set<string>();
  for (const some of found) {
    if (!some) return undefined;
    for (const id of some) ids.add(id);
  }
  return ids.size > search.most ? undefined : [...ids];
}

/**
 * The number of trigrams that the index is asked for: the rarest ones first, and more of them when it finds too many
 * rows.
 */
const gramsAsked = [6, 36] as const;

/**
 * The texts from which the frequency of a trigram is estimated: so many of the newest rows, as many of the oldest, and
 * so many characters of each.
 */
const sampled = { texts: 50, characters: 500 };

/** Returns the SQL for the newest and the oldest texts of a tenant. An import may have added all of the newest. */
function sampleSql(table: string, tenants: readonly [string, string]): string {
  const column = table === 'messages' ? 'text_key' : 'search_key';
  const [newest, oldest] = (['desc', 'asc'] as const).map(
    (direction, place) => `select * from (
      select substr(coalesce(${column}, ''), 1, ${sampled.characters}) as text from ${table}
      where tenant_id = ${tenants[place]} order by id ${direction} limit ${sampled.texts}
    ) as ${direction === 'desc' ? 'newest' : 'oldest'}`,
  );
  return `${newest} union all ${oldest}`;
}

/**
 * The number of rows that the triggers add to the index together, as in the migration. The index has the rows up to the
 * last full group.
 */
const group = 128;

function findOnSqlite(
  db: Sqlite,
  tenantId: string,
  { table, match, most }: Search & { readonly match: string },
): readonly string[] | undefined {
  const [texts, grams] = [`${table}_texts`, `${table}_grams`];
  const isLater = indexedLater.has(table);
  // Read before the index, because another process may move rows from one to the other meanwhile.
  const waiting = isLater
    ? findUnindexedOnSqlite(db, tenantId, table, most)
    : lastGroup(db, tenantId, texts);
  if (!waiting) return undefined;
  const numbers = db
    .prepare(`select rowid from ${grams} where ${grams} match ? order by rowid desc limit +?`)
    .pluck(true)
    .all(match, most + 1);
  if (numbers.length > most) return undefined;
  const ids = db
    .prepare(
      `select t.id from json_each(?) n cross join ${texts} t on t.number = n.value
         where t.tenant_id = ? ${isLater ? '' : 'and t.former is null'}`,
    )
    .pluck(true)
    .all(JSON.stringify(numbers), tenantId) as string[];
  return [...ids, ...waiting];
}

/** Returns the rows that are not in the index yet, because the triggers add them together with later ones. */
function lastGroup(db: Sqlite, tenantId: string, texts: string): string[] {
  const ids = db
    .prepare(
      `select id from ${texts} where +tenant_id = ?
         and number > (select seq / ${group} * ${group} from sqlite_sequence where name = '${texts}')`,
    )
    .pluck(true)
    .all(tenantId);
  return ids as string[];
}

/** Returns the rows that a worker has not indexed yet; undefined when there are more than `most`. */
function findUnindexedOnSqlite(
  db: Sqlite,
  tenantId: string,
  table: string,
  most: number,
): string[] | undefined {
  const ids = db
    .prepare(unindexedSql(table, ['?', '?', '?']))
    .pluck(true)
    .all(tenantId, tenantId, most + 1) as (string | null)[];
  return knownRows(ids, most);
}

/**
 * Returns the SQL for the IDs of the rows that a worker has not indexed yet. If the first result is null, the
 * index cannot be used yet: not all records that are older than the index have been listed for it.
 */
const unindexedSql = (table: string, [tenant, again, most]: readonly [string, string, string]) => `
  select null as id from text_backfills where after_tenant <= ${tenant}
  union all
  select * from (select id from ${table}_unindexed where tenant_id = ${again} limit ${most}) u`;

function knownRows(ids: readonly (string | null)[], most: number): string[] | undefined {
  const known = ids.filter((id) => id !== null);
  return known.length === ids.length && ids.length <= most ? known : undefined;
}

/** Returns whether an index of trigrams can find the text, which must be without case and accents. */
export function hasTrigram(text: string): boolean {
  return gramsOf(text).length > 0;
}

/** Returns the FTS5 query for rows with all of these trigrams. */
function matchOf(grams: readonly Gram[]): string {
  const texts = new Set(grams.map(({ text }) => text));
  return [...texts].map((text) => `"${text.replaceAll('"', '""')}"`).join(' AND ');
}

async function findOnPostgres(
  db: Postgres,
  tenantId: string,
  { table, text, most }: Search,
): Promise<readonly string[] | undefined> {
  const letters = await lettersOf(db, table);
  const start = letters === undefined ? -1 : text.search(letters);
  if (!letters || start < 0) return undefined;
  const all = gramsOf(text.slice(start));
  // In a long text, only trigrams of letters and digits are useful: Postgres builds no others inside of a text.
  const grams = all.length > gramsAsked[0] ? all.filter((gram) => letters.test(gram.text)) : all;
  // The listed rows are read before the index, because a worker moves rows from one to the other meanwhile.
  const unindexed = indexedLater.has(table)
    ? await findUnindexedOnPostgres(db, tenantId, table, most)
    : [];
  if (!unindexed) return undefined;
  const sample = grams.length > gramsAsked[0] ? await sampleOnPostgres(db, tenantId, table) : [];
  for (const count of gramsAsked) {
    const parts = partsOf(rarestOf(grams, sample, count)).map(escapeLike);
    const rows = await db.rows<{ id: string }>(
      `find-by-text-${table}`,
      `select id from ${searchName(table)}($1, $2, $3) as found (id)`,
      [tenantId, `%${parts.join('%')}%`, most + 1],
    );
    if (rows.length <= most) return [...rows.map(({ id }) => id), ...unindexed];
    if (grams.length <= count) break;
  }
  return undefined;
}

async function sampleOnPostgres(db: Postgres, tenantId: string, table: string): Promise<string[]> {
  const sql = sampleSql(table, ['$1', '$1']);
  const rows = await db.rows<{ text: string }>(`sample-texts-${table}`, sql, [tenantId]);
  return rows.map(({ text }) => text);
}

async function findUnindexedOnPostgres(
  db: Postgres,
  tenantId: string,
  table: string,
  most: number,
): Promise<string[] | undefined> {
  const rows = await db.rows<{ id: string | null }>(
    `find-unindexed-${table}`,
    unindexedSql(table, ['$1', '$1', '$2']),
    [tenantId, most + 1],
  );
  return knownRows(
    rows.map(({ id }) => id),
    most,
  );
}

const known = new WeakMap<Postgres, Map<string, RegExp>>();

/** Returns the characters of which this database builds trigrams; undefined while the index does not exist. */
async function lettersOf(db: Postgres, table: string): Promise<RegExp | undefined> {
  const tables = known.get(db) ?? new Map<string, RegExp>();
  known.set(db, tables);
  const asked = tables.get(table);
  if (asked) return asked;
  const [found] = await db.rows<{ is_built: boolean }>(
    '',
    'select to_regproc($1) is not null as is_built',
    [searchName(table)],
  );
  if (!found?.is_built) return undefined;
  // With the locale C, only ASCII letters form trigrams.
  const [locale] = await db.rows<{ has_all: boolean }>(
    '',
    `select cardinality(show_trgm('王')) > 0 as has_all`,
    [],
  );
  const letters = locale?.has_all ? /[\p{Letter}\p{Number}]{3}/u : /[a-z0-9]{3}/;
  tables.set(table, letters);
  return letters;
}
