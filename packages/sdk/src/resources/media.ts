import type { FileInput } from '../core/fetch.ts';
import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { MediaFile, UploadMediaQuery } from '../generated/types.ts';

/** Stored files: uploads for messages, and the files that customers sent. */
export interface Media {
  /**
   * Uploads a file of at most 100 MiB for `media: { id }` of a message. The name of a `File` is used unless
   * `filename` is given. For a file on disk use `openAsBlob` of `node:fs`, which does not read the file into
   * memory. Fails with `BadRequestError` (no bytes) or `UnprocessableError` (the bytes do not match the
   * `type` of the `Blob`).
   *
   *     const { id } = await parley.media.upload(new Blob(['Hello']), { filename: 'hello.txt' });
   */
  upload(
    file: FileInput,
    query?: UploadMediaQuery,
    options?: RequestOptions,
  ): ParleyPromise<MediaFile>;

  /**
   * Returns the details of a file. Its `url` downloads it without an API key and is valid for 15 minutes. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { url, mimeType } = await parley.media.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<MediaFile>;

  /**
   * Downloads a file into memory and returns its bytes; `asResponse()` streams them. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const blob = await parley.media.download(id);
   */
  download(id: string, options?: RequestOptions): ParleyPromise<Blob>;

  /**
   * Deletes a file. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.media.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
