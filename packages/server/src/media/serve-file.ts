import { fileHeaders, type StoredMedia } from '@parley/domain';
import { FileAnswer } from '../http/file-answer.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { FileStore } from './file-store.ts';

/** Returns a file as a response, with headers that prevent browsers from running its content. */
export function fileAnswer(ctx: TenantContext, files: FileStore, media: StoredMedia): FileAnswer {
  const { sha256, sizeBytes } = media;
  return new FileAnswer({
    sizeBytes,
    headers: fileHeaders(media),
    open: async (range) => await files.open(ctx, sha256, range),
  });
}
