import { filePart } from '@parley/domain';
import type { Answer } from './answer.ts';
import type { HeaderRecord } from './authenticate.ts';

/** The bytes of a file as an answer. */
export class MockFile {
  readonly #bytes: Uint8Array;
  readonly #headers: Record<string, string>;

  constructor(bytes: Uint8Array, headers: Record<string, string>) {
    this.#bytes = bytes;
    this.#headers = headers;
  }

  /** Returns this object: the contract's type for bytes has the bytes in `body`. */
  get body(): Uint8Array {
    return this as unknown as Uint8Array;
  }

  /** Returns the response with the whole file, or with the range that the request asks for. */
  answer(asked: HeaderRecord, headers: Record<string, string>): Answer {
    const own = this.#headers;
    const hasRanges = own['Accept-Ranges'] !== undefined;
    const { status, range, ...part } = filePart(hasRanges ? asked : {}, {
      sizeBytes: this.#bytes.length,
      etag: own['ETag'],
    });
    const bytes = this.#bytes.slice(range?.start, range && range.end + 1);
    return { status, headers: { ...headers, ...own, ...part.headers }, text: '', bytes };
  }
}

/** Returns the file of a response that a test prepared. */
export async function preparedFile(file: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new MockFile(bytes, { 'Content-Type': file.type || 'application/octet-stream' }).body;
}
