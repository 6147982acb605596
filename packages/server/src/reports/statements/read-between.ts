import { readPage } from '../../db/page-statement.ts';
import { preparedName } from '../../db/row-statements.ts';
import { SqlWriter } from '../../db/sql-writer.ts';
import type { Cell } from '../../db/table.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import { keysetOf, type Place } from '../../db/tenant-query.ts';

export interface Counted {
  readonly table: { readonly name: string };
  /** The SQL condition for the records that count. In the indexes by time, its column comes after the tenant. */
  readonly where?: string;
}

interface Part {
  /** The column with the time. In an index, it comes after the tenant and the column of the condition. */
  readonly at: string;
  /** SQL expressions, one for each cell of a row. */
  readonly cells: readonly string[];
  readonly after: Place;
  readonly until: Place;
  /** SQL after the conditions, such as an order or a limit. */
  readonly end: string;
}

const json = {
  sqlite: { all: 'json_group_array(json(cells))', array: 'json_array' },
  postgres: { all: 'json_agg(cells)::text', array: 'json_build_array' },
} as const;

/**
 * Reads rows of the records between two positions, in the order of time, without the record at the first position. The
 * index by this time may leave out records without it.
 */
export async function readBetween(
  db: TenantDb,
  { table, where }: Counted,
  { at, cells, after, until, end }: Part,
): Promise<Cell[][]> {
  const sql = new SqlWriter(db);
  const position = { column: at, direction: 'asc', after, until, limit: 0 } as const;
  const { rest } = keysetOf(sql, position);
  const { all, array } = json[sql.dialect];
  const text = `select ${all} as line from (select ${array}(${cells.join(', ')}) as cells
    from ${table.name} where tenant_id = ${sql.tenant}${where ? ` and ${where}` : ''}
      and ${at} is not null and ${rest} ${end}) as found`;
  const { values } = sql;
  const [line] = await db.run(readPage, { name: preparedName(text), text, values });
  // Written by the database, from columns of texts and numbers.
  return JSON.parse(line ?? '[]') as Cell[][];
}
