import type { Dialect } from '../../db/driver.ts';
import { limitTo } from '../../db/sql-writer.ts';
import { perCall, type ReadStatement } from '../../db/statement.ts';

interface Search {
  readonly table: string;
  /** The columns that identify a row of the tenant. */
  readonly keys: readonly string[];
  readonly column: string;
  readonly condition: string | undefined;
  /** The column with the time when a row was made. */
  readonly time: string;
  /** The key of the last row that the previous call read. Absent for the first call. */
  readonly after: readonly unknown[] | undefined;
  readonly limit: number;
}

/** A row with the columns of its key. `looked` is its text, `made` the time when it was made. */
export type TextRow = Readonly<Record<string, unknown>> & {
  readonly looked: string | null;
  readonly made: string | number;
};

/** Reads the texts of some rows, in the order of their keys. */
export const readTexts: ReadStatement<Search, readonly TextRow[]> = {
  name: 'read-texts',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const values = [tenantId, ...(input.after ?? []), input.limit];
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return db.prepare(sqlOf(input, 'sqlite')).all(...values) as TextRow[];
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const name = `read-texts-${input.table}-${input.after ? 'after' : 'first'}`;
    const values = [tenantId, ...(input.after ?? []), input.limit];
    return await db.rows<TextRow>(name, sqlOf(input, 'postgres'), values);
  }),
};

function sqlOf(
  { table, keys, column, condition = 'true', time, after = [] }: Search,
  dialect: Dialect,
): string {
  const parameter = (place: number) => (dialect === 'sqlite' ? '?' : `$${place}`);
  const key = keys.join(', ');
  const places = after.map((_, index) => parameter(index + 2)).join(', ');
  const isNext = places ? `and (${key}) > (${places})` : '';
  return `select ${key}, ${column} as looked, ${time} as made from ${table}
    where tenant_id = ${parameter(1)} and ${condition} ${isNext}
    order by ${key} ${limitTo(dialect, parameter(after.length + 2))}`;
}
