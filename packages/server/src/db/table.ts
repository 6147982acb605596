import { type Snake, snake } from '@parley/contract/schemas';
import { fromFlag, fromJson, toFlag, toJson } from './columns.ts';
import { compileCopy } from './compile-copy.ts';
import type { OrderedIndex } from './ordered-index.ts';
import { latest, lowest } from './sort-keys.ts';

// The one declaration of a table: its row type, its mappers and its lists of columns follow from it. The
// migrations stay written by hand; test/schema.test.ts compares them with the declarations.
//
//   export const contactsTable = defineTable<StoredContact>()('contacts', { fields: { id: plain, … } });
//   type ContactRow = RowOf<typeof contactsTable>;

export type Cell = string | number | null;

/**
 * How a field of a record is stored in a column. The column has the name of the field in snake case, unless `named`
 * gives another name.
 */
export interface Column<Kind extends string = string, Name extends string = ''> {
  readonly kind: Kind;
  readonly name?: Name;
  encode(value: unknown): Cell;
  decode(cell: Cell): unknown;
}

/** Text, stored unchanged; null stays null. */
export const plain: Column<'plain'> = {
  kind: 'plain',
  encode: (value) => value as Cell,
  decode: (cell) => cell,
};
/** A number; null stays null. In the text of a row, Postgres returns it as text. */
export const whole: Column<'whole'> = {
  kind: 'whole',
  encode: (value) => value as Cell,
  decode: (cell) => (cell === null ? null : Number(cell)),
};
export const flag: Column<'flag'> = {
  kind: 'flag',
  encode: (value) => toFlag(value as boolean),
  decode: (cell) => fromFlag(Number(cell)),
};
/** JSON as text; null stays null. */
export const json: Column<'json'> = {
  kind: 'json',
  encode: (value) => (value === null ? null : toJson(value)),
  decode: (cell) => (cell === null ? null : fromJson(cell as string)),
};
/** An object as JSON. When it is read, a missing field gets its default, and null gives all defaults. */
export function jsonOver(defaults: object): Column<'json'> {
  const decode = (cell: Cell) => ({ ...defaults, ...fromJson<object>(String(cell ?? '{}')) });
  return { ...json, decode };
}
/** Text; null is stored as a value that sorts before every other. */
export const orLowest = orSentinel(lowest);
/** Text; null is stored as a value that sorts after every other. */
export const orLatest = orSentinel(latest);

function orSentinel(sentinel: string): Column<'sentinel'> {
  return {
    kind: 'sentinel',
    encode: (value) => (value as string | null) ?? sentinel,
    decode: (cell) => (cell === sentinel ? null : cell),
  };
}

export function named<Kind extends string, Name extends string>(
  name: Name,
  column: Column<Kind>,
): Column<Kind, Name> {
  return { ...column, name };
}

/** The kinds of column that can store a value of this type. */
type ColumnFor<Value> = [Value] extends [boolean]
  ? Column<'flag', string>
  : [Value] extends [string | null]
    ? Column<'plain' | (null extends Value ? 'sentinel' : never), string>
    : [Value] extends [number | null]
      ? Column<'whole', string>
      : Column<'json', string>;

type CellFor<Value, Kind> = Kind extends 'flag'
  ? number
  : Kind extends 'sentinel'
    ? string
    : Kind extends 'plain' | 'whole'
      ? Value
      : null extends Value
        ? string | null
        : string;

type FieldsFor<Rec> = { readonly [Field in keyof Rec]-?: ColumnFor<Rec[Field]> };

type NameOf<C, Field extends string> =
  C extends Column<string, infer Name> ? (Name extends '' ? Snake<Field> : Name) : never;

type FieldRow<Rec, Fields extends FieldsFor<Rec>> = {
  [Field in keyof Rec & string as NameOf<Fields[Field], Field>]: CellFor<
    Rec[Field],
    Fields[Field] extends Column<infer Kind, string> ? Kind : never
  >;
};

