import { fileHeaders, type StoredMedia } from '@parley/domain';
import { FileAnswer } from '../http/file-answer.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { FileStore } from './file-store.ts';

/** Returns a file as a response, with headers that prevent browsers from running its content. */
export function fileAnswer(ctx: TenantContext, files: FileStore, media: StoredMedia): FileAnswer {
  return new FileAnswer({
    sizeBytes: media.sizeBytes,
    headers: fileHeaders(media),
    async open(range) {
      const bytes = await files.open(ctx, media, range);
      const { id: mediaId } = media;
      return bytes.once('error', (err) => ctx.log.error({ err, mediaId }, 'a file was not sent'));
    },
  });
}
