import { join } from 'node:path';
import * as z from 'zod';

/** Where the bytes of files are kept. */
export type MediaStoreConfig = { readonly kind: 'file'; readonly folder: string };

/** The setting PARLEY_MEDIA_STORE. */
export const mediaStore = z.string().regex(/^file:./, 'must begin with file:');

export function mediaStoreOf(
  { PARLEY_MEDIA_STORE: url }: { readonly PARLEY_MEDIA_STORE?: string | undefined },
  dataDir: string,
): MediaStoreConfig {
  if (url === undefined) return { kind: 'file', folder: join(dataDir, 'media') };
  return { kind: 'file', folder: url.slice('file:'.length) };
}

/** For `doctor`: without credentials. */
export function describeMediaStore(config: MediaStoreConfig): string {
  return `file:${config.folder}`;
}
