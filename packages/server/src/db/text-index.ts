import { escapeLike } from './sql-writer.ts';
import type { Postgres, ReadStatement, Sqlite } from './statement.ts';

// Finds the rows whose column `search_key` contains a text, by an index of trigrams. For texts without a trigram, and
// texts that many rows have, crud/list.ts reads the rows in their order instead.

/** The tables that have an index of their texts, by a migration. */
export const textIndexed: ReadonlySet<string> = new Set([
  'contacts',
  'deals',
  'tickets',
  'canned_responses',
]);

/** The name of the function on Postgres that searches a table. It is created when the index has all rows. */
export const searchName = (table: string) => `${table}_found`;

interface Search {
  readonly table: string;
  /** The text, without case and accents. */
  readonly text: string;
  readonly most: number;
}

/**
 * Returns the IDs of all rows that contain the text, and perhaps of others: compare the rows again. Returns undefined
 * when the index cannot find the text, or finds more than `most` rows.
 */
export const findByText: ReadStatement<Search, readonly string[] | undefined> = {
  name: 'find-by-text',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const match = matchOf(input.text);
    return match === undefined ? undefined : findOnSqlite(db, tenantId, { ...input, match });
  },
  async postgres(db, calls) {
    return await Promise.all(
      calls.map(({ tenantId, input }) => findOnPostgres(db, tenantId, input)),
    );
  },
};

/** The size of a group, as in the migration: the index has the rows up to the last full group. */
const group = 128;

function findOnSqlite(
  db: Sqlite,
  tenantId: string,
  { table, match, most }: Search & { readonly match: string },
): readonly string[] | undefined {
  const [texts, grams] = [`${table}_texts`, `${table}_grams`];
  const numbers = db
    .prepare(`select rowid from ${grams} where ${grams} match ? order by rowid desc limit ?`)
    .pluck(true)
    .all(match, most + 1);
  if (numbers.length > most) return undefined;
  const ids = db
    .prepare(
      `select t.id from json_each(?) n cross join ${texts} t on t.number = n.value
         where t.tenant_id = ? and t.former is null
       union all
       select id from ${texts} where +tenant_id = ?
         and number > (select seq / ${group} * ${group} from sqlite_sequence where name = '${texts}')`,
    )
    .pluck(true)
    .all(JSON.stringify(numbers), tenantId, tenantId);
  return ids as string[];
}

const gramLength = 3;
/** The maximum number of trigrams that a search uses. It finds a longer text by its first trigrams. */
const maxGrams = 40;

/** Returns whether an index of trigrams can find the text, which must be without case and accents. */
export function hasTrigram(text: string): boolean {
  return [...text].length >= gramLength;
}

/** Returns the FTS5 query for all trigrams of a text; undefined when it has none. */
function matchOf(text: string): string | undefined {
  // FTS5 ignores everything after the first null character of a query.
  if (!hasTrigram(text) || text.includes('\0')) return undefined;
  const characters = [...text];
  const grams = characters.slice(0, maxGrams).map((_, at) => characters.slice(at, at + gramLength));
  const whole = grams.filter(({ length }) => length === gramLength).map((gram) => gram.join(''));
  return [...new Set(whole)].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
}

async function findOnPostgres(
  db: Postgres,
  tenantId: string,
  { table, text, most }: Search,
): Promise<readonly string[] | undefined> {
  const letters = await lettersOf(db, table);
  const start = letters === undefined ? -1 : text.search(letters);
  if (start < 0) return undefined;
  // Many phone numbers begin alike, and comparing the lists of common trigrams takes most of the time. So only the end
  // of a number is searched.
  const part = /^\+?\d{9,}$/.test(text) ? text.slice(-8) : text.slice(start);
  // The cost of LIKE grows with the product of the lengths of text and pattern.
  const pattern = `%${escapeLike([...part].slice(0, maxGrams).join(''))}%`;
  const rows = await db.rows<{ id: string }>(
    `find-by-text-${table}`,
    `select id from ${searchName(table)}($1, $2, $3) as found (id)`,
    [tenantId, pattern, most + 1],
  );
  return rows.length > most ? undefined : rows.map(({ id }) => id);
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
