import Sqlite from 'better-sqlite3';
import { sqliteFile } from '../src/db/database.ts';
import { makePlace } from './databases.ts';

/**
 * Records the texts of all statements on SQLite until `restore` is called. Call it before a database is opened, because a
 * connection prepares a statement once.
 */
export function recordTexts(): { readonly texts: ReadonlySet<string>; restore(): void } {
  const texts = new Set<string>();
  const { prepare } = Sqlite.prototype;
  Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
    texts.add(text);
    return prepare.call(this, text);
  } as typeof prepare;
  return {
    texts,
    restore: () => {
      Sqlite.prototype.prepare = prepare;
    },
  };
}

/** A step of the plan of a statement that reads a table, such as `SEARCH contacts USING INDEX contacts_phone (…)`. */
interface Read {
  readonly text: string;
  readonly table: string;
  readonly step: string;
}

/** Returns what the statements read. Without statistics, SQLite plans by the text and the indexes alone. */
export async function readsOf(texts: Iterable<string>): Promise<Read[]> {
  const { dataDir, remove } = await makePlace('SQLite');
  const db = new Sqlite(sqliteFile(dataDir));
  const tables = db.prepare<[], string>(`select name from sqlite_master where type = 'table'`);
  const names = tables.pluck().all();
  const reads: Read[] = [];
  for (const text of texts) {
    const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
    for (const { detail: step } of plan.all(...nullsFor(text))) {
      const [, alias] = /^(?:SEARCH|SCAN) (\w+)/.exec(step) ?? [];
      const isNamed = (name: string) =>
        name === alias || new RegExp(`\\b${name} (?:as )?${alias}\\b`).test(text);
      const table = alias && names.find(isNamed);
      if (table) reads.push({ text, table, step });
    }
  }
  db.close();
  await remove();
  return reads;
}

/** Returns a null for each parameter. A statement has either named parameters or others. */
function nullsFor(text: string): unknown[] {
  const names = [...text.matchAll(/[@:$]([a-z]\w*)/gi)].map(([, name]) => name);
  if (names.length > 0) return [Object.fromEntries(names.map((name) => [name, null]))];
  return [...text.replaceAll(/'[^']*'/g, '').matchAll(/\?/g)].map(() => null);
}
