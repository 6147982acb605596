import type { WriteStatement } from '../../db/statement.ts';

interface References {
  readonly table: string;
  /** Names the contact, and has an index. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** Written as the time of the change, where the table has one. */
  readonly updatedAt: string | undefined;
  /** Whether the JSON of `author` names the contact, too. */
  readonly inAuthor: boolean;
}

/** Rows that one statement writes: on SQLite it blocks the process, on Postgres it has a limit of time. */
const most = { sqlite: 500, postgres: 2_000 } as const;

/** Makes some rows name another contact. Returns whether there may be more. */
export const moveReferences: WriteStatement<References, boolean> = {
  name: 'move-references',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    const { table, column, from, to, updatedAt } = input;
    const part = `select rowid from ${table} where tenant_id = @tenantId and ${column} = @from limit ${most.sqlite}`;
    const assignments = assignmentsOf(input, { from: '@from', to: '@to', updatedAt: '@updatedAt' });
    const text = `update ${table} set ${assignments} where rowid in (${part})`;
    return db.prepare(text).run({ tenantId, from, to, updatedAt }).changes === most.sqlite;
  },
  async postgres(db, calls) {
    return await Promise.all(
      calls.map(async ({ tenantId, input }) => {
        const { table, column, from, to, updatedAt } = input;
        const assignments = assignmentsOf(input, { from: '$2', to: '$3', updatedAt: '$4' });
        const moved = await db.rows(
          `move-references-${table}`,
          `with part as materialized (
             select id from ${table} where tenant_id = $1 and ${column} = $2 limit ${most.postgres}
           )
           update ${table} set ${assignments} from part
           where ${table}.tenant_id = $1 and ${table}.id = part.id returning 1`,
          [tenantId, from, to, ...(updatedAt === undefined ? [] : [updatedAt])],
        );
        return moved.length === most.postgres;
      }),
    );
  },
};

function assignmentsOf(
  { column, updatedAt, inAuthor }: References,
  bound: Record<'from' | 'to' | 'updatedAt', string>,
): string {
  return [
    `${column} = ${bound.to}`,
    ...(inAuthor ? [`author = replace(author, ${bound.from}, ${bound.to})`] : []),
    ...(updatedAt === undefined ? [] : [`updated_at = ${bound.updatedAt}`]),
  ].join(', ');
}
