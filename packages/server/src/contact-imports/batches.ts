import { contactImportLimits } from '@parley/contract/schemas';
import {
  type ContactRow,
  type RowErrors,
  readContactRow,
  readHeader,
  rowErrorsOf,
  type StoredContactImport,
} from '@parley/domain';
import { Turns } from '@parley/search';
import { readRows } from './read-csv.ts';

/** A row after the checks that need no database: the contact, the errors of the row, or undefined for an empty row. */
export type ReadRow = ContactRow | { readonly errors: RowErrors } | undefined;

export interface Batch {
  readonly rows: readonly ReadRow[];
  /**
   * The offset in the file at which the first row of the batch begins, in bytes. `end` is the offset at which the next
   * batch begins.
   */
  readonly start: number;
  readonly end: number;
}

/**
 * The maximum number of rows in one transaction. Transactions must be short: on SQLite their writes block the process,
 * and on Postgres other requests wait for their locks.
 */
export const batchRows = { sqlite: 100, postgres: 300 } as const;
/** The maximum number of cells in one transaction. Only the single batch of a file of a few rows may have more. */
const batchCells = 5_000;

type Rest = Pick<
  StoredContactImport,
  'match' | 'headers' | 'mapping' | 'delimiter' | 'offset' | 'processed' | 'total'
>;

/** Returns the batches of `batchesIn`, and reads the next batch while the caller applies one. */
export async function* batchesAhead(...given: Parameters<typeof batchesIn>): AsyncGenerator<Batch> {
  const batches = batchesIn(...given);
  let next = batches.next();
  try {
    for (let { done, value } = await next; !done; { done, value } = await next) {
      next = batches.next();
      // The error is thrown when the caller asks for this batch.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await batches.return(undefined);
  }
}

/** Returns the remaining rows of an import in batches. If no rows remain, returns one batch without rows. */
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
  let rows: ReadRow[] = [];
  let start = offset;
  let end = offset;
  const rest = from.processed < from.total ? readRows(bytes, { delimiter, offset }) : [];
  const turns = new Turns();
  for await (const some of rest) {
    for (const row of some) {
      await turns.pause();
      rows.push(readRow(row.cells));
      end = row.end;
      if (rows.length < most) continue;
      yield { rows, start, end };
      rows = [];
      start = end;
    }
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
