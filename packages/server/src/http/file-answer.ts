import { Readable } from 'node:stream';
import { type ByteRange, type FilePart, filePart } from '@parley/domain';
import type { Response } from 'express';

interface FileContent {
  /** The size of the file, in bytes. Absent when it is not known in advance: then ranges are not supported. */
  readonly sizeBytes?: number;
  readonly headers: Readonly<Record<string, string>>;
  open(range?: ByteRange): Promise<Readable>;
}

const wholeStream: FilePart = { status: 200, headers: {} };

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

  /** Sets the headers, and returns the status and the stream that ts-rest sends to the client. */
  async begin(res: Response): Promise<{ status: 200 | 206; body: Readable }> {
    const { sizeBytes, headers, open } = this.#content;
    const { req } = res;
    const part =
      sizeBytes === undefined
        ? wholeStream
        : filePart(req.headers, { sizeBytes, etag: headers['ETag'] });
    const body = req.method === 'HEAD' ? Readable.from([]) : await open(part.range);
    for (const [name, value] of Object.entries({ ...headers, ...part.headers })) {
      res.setHeader(name, value);
    }
    // The status is already sent when reading fails, so only the connection can tell the client. Without a length,
    // HTTP/1.0 takes an ordinary close for the end of the file: nginx speaks it by default.
    // A response that waits for an earlier one of its connection has no socket yet. Its headers are then not sent either.
    body.once('error', () => (res.socket ? res.socket.resetAndDestroy() : res.destroy()));
    res.once('close', () => body.destroy());
    // The client left while the file was opened: no further `close` event follows.
    if (res.destroyed) body.destroy();
    return { status: part.status, body };
  }
}
