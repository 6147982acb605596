import { contactImportLimits } from '@parley/contract/schemas';
import {
  type ContactRow,
  readContactRow,
  readHeader,
  rowErrorsOf,
  type StoredContactImport,
} from '@parley/domain';
import { Turns } from '@parley/search';
import { readRows } from './read-csv.ts';

/** A row as far as it was read without the database: undefined without values. */
export type ReadRow = ContactRow | { readonly errors: RowErrors } | undefined;
export type RowErrors = ReturnType<typeof rowErrorsOf>;

export interface Batch {
  readonly rows: readonly ReadRow[];
  /** The bytes where its first row and the row after it begin. */
  readonly start: number;
  readonly end: number;
}

/** Rows in one transaction. It ends soon: on SQLite its writes block the process, and on Postgres others wait for its locks. */
export const batchRows = { sqlite: 100, postgres: 300 } as const;
/** Cells in one transaction. A small file has one batch nevertheless. */
const batchCells = 5_000;

type Rest = Pick<
  StoredContactImport,
  'match' | 'headers' | 'mapping' | 'delimiter' | 'offset' | 'processed' | 'total'
>;

/** Like `batchesIn`, and reads the next batch while one is applied. */
export async function* batchesAhead(...given: Parameters<typeof batchesIn>): AsyncGenerator<Batch> {
  const batches = batchesIn(...given);
  let next = batches.next();
  try {
    for (let { done, value } = await next; !done; { done, value } = await next) {
      next = batches.next();
      // Reported when it is its turn.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await batches.return(undefined);
  }
}

/** The rows that are left; one batch without rows when there are none. */
export async function* batchesIn(
  bytes: AsyncIterable<Uint8Array>,
  from: Rest,
  mostRows: number = contactImportLimits.atOnce,
): AsyncGenerator<Batch> {
  const { match, headers, mapping, delimiter, offset } = from;
  const { columns } = readHeader(headers, mapping);
  const reading = { columns, match, width: headers.length };
  const fitting = Math.floor(batchCells / headers.length);
  const most = Math.max(contactImportLimits.atOnce, Math.min(mostRows, fitting));
  const turns = new Turns();
  let rows: ReadRow[] = [];
  let start = offset;
  let end = offset;
  const rest = from.processed < from.total ? readRows(bytes, { delimiter, offset }) : [];
  for await (const row of rest) {
    rows.push(readRow(row.cells));
    end = row.end;
    await turns.pause();
    if (rows.length < most) continue;
    yield { rows, start, end };
    rows = [];
    start = end;
  }
  if (rows.length > 0 || from.total === 0) yield { rows, start, end };

  function readRow(cells: readonly string[]): ReadRow {
    try {
      return readContactRow(cells, reading);
    } catch (error) {
      return { errors: rowErrorsOf(error) };
    }
  }
}
