import { rowsIn } from '../db/rows-in.ts';
import type { RowsIn } from '../db/table.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** The rows of a table that belong to a record and are removed with it. */
export interface Part {
  readonly table: RowsIn<object>;
  /** The column with the ID of the record. It has an index. */
  readonly column: string;
}

type PartRow = { id: string } & Record<string, string>;

/** How many rows of a table the transaction that removes a record removes itself. */
const mostAtOnce = 500;

/**
 * Removes the rows of tables that have too many for the transaction that removes their record. Call it before that
 * transaction. If the process is killed, a repeat of the request removes the rest.
 */
export async function removeLongParts(
  { db }: TenantContext,
  parts: readonly Part[],
  id: string,
): Promise<void> {
  const isLong = await Promise.all(
    parts.map(async (part) => {
      const rows = db.select(tableOf(part)).where(part.column, id);
      return (await rows.limit(mostAtOnce + 1)).length > mostAtOnce;
    }),
  );
  for (const part of parts.filter((_, index) => isLong[index])) {
    await db.removeAll(tableOf(part), matchOf(part, id));
  }
}

/** Removes the rows that belong to a record. Call it in the transaction that removes the record. */
export async function removeParts(
  { db }: TenantContext,
  parts: readonly Part[],
  id: string,
): Promise<void> {
  for (const part of parts) await db.removeAll(tableOf(part), matchOf(part, id));
}

const tableOf = ({ table, column }: Part) => rowsIn<PartRow>(table.name, ['id', column]);
// The row type has every column name.
const matchOf = ({ column }: Part, id: string) => ({ [column]: id }) as Partial<PartRow>;
