import type { FileInput } from '../core/fetch.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { WaitOptions } from '../core/wait.ts';
import type {
  ContactImport,
  ContactImportError,
  CreateContactImportQuery,
  ListContactImportErrorsQuery,
  ListContactImportsQuery,
} from '../generated/types.ts';

/** Imports of contacts from CSV files. */
export interface ContactImports {
  /**
   * Lists imports, the newest first.
   *
   *     const { data } = await parley.contactImports.list({ status: ['running'] });
   */
  list(query?: ListContactImportsQuery, options?: RequestOptions): PagePromise<ContactImport>;

  /**
   * Imports the rows of a CSV file of at most 100 MB: up to 100 rows at once, more in the background; `wait` waits for its end. For a
   * file on disk use `openAsBlob` of `node:fs`. Fails with `BadRequestError` or `UnprocessableError` (the file or
   * `mapping` cannot be used; nothing is imported then).
   *
   *     const { id } = await parley.contactImports.create(new Blob(['phone,name\n+14155550123,Ana']));
   */
  create(
    file: FileInput,
    query?: CreateContactImportQuery,
    options?: RequestOptions,
  ): ParleyPromise<ContactImport>;

  /**
   * Returns an import with its progress. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, processed, total } = await parley.contactImports.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<ContactImport>;

  /**
   * Waits until an import has ended, and returns it: its status is `completed`, `failed` or `canceled`. Reads it every
   * second and passes it to `onProgress`. Without a `signal` it waits as long as it takes. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const { created, failed } = await parley.contactImports.wait(id, { onProgress: show });
   */
  wait(id: string, options?: WaitOptions<ContactImport>): Promise<ContactImport>;

  /**
   * Lists the mistakes in the rows of an import. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { row, field, message } of parley.contactImports.listErrors(id)) console.log(row, field, message);
   */
  listErrors(
    id: string,
    query?: ListContactImportErrorsQuery,
    options?: RequestOptions,
  ): PagePromise<ContactImportError>;

  /**
   * Cancels an import. Rows that were already applied are not undone. Fails with `NotFoundError` (unknown ID) or
   * `ConflictError` (the import has ended).
   *
   *     await parley.contactImports.cancel(id);
   */
  cancel(id: string, options?: RequestOptions): ParleyPromise<ContactImport>;
}
