import { readPage } from '../../db/page-statement.ts';
import { preparedName } from '../../db/row-statements.ts';
import { sqlWriter } from '../../db/sql-writer.ts';
import type { Cell } from '../../db/table.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import { keysetOf, type Place } from '../../db/tenant-query.ts';

export interface Counted {
  readonly table: { readonly name: string };
  /** Condition of the records that count, on the column that follows the tenant in the indexes of the times. */
  readonly where?: string;
}

interface Part {
  /** Column of the time, which an index has after the tenant and the column of the condition. */
  readonly at: string;
  /** SQL of the cells of a row. */
  readonly cells: readonly string[];
  readonly after: Place;
  readonly until: Place;
  /** SQL after the conditions. */
  readonly end: string;
}

const json = {
  sqlite: { all: 'json_group_array(json(cells))', array: 'json_array' },
  postgres: { all: 'json_agg(cells)::text', array: 'json_build_array' },
} as const;

/** Reads rows of the records between two places, without a record at the first one. */
export async function readBetween(
  db: TenantDb,
  { table, where }: Counted,
  { at, cells, after, until, end }: Part,
): Promise<Cell[][]> {
  const sql = sqlWriter(db);
  const position = { column: at, direction: 'asc', after, until, limit: 0 } as const;
  const { rest } = keysetOf(sql, position);
  const { all, array } = json[sql.dialect];
  const text = `select ${all} as line from (select ${array}(${cells.join(', ')}) as cells
    from ${table.name} where tenant_id = ${sql.tenant}${where ? ` and ${where}` : ''} and ${rest} ${end}) as found`;
  const { values } = sql;
  const [line] = await db.run(readPage, { name: preparedName(text), text, values });
  // Written by the database, from columns of texts and numbers.
  return JSON.parse(line ?? '[]') as Cell[][];
}
