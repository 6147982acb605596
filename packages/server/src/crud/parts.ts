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

/** The maximum number of rows of a table that the transaction of a removal or a merge changes itself. */
const mostAtOnce = 500;

/**
 * Removes the rows of tables that have too many for the transaction that removes their record. Call it before that
 * transaction. If the process is killed, a repeat of the request removes the rest.
 */
export async function removeLongParts(
  ctx: TenantContext,
  parts: readonly Part[],
  id: string,
): Promise<void> {
  for (const part of await longParts(ctx, parts, id)) {
    await ctx.db.removeAll(tableOf(part), matchOf(part, id));
  }
}

/** Returns the parts of which a record has too many rows for one transaction. */
export async function longParts<Some extends Part>(
  { db }: TenantContext,
  parts: readonly Some[],
  id: string,
): Promise<Some[]> {
  const isLong = await Promise.all(
    parts.map(async ({ table, column }) => {
      const rows = db.select(rowsIn<PartRow>(table.name, [column])).where(column, id);
      return (await rows.limit(mostAtOnce + 1)).length > mostAtOnce;
    }),
  );
  return parts.filter((_, index) => isLong[index]);
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
