import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { createLocalStore } from './local-store.ts';

/** The store that the settings name. */
export function createFileStore({ mediaStore }: Config): FileStore {
  return createLocalStore(mediaStore.folder);
}
