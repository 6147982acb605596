import type { Contract, MediaFile } from '@parley/contract';
import {
  checkNoLogo,
  fileHeaders,
  newMedia,
  type StoredMedia,
  shownMedia,
  unexpiredMedia,
} from '@parley/domain';
import { MockFile } from './file-answer.ts';
import { linkTo } from './media-links.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';
import { bytesOfUpload } from './uploads.ts';

export const media: Fakes<Contract['media']> = {
  upload: ({ body }, store) => {
    const stored = newMedia(body, { id: store.newId('media'), at: store.now() });
    store.media.set(stored.id, stored);
    store.files.set(stored.id, bytesOfUpload(body));
    return toMedia(store, stored);
  },
  get: ({ params }, store) => toMedia(store, mediaOf(store, params.id)),
  download: ({ params }, store) => {
    const stored = mediaOf(store, params.id);
    const bytes = store.files.get(stored.id) ?? new Uint8Array();
    return new MockFile(bytes, fileHeaders(stored)).body;
  },
  delete: ({ params }, store) => {
    const { id } = mediaOf(store, params.id);
    checkNoLogo(id, store.tenant.branding);
    store.media.delete(id);
    store.files.delete(id);
  },
};

/** Returns a stored file. Throws SVC-NOT-FOUND, also for an upload that no message used in time. */
export function mediaOf(store: Store, id: string): StoredMedia {
  return unexpiredMedia(store.media.get(id), { id, at: store.now() });
}

function toMedia(store: Store, media: StoredMedia): MediaFile {
  return shownMedia(media, linkTo(store, media.id));
}
