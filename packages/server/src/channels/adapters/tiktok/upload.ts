import {
  channelCapabilities,
  errorCatalog,
  type ProviderError,
  transientError,
} from '@parley/contract/schemas';
import * as z from 'zod';
import { FetchTextError, fetchBytes } from '../../../outbound/fetch-text.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { type ProviderRefusal, refusalOf, refused } from '../outcomes.ts';
import { type TikTokAccess, tiktokPost, tiktokRefusal } from './api.ts';

// TikTok takes no addresses of images: we fetch the image, as guarded as all that a tenant names, and upload it.

const uploaded = z.object({ data: z.object({ media_id: z.string().min(1) }) });
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
]);

interface Upload {
  readonly fetches: Outbound;
  readonly businessId: string;
  readonly url: string;
  /** Separates the parts of the upload. */
  readonly boundary: string;
}

/** Uploads the image of a message. What fails here is a refusal: the message was not sent. */
export async function uploadImage(
  access: TikTokAccess,
  { fetches, businessId, url, boundary }: Upload,
): Promise<{ mediaId: string } | { refusal: ProviderRefusal }> {
  const image = await fetchImage(fetches, url);
  if ('refusal' in image) return image;
  const fields = { business_id: businessId, media_type: 'IMAGE' };
  const answer = await tiktokPost(access, 'business/message/media/upload/', {
    body: {
      type: `multipart/form-data; boundary=${boundary}`,
      bytes: multipart(boundary, fields, image),
    },
  });
  const refusal =
    answer.kind === 'unknown' ? 'unknown' : refusalOf(answer, { refusalOf: tiktokRefusal });
  if (refusal && refusal !== 'unknown') return { refusal };
  const read = uploaded.safeParse(answer.kind === 'answered' ? answer.json : undefined);
  if (read.success) return { mediaId: read.data.data.media_id };
  return { refusal: refused(transientError, null, 'The upload of the image was not confirmed.') };
}

interface Image {
  readonly type: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
}

async function fetchImage(
  fetches: Outbound,
  url: string,
): Promise<Image | { refusal: ProviderRefusal }> {
  const [limits] = channelCapabilities.tiktok.content.media;
  try {
    const { bytes } = await fetchBytes(fetches, { url, maxBytes: limits?.maxBytes ?? 0 });
    // The bytes decide, not what the server says of them.
    const type = typeOf(bytes);
    const extension = extensions.get(type ?? '');
    if (type === undefined || extension === undefined)
      return notFetched('The file is no JPEG and no PNG image.');
    return { type, extension, bytes };
  } catch (error) {
    if (error instanceof FetchTextError) return notFetched(error.message);
    throw error;
  }
}

function typeOf(bytes: Uint8Array): string | undefined {
  const starts = (...signature: number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : undefined;
}

function notFetched(why: string): { refusal: ProviderRefusal } {
  const error: ProviderError = {
    code: 'SVC-MEDIA-FAILED',
    reason: null,
    scope: null,
    automaticRetry: false,
    retryable: true,
    message: errorCatalog['SVC-MEDIA-FAILED'].message,
    fix: 'Check that the address of the file is public, and that its type and size are allowed.',
  };
  return { refusal: refused(error, null, why) };
}

function multipart(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  { type, extension, bytes }: Image,
): Uint8Array {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="image.${extension}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
