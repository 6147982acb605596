import { preparedName } from './row-statements.ts';
import type { Sqlite, WriteStatement } from './statement.ts';

/** The new cells of a row, and the columns in which they differ from the stored row. */
export interface ChangedRow {
  readonly table: string;
  /** All cells of the row, without the tenant. */
  readonly cells: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly columns: readonly string[];
}

/**
 * Updates existing rows, each once. On Postgres, rows with the same changed columns are updated by one upsert, which
 * finds each row by its primary key. An update from a list would depend on the size of the table when it was planned.
 */
export const updateTogether: WriteStatement<readonly ChangedRow[], void> = {
  name: 'update-together',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    for (const { table, cells, columns } of input) {
      updateRow(db, { tenantId, table, id: cells.id }, cells, columns);
    }
  },
  async postgres(db, calls) {
    const sent = calls.flatMap(({ tenantId, input }) =>
      [...groupsOf(input)].map(async ([text, rows]) => {
        const all = rows.map(({ cells }) => ({ ...cells, tenant_id: tenantId }));
        await db.rows(preparedName(text), text, [JSON.stringify(all)]);
      }),
    );
    await Promise.all(sent);
    return calls.map(() => undefined);
  },
};

/** Updates one row on SQLite: all given cells, or those of `columns`. Does nothing without a column. */
export function updateRow(
  db: Sqlite,
  { tenantId, table, id }: { tenantId: string; table: string; id: string },
  cells: Readonly<Record<string, unknown>>,
  columns: readonly string[] = Object.keys(cells),
): void {
  if (columns.length === 0) return;
  const assignments = columns.map((column) => `${column} = ?`).join(', ');
  const values = columns.map((column) => cells[column] ?? null);
  db.prepare(`update ${table} set ${assignments} where tenant_id = ? and id = ?`).run(
    ...values,
    tenantId,
    id,
  );
}

/** Groups the rows by their SQL. */
function groupsOf(rows: readonly ChangedRow[]): ReadonlyMap<string, readonly ChangedRow[]> {
  const groups = new Map<string, ChangedRow[]>();
  for (const row of rows) {
    const text = textOf(row);
    const known = groups.get(text);
    if (known) known.push(row);
    else groups.set(text, [row]);
  }
  return groups;
}

function textOf({ table, cells, columns }: ChangedRow): string {
  const names = ['tenant_id', ...Object.keys(cells)].join(', ');
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)
    on conflict (tenant_id, id) do update set ${assignments}`;
}
