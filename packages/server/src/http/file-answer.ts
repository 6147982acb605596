import { Readable } from 'node:stream';
import { type ByteRange, rangeOf } from '@parley/domain';
import type { Response } from 'express';

interface FileContent {
  /** The size of the file, in bytes. Absent when it is not known in advance: then ranges are not supported. */
  readonly sizeBytes?: number;
  readonly headers: Readonly<Record<string, string>>;
  open(range?: ByteRange): Promise<Readable>;
}

/** The answer of an endpoint that returns the bytes of a file. */
export class FileAnswer {
  readonly #content: FileContent;

  constructor(content: FileContent) {
    this.#content = content;
  }

  /** Returns this object: the type of the contract for bytes has this field. */
  get bytes(): Uint8Array {
    return this as unknown as Uint8Array;
  }

  /**
   * Sets the headers, and returns the status and the stream that ts-rest sends to the client. For a range that cannot
   * be served, returns the whole file, as HTTP allows.
   */
  async begin(res: Response): Promise<{ status: 200 | 206; body: Readable }> {
    const { sizeBytes, headers, open } = this.#content;
    const { method, headers: asked } = res.req;
    const isStale = asked['if-range'] !== undefined && asked['if-range'] !== headers['ETag'];
    const range = isStale || sizeBytes === undefined ? undefined : rangeOf(asked.range, sizeBytes);
    const body = method === 'HEAD' ? Readable.from([]) : await open(range);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (sizeBytes !== undefined) {
      const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
      res.setHeader('Content-Length', end - start + 1);
      if (range) res.setHeader('Content-Range', `bytes ${start}-${end}/${sizeBytes}`);
    }
    // The status is already sent when reading fails, so only a closed connection can tell the client.
    body.once('error', () => res.destroy());
    res.once('close', () => body.destroy());
    // The client left while the file was opened: no further `close` event follows.
    if (res.destroyed) body.destroy();
    return { status: range ? 206 : 200, body };
  }
}
