import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { contactImportLimits } from '@parley/contract/schemas';
import {
  type ContactFile,
  type CsvDelimiter,
  checkFileHead,
  longRow,
  notUtf8,
  openQuote,
  readDelimiter,
  wrongFile,
  wrongQuote,
} from '@parley/domain';
import { Turns } from '@parley/search';
import { CsvError, parse } from 'csv-parse';

/** The cells of a row, and the offset in the file at which the next row begins, in bytes. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly end: number;
}

/** The number of bytes that the parser handles without a pause. A piece of 4 kB of line ends takes it 10 ms. */
const pieceBytes = 4_096;

/**
 * Yields the rows of a file from the byte `offset` on, those of each piece together. Throws SVC-VALIDATION when quotes
 * or the number of cells are wrong.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, offset }: { readonly delimiter: CsvDelimiter; readonly offset: number },
): AsyncGenerator<readonly CsvRow[]> {
  let rows: CsvRow[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // The parser checks the length before it adds a byte.
    max_record_size: contactImportLimits.rowLength - 1,
    // Without a record to return, the parser passes nothing through a stream, which takes longer than to parse a row.
    on_record(cells: string[], info) {
      rows.push({ cells, end: offset + info.bytes });
    },
  });
  // The error of a piece is thrown where it is written.
  parser.on('error', () => {});
  const taken = () => {
    const read = rows;
    rows = [];
    return read;
  };
  const turns = new Turns();
  try {
    for await (const piece of inPieces(bytes)) {
      await done((end) => parser.write(piece, end));
      yield taken();
      await turns.pause();
    }
    await done((end) => parser.end(end));
    yield taken();
  } catch (error) {
    throw error instanceof CsvError ? wrongRow(error) : error;
  }
}

/** Calls a function of Node that calls back, with an error or without one. */
async function done(work: (end: (error?: Error | null) => void) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()));
  });
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
  }
}

/** Checks the encoding, the quotes and the rows of a whole file. Throws SVC-VALIDATION when one of them is wrong. */
export async function checkFile(path: string): Promise<Omit<ContactFile, 'sha256' | 'sizeBytes'>> {
  const { start, delimiter } = await readHead(path);
  let headers: readonly string[] | undefined;
  let offset = start;
  let total = 0;
  const bytes = requireUtf8(createReadStream(path, { start }));
  for await (const rows of readRows(bytes, { delimiter, offset: start })) {
    total += rows.length;
    const [first] = rows;
    if (headers || !first) continue;
    total -= 1;
    headers = first.cells;
    offset = first.end;
  }
  if (!headers) throw wrongFile('has no header row');
  return { delimiter, headers, offset, total };
}

const headBytes = 65_536;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

async function readHead(path: string): Promise<{ start: number; delimiter: CsvDelimiter }> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    checkFileHead(head);
    const markEnd = byteOrderMark.every((byte, at) => head[at] === byte) ? byteOrderMark.length : 0;
    const { delimiter, headerAt } = readDelimiter(head.toString('utf8', markEnd));
    // Each character before the header is one byte.
    return { start: markEnd + headerAt, delimiter };
  } finally {
    await file.close();
  }
}

async function* requireUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) {
      decoder.decode(chunk, { stream: true });
      yield chunk;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw notUtf8();
  }
}

/**
 * Returns the error for a row that the library refused, without the message of the library: that contains the data of
 * the file. It names the row, because `lines` counts a line break in a cell twice.
 */
function wrongRow({ code, records = 0 }: CsvError & { readonly records?: number }): Error {
  if (code === 'CSV_MAX_RECORD_SIZE') return longRow(records + 1);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return openQuote(records + 1);
  return wrongQuote(records + 1);
}
