import type { Cell, RowsIn } from './table.ts';

// Tables without a type of record.

/** The type of the cells of a column. */
interface CellType<Value> {
  /** Never set. It only connects the type of the cells with the column. */
  readonly cell?: Value;
}

/** Declares a table by the types of its cells. */
export function cellsIn<Row extends object>(
  name: string,
  cells: { readonly [Column in keyof Row]: CellType<Row[Column]> },
): RowsIn<Row> {
  return { name, columns: Object.keys(cells) };
}

export function cell<Value extends Cell>(): CellType<Value> {
  return {};
}

/** Declares the columns of a table that some queries read. `Row` also has those by which they find rows. */
export function rowsIn<Row>(name: string, columns: readonly (keyof Row & string)[]): RowsIn<Row> {
  return { name, columns };
}
