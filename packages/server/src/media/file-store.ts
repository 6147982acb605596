import { pipeline, type Readable, Transform } from 'node:stream';
import type { ByteRange, StoredMedia } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';

/** The tenant that owns a file, by its database handle. Every store keeps the files of each tenant apart. */
export type Owner = Pick<TenantContext, 'db'>;

/** Stores the bytes of files. The tenant and the SHA-256 digest of the bytes identify a file. */
export interface FileStore {
  /** Describes the store for `doctor` and the log, without credentials. */
  readonly description: string;
  /** The folder on this machine for files that are being received. */
  readonly draftDir: string;
  /** Stores a draft under its digest, completely or not at all. The draft may be gone afterwards. */
  put(owner: Owner, sha256: string, draft: Draft): Promise<void>;
  /**
   * Returns the bytes of a file. Throws a FileMissingError when the store does not have them. The stream fails when the
   * store returns fewer or more of them.
   */
  open(owner: Owner, file: StoredFile, range?: ByteRange): Promise<Readable>;
  /**
   * Returns whether the store has the bytes. Only a store whose `removeOlder` can remove bytes that are stored at the same
   * time has this method. Its `put` keeps the draft, so that it can run again.
   */
  has?(owner: Owner, sha256: string): Promise<boolean>;
  /** Removes the file unless it was written at `before` or later. */
  removeOlder(owner: Owner, sha256: string, before: Date): Promise<void>;
  /** Removes the empty folders of a tenant. Only a store of folders has this method. */
  removeFolders?(owner: Owner): Promise<void>;
  /** Writes, reads and removes a small file. Throws when one of them fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The record of a file that the store has. */
export type StoredFile = Pick<StoredMedia, 'sha256' | 'sizeBytes'>;

export interface Draft {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Thrown when a record exists, but its bytes are missing from the store. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}

/**
 * Returns the bytes that a store has sent. Fails when they are not as many as the record says: a client would wait for
 * the others, and an import would end too early.
 */
export function ofLength(
  source: Readable,
  { sizeBytes }: Pick<StoredFile, 'sizeBytes'>,
  range: ByteRange = { start: 0, end: sizeBytes - 1 },
): Readable {
  let left = range.end - range.start + 1;
  const wrong = () => new Error('the store returned another number of bytes than the file has');
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(wrong());
      else done(null, chunk);
    },
    flush: (done) => done(left === 0 ? null : wrong()),
  });
  return pipeline(source, counted, () => {});
}
