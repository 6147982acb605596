import { perCall, type WriteStatement } from '../../db/statement.ts';

interface References {
  readonly table: string;
  /** The column that names the contact. It has an index. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** Values for other columns of the same rows. */
  readonly cells: Readonly<Record<string, string | number | null>>;
  /** Whether the JSON in the column `author` also names the contact. */
  readonly inAuthor: boolean;
}

/**
 * The maximum number of rows that one statement writes: on SQLite it blocks the process, on Postgres it has a time
 * limit.
 */
const most = { sqlite: 500, postgres: 2_000 } as const;

/** Makes some rows that refer to a contact refer to another one. Returns whether more may remain. */
export const moveReferences: WriteStatement<References, boolean> = {
  name: 'move-references',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    const { table, column, from, to, cells } = input;
    const part = `select rowid from ${table} where tenant_id = @tenantId and ${column} = @from limit ${most.sqlite}`;
    const assignments = assignmentsOf(input, (name) => `@${name}`);
    const text = `update ${table} set ${assignments} where rowid in (${part})`;
    return db.prepare(text).run({ tenantId, from, to, ...cells }).changes === most.sqlite;
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const { table, column, from, to, cells } = input;
    const names = ['tenantId', 'from', 'to', ...Object.keys(cells)];
    const assignments = assignmentsOf(input, (name) => `$${names.indexOf(name) + 1}`);
    const moved = await db.rows(
      `move-references-${table}`,
      `update ${table} set ${assignments} where tenant_id = $1 and id = any (array(
         select id from ${table} where tenant_id = $1 and ${column} = $2 limit ${most.postgres}
       )) returning 1`,
      [tenantId, from, to, ...Object.values(cells)],
    );
    return moved.length === most.postgres;
  }),
};

function assignmentsOf(
  { column, cells, inAuthor }: References,
  bound: (name: string) => string,
): string {
  return [
    `${column} = ${bound('to')}`,
    ...(inAuthor ? [`author = replace(author, ${bound('from')}, ${bound('to')})`] : []),
    ...Object.keys(cells).map((name) => `${name} = ${bound(name)}`),
  ].join(', ');
}
