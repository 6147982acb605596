import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { extensionsOfNamed, type StoredMedia } from '@parley/domain';
import type { RequestBytes } from './provider-http.ts';

// Uploads to providers, as forms (`multipart/form-data`) that are sent as the file is read.

/** The time limit of an upload to a provider, in milliseconds: more than a large file takes on a slow network. */
export const uploadMs = 300_000;

export interface FormFile {
  /** The name of the file: ASCII without quotes. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export function formOf(fields: Readonly<Record<string, string>>, file: FormFile): RequestBytes {
  const boundary = `parley-${randomBytes(16).toString('hex')}`;
  const part = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`,
  );
  const opening = part(`name="file"; filename="${file.name}"`);
  const head = Buffer.from(`${texts.join('')}${opening}Content-Type: ${file.type}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* chunks() {
    yield head;
    yield* file.bytes;
    yield tail;
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.length + file.sizeBytes + tail.length,
    bytes: Readable.from(chunks(), { objectMode: false }),
  };
}

/** The extension of each media type. Providers refuse a file whose media type and extension differ. */
const extensions: ReadonlyMap<string, string> = new Map([
  ...extensionsOfNamed,
  ...Object.entries<string>({
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/webp': 'webp',
    'video/mp4': 'mp4',
    'video/3gpp': '3gp',
    'audio/aac': 'aac',
    'audio/amr': 'amr',
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a',
    'audio/ogg': 'ogg',
    'application/pdf': 'pdf',
    'text/plain': 'txt',
    'application/zip': 'zip',
  }),
]);

/** Returns the file name for the upload to the provider. The customer sees the name that is in the message. */
export function formFileName({ mimeType, filename }: Pick<StoredMedia, 'mimeType' | 'filename'>) {
  const own = /\.([A-Za-z0-9]{1,10})$/.exec(filename ?? '')?.[1];
  return `file.${extensions.get(mimeType) ?? own ?? 'bin'}`;
}
