import type { FileInput } from '../core/fetch.ts';
import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { media as routes } from '../generated/routes.ts';
import type { MediaFile, UploadMediaQuery } from '../generated/types.ts';

/** Stored files: uploads, which messages cannot send yet, and the files that customers sent. */
export class Media extends Resource {
  /**
   * Uploads a file of at most 100 MB. The name of a `File` is used unless `filename` is given. For a file on disk use
   * `openAsBlob` of `node:fs`, which does not read it into the memory. Fails with `UnprocessableError`.
   *
   *     const { id } = await parley.media.upload(new Blob(['Hello']), { filename: 'hello.txt' });
   */
  upload(
    file: FileInput,
    query: UploadMediaQuery = {},
    options?: RequestOptions,
  ): ParleyPromise<MediaFile> {
    const { name } = file as Partial<File>;
    return this.transport.call(
      routes.upload,
      { body: file, query: { filename: name, ...query } },
      options,
    );
  }

  /**
   * Returns the details of a file, with a `url` that downloads it for 15 minutes without a key. Fails with
   * `NotFoundError`.
   *
   *     const { url, mimeType } = await parley.media.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<MediaFile> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Returns the bytes of a file, in the memory of the caller. Fails with `NotFoundError`.
   *
   *     const blob = await parley.media.download(id);
   */
  download(id: string, options?: RequestOptions): ParleyPromise<Blob> {
    return this.transport.call(routes.download, { params: { id } }, options);
  }

  /**
   * Deletes a file. Fails with `NotFoundError`.
   *
   *     await parley.media.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: { id } }, options);
  }
}
