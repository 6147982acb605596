import { fileHeaders, type StoredMedia } from '@parley/domain';
import { FileAnswer } from '../http/file-answer.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { FileStore } from './file-store.ts';

/** The bytes of a file with the headers that make them harmless. */
export function fileAnswer(ctx: TenantContext, files: FileStore, media: StoredMedia): FileAnswer {
  const { sha256, sizeBytes } = media;
  return new FileAnswer({
    sizeBytes,
    headers: fileHeaders(media),
    open: async (range) => await files.open(ctx, sha256, range),
  });
}
