import Sqlite from 'better-sqlite3';
import { afterAll, onTestFinished, vi } from 'vitest';
import { sqliteFile } from '../src/db/database.ts';
import { migratedPlace } from './databases.ts';

/** Records the texts of all statements on SQLite until the end of the test file. Call it before a database is opened. */
export function recordTexts(): Set<string> {
  const texts = new Set<string>();
  const { prepare } = Sqlite.prototype;
  const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (
    this: Sqlite.Database,
    text,
  ) {
    texts.add(text);
    return prepare.call(this, text);
  });
  afterAll(() => spy.mockRestore());
  return texts;
}

/**
 * Returns the plan of each statement, such as `SEARCH contacts USING INDEX contacts_phone (tenant_id=? AND phone=?)`.
 * Without statistics, SQLite plans by the text and the indexes alone.
 */
export async function plansOf(texts: Iterable<string>): Promise<Map<string, string[]>> {
  const db = new Sqlite(sqliteFile((await migratedPlace('SQLite')).dataDir));
  onTestFinished(() => void db.close());
  const plans = new Map<string, string[]>();
  for (const text of texts) {
    const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
    plans.set(
      text,
      steps.all(...nullsFor(text)).map(({ detail }) => detail),
    );
  }
  return plans;
}

/** Returns a null for each parameter. A statement has either named parameters or others. */
function nullsFor(text: string): unknown[] {
  const names = [...text.matchAll(/[@:$]([a-z]\w*)/gi)].map(([, name]) => name);
  if (names.length > 0) return [Object.fromEntries(names.map((name) => [name, null]))];
  return [...withoutTexts(text).matchAll(/\?/g)].map(() => null);
}

const withoutTexts = (text: string) => text.replaceAll(/'[^']*'/g, "''");