interface Given<Rec, Fields, Keys, Extra> {
  /** The column of each field of the record. */
  readonly fields: Fields;
  /** Columns computed from the record: for sorting, searching and uniqueness. */
  readonly keys?: Keys & Readonly<Record<string, (record: Rec) => string | null>>;
  /** Further columns that the record does not contain, with their values for a new row. */
  readonly extra?: Extra;
  /** The column of each sort field with another name; one for each direction when empty values must be last in both. */
  readonly sorts?: Readonly<Record<string, string | SortColumns<string>>>;
  /** By filter, for filters whose name differs from that of their column: the column. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The filters whose index finds few rows. For each, the columns that order the rows of one value in the index. */
  readonly indexed?: Readonly<Record<string, readonly string[]>>;
  /**
   * By filter, for filters that may match many rows: the index that holds the rows of each value of the filter in the
   * order of the list.
   */
  readonly ordered?: Readonly<Record<string, OrderedIndex>>;
  /**
   * The names of such indexes, by their filters. Without the name in the query, SQLite would use the index of a range
   * instead.
   */
  readonly indexNames?: Readonly<Record<string, string>>;
  /** Whether each list of the rows names the record that they belong to, so that no index begins with a time. */
  readonly isOwned?: boolean;
  /** For columns that are not read from the table itself: the SQL that reads them. */
  readonly reads?: Readonly<Record<string, string>>;
  /** The times whose index has their minute instead, on Postgres (minute-index.ts). */
  readonly byMinute?: readonly string[];
  /**
   * The columns that are unique together, by field. Only for unique fields that need several columns and have no key
   * column such as `email_key`.
   */
  readonly uniques?: Readonly<Record<string, readonly string[]>>;
  /** The conditions of unique indexes that do not contain all rows, by field, as in the index. */
  readonly uniqueAmong?: Readonly<Record<string, string>>;
}

/** The column to sort by for each direction. Both are NOT NULL, and often the same. */
interface SortColumns<Name extends string> {
  readonly asc: Name;
  readonly desc: Name;
}

export interface Table<Rec, Row> extends RowsIn<Row> {
  readonly isOwned: boolean;
  /** All columns but `tenant_id`. */
  readonly columns: readonly (keyof Row & string)[];
  /** The columns that `toRecord` reads. */
  readonly recordColumns: readonly (keyof Row & string)[];
  toRow(record: Rec): Row;
  /** Returns the columns that an update of the record must write: those whose values differ. */
  toPatch(before: Rec, after: Rec): Partial<Row>;
  /** Returns the columns of these fields, without columns that are computed from them. */
  toCells(fields: Partial<Rec>): Partial<Row>;
  toRecord(row: Row): Rec;
  /** Returns the SQL of some fields, and a function that builds these fields from their cells. */
  partOf(fields: readonly (keyof Rec & string)[]): {
    readonly columns: readonly string[];
    /** Returns a record that has only these fields. */
    toPart(cells: readonly Cell[]): Rec;
  };
  sortColumns(field: string): SortColumns<keyof Row & string>;
  filterColumn(filter: string, field?: string): keyof Row & string;
  /**
   * Returns the columns that order the rows of one value in the index of a filter; undefined for a filter without an
   * index.
   */
  indexOrder(filter: string): readonly string[] | undefined;
  /** Returns the index that orders the rows of a filter; undefined when there is none. */
  orderedIndex(filter: string): OrderedIndex | undefined;
  indexName(filter: string): string | undefined;
  /** Returns the cells by which to find another record with the same value of a unique field. */
  uniqueCells(field: string, record: Rec): Partial<Row>;
  /** Returns the SQL condition of the rows in which a field is unique; empty when it is unique in all rows. */
  uniqueAmong(field: string): string;
}

type MadeBy<Make> = Make extends (record: never) => infer Made ? Made : never;

/** The name and columns of a table whose rows have this type. */
export interface RowsIn<Row> {
  readonly name: string;
  /** The columns that queries read: all but `tenant_id`. */
  readonly columns: readonly string[];
  /** The SQL of columns that are not read from the table itself. */
  readonly reads?: ReadonlyMap<string, string>;
  readonly byMinute?: readonly string[];
  /** Never set. It only connects the type of the rows with the table. */
  readonly row?: Row;
}

export type RowOf<T> = T extends RowsIn<infer Row> ? Row : never;

/**
 * Declares the table of a kind of record. It is curried: the caller gives the type of the record, and the type of the
 * row is inferred.
 */
