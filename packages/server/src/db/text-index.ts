import { escapeLike } from './sql-writer.ts';
import type { Postgres, ReadStatement, Sqlite } from './statement.ts';

// Finds rows by a text in their column `search_key`, by an index of trigrams. Texts without a trigram, and texts of many
// rows, are found by reading the rows in their order instead (crud/list.ts).

/** The tables whose migration has made an index of their texts. */
export const textIndexed: ReadonlySet<string> = new Set([
  'contacts',
  'deals',
  'tickets',
  'canned_responses',
]);

/** The function on Postgres that searches a table. It is made when the index has all rows. */
export const searchName = (table: string) => `${table}_found`;

interface Search {
  readonly table: string;
  /** Folded. */
  readonly text: string;
  readonly most: number;
}

/**
 * Returns the ids of all rows with the text, perhaps among others; undefined where the index cannot tell, or knows more
 * than `most`.
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

/** As in the migration: rows up to the last full group are in the index. */
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
/** A longer text is found by its first trigrams. */
const maxGrams = 40;

/** Whether an index of trigrams may find a folded text. */
export function hasTrigram(text: string): boolean {
  return [...text].length >= gramLength;
}

/** The query of FTS5 for all trigrams of a text; undefined without one. */
function matchOf(text: string): string | undefined {
  // FTS5 reads a query up to the first null character.
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
  // Many numbers begin alike: comparing the lists of these trigrams takes most of the time.
  const part = /^\+?\d{9,}$/.test(text) ? text.slice(-8) : text.slice(start);
  // LIKE multiplies the lengths of the text and of the pattern.
  const pattern = `%${escapeLike([...part].slice(0, maxGrams).join(''))}%`;
  const rows = await db.rows<{ id: string }>(
    `find-by-text-${table}`,
    `select id from ${searchName(table)}($1, $2, $3) as found (id)`,
    [tenantId, pattern, most + 1],
  );
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

const known = new WeakMap<Postgres, Map<string, RegExp>>();

/** The letters of the trigrams of this database; undefined without the index, which may be built later. */
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
  // With the locale C, only ASCII letters count.
  const [locale] = await db.rows<{ has_all: boolean }>(
    '',
    `select cardinality(show_trgm('王')) > 0 as has_all`,
    [],
  );
  const letters = locale?.has_all ? /[\p{Letter}\p{Number}]{3}/u : /[a-z0-9]{3}/;
  tables.set(table, letters);
  return letters;
}
