import type { TestServer } from './start-server.ts';

interface Copies {
  readonly count: number;
  /** Of the IDs of the copies; six digits follow. */
  readonly prefix: string;
  /** SQL of columns that differ in each copy, with the number `n` of the copy. */
  readonly cells?: Readonly<Record<string, string>>;
}

/** The generated columns, which an insert cannot give. */
const computed = new Set(['updated_minute']);

/** Copies a row many times in its table. */
export async function copyRow(
  { deps }: TestServer,
  { table, id }: { readonly table: string; readonly id: string },
  { count, prefix, cells = {} }: Copies,
): Promise<void> {
  const { writer } = deps.database;
  const row = await writer(table).where({ id }).first();
  const own = { id: `'${prefix}' || substr(cast(1000000 + n as text), 2)`, ...cells };
  const columns = Object.keys(row).filter((name) => !computed.has(name));
  const values: Record<string, string> = {
    ...Object.fromEntries(columns.map((name) => [name, `copied.${name}`])),
    ...own,
  };
  await writer.raw(
    `insert into ${table} (${columns.join()})
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
     select ${columns.map((name) => values[name]).join()}
     from numbers, ${table} as copied where copied.id = '${id}'`,
  );
}
