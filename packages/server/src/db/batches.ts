import { type BatchColumns, batchColumns } from './batch-columns.ts';

// Several batches as parameters of one statement on Postgres.
//
//   const given = batchesOf({ message: batchOf({ ...texts('tenant_id', 'id'), attempts: 'integer' }) });
//   `update messages m set attempts = message.attempts from ${given.sql.message} where …`
//   db.rows(name, text, given.values({ message: [{ tenant_id, id, attempts }] }))

type Types = Readonly<
  Record<string, Parameters<typeof batchColumns<Record<string, unknown>>>[0][string]>
>;
type CellOf<Type> = (Type extends 'text' ? string : number) | null | undefined;
type RowOf<Of extends Types> = { readonly [Name in keyof Of]?: CellOf<Of[Name]> };

/** Declares the columns of a batch. The TypeScript types of the cells follow from the types on Postgres. */
export function batchOf<const Of extends Types>(types: Of): BatchColumns<RowOf<Of>> {
  // Every column of the row has its type.
  return batchColumns<RowOf<Of>>(types as Parameters<typeof batchColumns<RowOf<Of>>>[0]);
}

type RowIn<Of> = Of extends BatchColumns<infer Row> ? Row : never;

interface Batches<All> {
  /** The SQL of each batch for `from`: `unnest($1::text[], …) as message (tenant_id, …)`. */
  readonly sql: { readonly [Name in keyof All]: string };
  /** The number of the parameter after the last array. */
  readonly next: number;
  /** Returns the arrays of all batches, in their order. Other properties of the rows are ignored. */
  values(rows: { readonly [Name in keyof All]: readonly RowIn<All[Name]>[] }): unknown[][];
}

/** Numbers the parameters of several batches in one statement. */
export function batchesOf<All extends Readonly<Record<string, BatchColumns<never>>>>(
  all: All,
): Batches<All> {
  let next = 1;
  const sql = Object.entries(all).map(([name, columns]) => {
    const from = `${columns.unnest(next)} as ${name} (${columns.names})`;
    next += columns.count;
    return [name, from];
  });
  return {
    // An entry for each of the batches.
    sql: Object.fromEntries(sql),
    next,
    values: (rows) =>
      // The rows have the columns of their batch.
      Object.entries(all).flatMap(([name, columns]) => columns.arrays(rows[name] as never[])),
  };
}

/** Returns the type `text` for each of these columns. */
export function texts<const Name extends string>(...names: Name[]): Record<Name, 'text'> {
  // An entry for each of the names.
  return Object.fromEntries(names.map((name) => [name, 'text'])) as Record<Name, 'text'>;
}

/** Returns the type `integer` for each of these columns: whole numbers up to 2^31. */
export function integers<const Name extends string>(...names: Name[]): Record<Name, 'integer'> {
  // An entry for each of the names.
  return Object.fromEntries(names.map((name) => [name, 'integer'])) as Record<Name, 'integer'>;
}
