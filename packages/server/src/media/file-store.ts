import type { Readable } from 'node:stream';
import type { ByteRange } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';

/** Whose file it is: every store keeps the files of a tenant apart by the tenant of the context. */
export type Owner = Pick<TenantContext, 'db'>;

/** Where the bytes of files are. A file is named by its tenant and the SHA-256 digest of its bytes. */
export interface FileStore {
  /** For `doctor` and the log; without credentials. */
  readonly description: string;
  /** The folder for files that are being received, on this machine. */
  readonly draftDir: string;
  /** Stores a draft under its digest, whole or not at all. The draft may be gone afterwards. */
  put(owner: Owner, sha256: string, draft: Draft): Promise<void>;
  /** Throws FileMissingError. */
  open(owner: Owner, sha256: string, range?: ByteRange): Promise<Readable>;
  /** Removes the file unless it was written at or after this time. */
  removeOlder(owner: Owner, sha256: string, before: Date): Promise<void>;
  /** Writes, reads and removes a small file. Throws when one of them fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Draft {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The record is there, and its bytes are not. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}
