import { contract } from '@parley/contract';
import type { Deps } from '../deps.ts';
import { implement, prepared } from '../http/implement.ts';
import { fileAnswer } from './serve-file.ts';
import { addMedia, deleteMedia, getMedia, storeFile, withUrl } from './service.ts';

export function mediaRoutes({ media }: Pick<Deps, 'media'>) {
  const { files, links } = media;
  return implement(contract.media, {
    upload: prepared(
      async ({ body }, ctx) => await storeFile(ctx, media, body),
      async ({ body }, ctx) => withUrl(ctx, links, await addMedia(ctx, body)),
    ),
    get: async ({ params }, ctx) => withUrl(ctx, links, await getMedia(ctx, params.id)),
    download: async ({ params }, ctx) =>
      fileAnswer(ctx, files, await getMedia(ctx, params.id)).bytes,
    delete: async ({ params }, ctx) => await deleteMedia(ctx, params.id),
  });
}
