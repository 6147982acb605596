import { rangeOf } from '@parley/domain';
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
    const isStale = asked['if-range'] !== undefined && asked['if-range'] !== own['ETag'];
    const { length } = this.#bytes;
    const range = isStale || !hasRanges ? undefined : rangeOf(asked['range'], length);
    const { start, end } = range ?? { start: 0, end: length - 1 };
    const shown = {
      ...headers,
      ...own,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${length}` }),
    };
    const bytes = this.#bytes.slice(start, end + 1);
    return { status: range ? 206 : 200, headers: shown, text: '', bytes };
  }
}
