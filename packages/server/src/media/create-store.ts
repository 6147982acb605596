import type { FileStore } from './file-store.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';
import type { MediaStoreConfig } from './store-config.ts';

/** Returns the file store that the settings name. */
export function createFileStore(config: MediaStoreConfig, now: () => Date): FileStore {
  return config.kind === 's3' ? createS3Store(config, now) : createLocalStore(config.folder);
}