export function defineTable<Rec extends object>() {
  return <
    const Fields extends FieldsFor<Rec>,
    Keys extends object = object,
    Extra extends object = object,
  >(
    name: string,
    {
      fields,
      keys,
      extra,
      sorts = {},
      filters = {},
      indexed = {},
      ordered = {},
      indexNames = {},
      isOwned = false,
      reads = {},
      byMinute = [],
      uniques = {},
      uniqueAmong = {},
    }: Given<Rec, Fields, Keys, Extra>,
  ) => {
    type Row = FieldRow<Rec, Fields> & { [Key in keyof Keys]: MadeBy<Keys[Key]> } & Extra;
    type Name = keyof Row & string;
    const columns = Object.entries(fields as Readonly<Record<string, Column>>).map(
      ([field, column]) => ({
        ...column,
        field: field as keyof Rec & string,
        name: column.name ?? snake(field),
      }),
    );
    const byField = new Map<string, (typeof columns)[number]>(
      columns.map((column) => [column.field, column]),
    );
    const columnOf = (field: string) => {
      const column = byField.get(field);
      if (!column) throw new Error(`${name} has no field ${field}`);
      return column;
    };
    const derived = Object.entries<(record: Rec) => string | null>(keys ?? {});
    const names = [
      ...columns.map((column) => column.name),
      ...derived.map(([key]) => key),
      ...Object.keys(extra ?? {}),
    ];
    const known = (column: string): Name => {
      if (!names.includes(column)) throw new Error(`${name} has no column ${column}`);
      return column as Name;
    };
    const encoded = columns.map(({ name: to, field: from, kind, encode: make }) =>
      kind === 'plain' ? { to, from } : { to, from, make },
    );
    const decodedFrom = (from: string, { field: to, kind, decode }: (typeof columns)[number]) =>
      // The cell of a known row has the type that its column decodes.
      kind === 'plain' ? { to, from } : { to, from, make: (cell: unknown) => decode(cell as Cell) };
    const made = derived.map(([to, make]) => ({
      to,
      make: (record: unknown) => make(record as Rec),
    }));
    const constant = Object.entries(extra ?? {}).map(([to, cell]) => ({ to, make: () => cell }));
    const cellsOf = compileCopy<Rec, Record<string, Cell>>([...encoded, ...made]);
    const table: Table<Rec, Row> = {
      name,
      isOwned,
      columns: names as Name[],
      reads: new Map(Object.entries(reads).map(([column, sql]) => [known(column), sql])),
      byMinute: byMinute.map(known),
      recordColumns: columns.map((column) => column.name as Name),
      toRow: compileCopy<Rec, Row>([...encoded, ...made, ...constant]),
      toPatch(before, after) {
        const old = cellsOf(before);
        const changed = Object.entries(cellsOf(after)).filter(
          ([column, cell]) => cell !== old[column],
        );
        // The result has some of the declared columns.
        return Object.fromEntries(changed) as Partial<Row>;
      },
      toCells(fields) {
        const cells: Record<string, Cell> = {};
        for (const [field, value] of Object.entries(fields)) {
          const column = columnOf(field);
          cells[column.name] = column.encode(value);
        }
        // The result has only declared columns, each with its cell.
        return cells as Partial<Row>;
      },
      toRecord: compileCopy<Row, Rec>(columns.map((column) => decodedFrom(column.name, column))),
      partOf(fields) {
        const part = fields.map(columnOf);
        return {
          columns: part.map((column) => reads[column.name] ?? column.name),
          toPart: compileCopy(part.map((column, place) => decodedFrom(String(place), column))),
        };
      },
      sortColumns(field) {
        const given = sorts[field] ?? snake(field);
        const { asc, desc } = typeof given === 'string' ? { asc: given, desc: given } : given;
        return { asc: known(asc), desc: known(desc) };
      },
      filterColumn: (filter, field = filter) => known(filters[filter] ?? snake(field)),
      indexOrder: (filter) => indexed[filter],
      orderedIndex: (filter) => ordered[filter],
      indexName: (filter) => indexNames[filter],
      uniqueCells(field, record) {
        const row = cellsOf(record);
        const key = `${snake(field)}_key`;
        const names = uniques[field] ?? [Object.hasOwn(keys ?? {}, key) ? key : snake(field)];
        const cells = names.map((name) => [name, row[known(name)] ?? null]);
        return Object.fromEntries(cells) as Partial<Row>;
      },
      uniqueAmong: (field) => uniqueAmong[field] ?? '',
    };
    return table;
  };
}
