import { isDivisionByZero, RunAgainError } from './failures.ts';
import { preparedName } from './row-statements.ts';
import type { Call, Postgres, WriteStatement } from './statement.ts';

// A transaction that only changes the row that it has read needs no connection while it decides. It locks the row in the statement that writes, provided that the row has not changed since.

/** A row of Postgres as it was read. */
export interface SeenRow {
  readonly table: string;
  readonly id: string;
  /** `xmin`: every write of a row changes it. */
  readonly version: string;
}

/** Locks rows; answers false for one that was written since. Of equal calls only the first is answered true. */
export const lockSeenRows: WriteStatement<SeenRow, boolean> = {
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
    // Those that follow would not see what the first one writes. One that read an older version is not locked, either.
    return calls.map(({ tenantId, input }) => locked.delete(keyOf(tenantId, input)));
  },
};

/** Locks rows; fails with a RunAgainError, and with it the transaction, when one was written since. */
export const requireSeenRows: WriteStatement<SeenRow, boolean> = {
  name: 'require-seen-rows',
  access: 'write',
  sqlite: onlyOnPostgres,
  async postgres(db, calls) {
    const groups = groupsOf(calls);
    // A COMMIT may follow before there is an answer: the query itself fails.
    const sent = groups.map(({ table, seen }) =>
      ask(
        db,
        `select 1 / (count(*) = cardinality($1::text[]))::integer from (${lockSql(table)}) l`,
        seen,
      ),
    );
    try {
      await Promise.all(sent);
    } catch (error) {
      throw isDivisionByZero(error) ? new RunAgainError() : error;
    }
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

/** Sorted by tenant and id: batches take their locks in the same order. */
function groupsOf(calls: readonly Seen[]): { table: string; seen: Seen[] }[] {
  const tables = [...new Set(calls.map(({ input }) => input.table))].sort();
  return tables.map((table) => ({
    table,
    seen: calls
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
    limit 1 for update
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

function onlyOnPostgres(): never {
  throw new Error('SQLite has one writer, which locks what it reads');
}
