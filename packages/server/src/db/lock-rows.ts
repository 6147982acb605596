import { RunAgainError } from './failures.ts';
import { failUnless, runAgainUnlessAll } from './requirements.ts';
import { preparedName } from './row-statements.ts';
import type { Call, Postgres, WriteStatement } from './statement.ts';

// A transaction that only changes the row that it has read needs no connection until it writes. It locks the row
// together with the write, if the row has not changed since.

// Each insert of a row with a foreign key locks the row that it refers to (`for key share`). `for update` waits for
// these locks. Many rows refer to the rows of these tables: under constant inserts, the wait would never end. Only the
// deletion of a tenant removes their rows, so a weaker lock is enough.
const weaklyLocked = new Set(['channels', 'tenants', 'users']);

/** Returns the SQL of Postgres that locks rows of a table until the end of the transaction. */
export function rowLock(table: string): string {
  return weaklyLocked.has(table) ? 'for no key update' : 'for update';
}

/** A row of Postgres, with the version that the transaction has read. */
export interface SeenRow {
  readonly table: string;
  readonly id: string;
  /** The system column `xmin`, which every write of a row changes. */
  readonly version: string;
}

/**
 * Locks the rows of each call. Returns false for a call if one of its rows has changed since it was read. Of several
 * calls with the same row, only the first returns true.
 */
export const lockSeenRows: WriteStatement<readonly SeenRow[], boolean> = {
  name: 'lock-seen-rows',
  access: 'write',
  sqlite: onlyOnPostgres,
  async postgres(db, calls) {
    const locked = new Set<string>();
    await Promise.all(
      groupsOf(calls).map(async ({ table, seen }) => {
        for (const row of await ask<Locked>(db, lockSql(table), seen)) {
          locked.add(keyOf(row.tenant_id, { table, ...row }));
        }
      }),
    );
    // The other calls with this row would not see what the first one writes. Calls that have read an older version
    // fail, too.
    return calls.map(({ tenantId, input }) =>
      input.every((row) => locked.delete(keyOf(tenantId, row))),
    );
  },
};

/** Locks rows. If one has changed since it was read, throws a RunAgainError, so that the transaction runs again. */
export const requireSeenRows: WriteStatement<readonly SeenRow[], boolean> = {
  name: 'require-seen-rows',
  access: 'write',
  sqlite: onlyOnPostgres,
  async postgres(db, calls) {
    const groups = groupsOf(calls);
    const allLocked = failUnless('count(*) = cardinality($1::text[])');
    const sent = groups.map(({ table, seen }) =>
      ask(db, `${allLocked} from (${lockSql(table)}) l`, seen),
    );
    await runAgainUnlessAll(sent);
    const isRepeated = groups.some(({ seen }) => new Set(seen.map(idOf)).size < seen.length);
    if (isRepeated) throw new RunAgainError();
    return calls.map(() => true);
  },
};

type Seen = Call<SeenRow>;

interface Locked {
  tenant_id: string;
  id: string;
  version: string;
}

/** Groups the calls by table, sorted by tenant and ID, so that two batches lock their rows in the same order. */
function groupsOf(calls: readonly Call<readonly SeenRow[]>[]): { table: string; seen: Seen[] }[] {
  const all = calls.flatMap(({ tenantId, input }) =>
    input.map((row) => ({ tenantId, input: row })),
  );
  const tables = [...new Set(all.map(({ input }) => input.table))].sort();
  return tables.map((table) => ({
    table,
    seen: all
      .filter(({ input }) => input.table === table)
      .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
  }));
}

const lockSql = (table: string) => `
  select t.tenant_id, t.id, seen.version
  from unnest($1::text[], $2::text[], $3::text[]) as seen (tenant_id, id, version)
  cross join lateral (
    select t.tenant_id, t.id from ${table} t
    where t.tenant_id = seen.tenant_id and t.id = seen.id and t.xmin::text = seen.version
    limit 1 ${rowLock(table)}
  ) t`;

async function ask<Row>(db: Postgres, text: string, seen: readonly Seen[]): Promise<Row[]> {
  return await db.rows<Row>(preparedName(text), text, [
    seen.map(({ tenantId }) => tenantId),
    seen.map(({ input }) => input.id),
    seen.map(({ input }) => input.version),
  ]);
}

function idOf({ tenantId, input }: Seen): string {
  return `${tenantId} ${input.id}`;
}

function keyOf(tenantId: string, { table, id, version }: SeenRow): string {
  return `${table} ${tenantId} ${id} ${version}`;
}

export function onlyOnPostgres(): never {
  throw new Error('SQLite has one writer, which locks what it reads');
}
