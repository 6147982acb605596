import { preparedName } from './row-statements.ts';
import { type Call, type Postgres, perCall, type WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';

export interface NewRow {
  readonly table: string;
  /** The values of the columns, by their names, without `tenant_id`. */
  readonly cells: Readonly<Record<string, unknown>>;
  /** The SQL for a unique value that already exists; empty when such a value is an error. */
  readonly conflict: '' | ` on conflict${string} do nothing`;
}

/** Inserts a row. Returns false, without an insert, when a unique value exists. */
export const insertFreeRows: WriteStatement<NewRow, boolean> = {
  name: 'insert-free-rows',
  access: 'write',
  atomic: true,
  sqlite: (db, { tenantId, input }) =>
    insertRows.sqlite(db, { tenantId, input: unlessTaken(input) }),
  postgres: (db, calls) =>
    insertRows.postgres(
      db,
      calls.map((call) => ({ ...call, input: unlessTaken(call.input) })),
    ),
};

function unlessTaken(row: NewRow): NewRow {
  return { ...row, conflict: ' on conflict do nothing' };
}

/**
 * Inserts a row of any table. Returns false when a unique value exists. On Postgres, one query inserts the rows of one
 * table. It reads them from JSON, with the types of the table's columns; a single row has a parameter for each column.
 */
export const insertRows: WriteStatement<NewRow, boolean> = {
  name: 'insert-rows',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { table, cells, conflict } }) {
    const values = Object.values(cells).map((cell) => cell ?? null);
    const text = `insert into ${table} (tenant_id${columnsOf(cells)})
      values (?${', ?'.repeat(values.length)})${conflict}`;
    return db.prepare(text).run(tenantId, ...values).changes > 0;
  },
  async postgres(db, calls) {
    const groups = new Map<string, Group>();
    for (const [place, call] of calls.entries()) {
      const shape = textOf(call.input, '');
      const known = groups.get(shape);
      if (known) known.push({ place, call });
      else groups.set(shape, [{ place, call }]);
    }
    const inserted = new Set<number>();
    const sent = [...groups.values()].map(async (group) => {
      for (const place of await insertGroup(db, group)) inserted.add(place);
    });
    await Promise.all(sent);
    return calls.map((_, place) => inserted.has(place));
  },
};

interface NewRows {
  readonly table: string;
  /** The columns of each row, without `tenant_id`. */
  readonly columns: readonly string[];
  readonly rows: readonly object[];
}

/** Inserts all rows of one call. They are of one table and have the same columns. */
export const insertTogether: WriteStatement<NewRows, void> = {
  name: 'insert-together',
  access: 'write',
  sqlite(db, { tenantId, input: { table, columns, rows } }) {
    const marks = columns.map((column) => `, @${column}`).join('');
    const text = `insert into ${table} (tenant_id, ${columns}) values (@tenant_id${marks})`;
    const insert = db.prepare(text);
    for (const row of rows) insert.run({ ...row, tenant_id: tenantId });
  },
  postgres: perCall(async (db, { tenantId, input: { table, columns, rows } }) => {
    const text = `insert into ${table} (tenant_id, ${columns})
      select $1, ${columns} from json_populate_recordset(null::${table}, $2::json)`;
    await db.rows(preparedName(text), text, [tenantId, JSON.stringify(rows)]);
  }),
};

interface Placed {
  readonly place: number;
  readonly call: Call<NewRow>;
}

type Group = [Placed, ...Placed[]];

/** Returns the positions of the inserted rows. */
async function insertGroup(db: Postgres, group: Group): Promise<number[]> {
  const { text, values } = group.length === 1 ? ofOne(group) : ofMany(group);
  const inserted = await db.rows<{ id: string }>(preparedName(text), text, values);
  if (inserted.length === group.length) return group.map(({ place }) => place);
  if (inserted.length === 0) return [];
  const ids = new Set(inserted.map(({ id }) => id));
  const known = group.filter(({ call }) => ids.has(String(call.input.cells['id'])));
  // Rows without IDs cannot be distinguished: each is inserted again alone.
  if (known.length !== inserted.length) throw new Error('it is not known which rows were taken');
  return known.map(({ place }) => place);
}

function ofOne([{ call }]: Group) {
  const { tenantId, input } = call;
  const values = [tenantId, ...Object.values(input.cells)];
  const marks = values.map((_, place) => `$${place + 1}`);
  return { text: textOf(input, `values (${marks})`), values };
}

function ofMany(group: Group) {
  const [{ call }] = group;
  const { table, cells } = call.input;
  const rows = group.map(({ call }) => ({ ...call.input.cells, tenant_id: call.tenantId }));
  const source = `select tenant_id${columnsOf(cells)} from json_populate_recordset(null::${table}, $1::json)`;
  return { text: textOf(call.input, source), values: [JSON.stringify(rows)] };
}

/** Returns the SQL of an insert. `source` returns the rows with the tenant and the columns of the cells. */
function textOf({ table, cells, conflict }: NewRow, source: string): string {
  const id = 'id' in cells ? 'id' : 'null as id';
  return `insert into ${table} (tenant_id${columnsOf(cells)}) ${source}${conflict} returning ${id}`;
}

function columnsOf(cells: NewRow['cells']): string {
  return Object.keys(cells)
    .map((column) => `, ${column}`)
    .join('');
}

/** Returns the input of a statement that inserts a row. The tenant comes from the call. */
export function newRow(
  { name }: RowsIn<object>,
  row: object,
  conflict: NewRow['conflict'] = '',
): NewRow {
  const { tenant_id: _tenant, ...cells } = row as Record<string, unknown>;
  return { table: name, cells, conflict };
}
