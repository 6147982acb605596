import * as z from 'zod';
import { at, exampleId } from './example-values.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idParams } from './ids.ts';
import { mediaTypes } from './message-kinds.ts';
import { named } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RouteMetadata } from './routes.ts';
import { timestamp } from './timestamps.ts';

export const mediaLimits = {
  /** Maximum size of a file, in bytes: the limit of WhatsApp for documents. */
  maxBytes: 104_857_600,
  /** Additional bytes that `multipart/form-data` may have around a file, for boundaries and headers. */
  formBytes: 65_536,
  filename: 240,
  /**
   * The maximum number of pixels of an image. Larger images are sent as documents, because decoding them would need
   * hundreds of megabytes of memory.
   */
  maxPixels: 100_000_000,
  /** How long `url` works, in seconds. */
  linkSeconds: 900,
  /** How many days a file is kept that no message uses. */
  unusedDays: 7,
} as const;

export class MediaFileSchema extends named('A stored file.', {
  id: id('media'),
  kind: z.enum(mediaTypes).describe('Type of message that fits the file best.'),
  mimeType: z.string().describe('Media type, as the bytes of the file show it.'),
  filename: textOrNull('File name without a path or control characters.'),
  sizeBytes: z.int().describe('Size in bytes.'),
  sha256: z.string().describe('SHA-256 digest in hexadecimal.'),
  width: z.int().nullable().describe('Width of an image in pixels.'),
  height: z.int().nullable().describe('Height of an image in pixels.'),
  url: z
    .string()
    .describe(
      'Download address that needs no API key, valid for 15 minutes. A path of this server unless `PARLEY_PUBLIC_URL` is set.',
    ),
  createdAt: timestamp.describe('Creation time.'),
  expiresAt: timeOrNull(
    'Time at which the file is deleted; null = never, because a message or the branding has it.',
  ),
}) {}
export const mediaFile = new MediaFileSchema();
export type MediaFile = z.infer<typeof mediaFile>;

/** The details of an uploaded file that the server determines while it reads the bytes. */
export interface UploadedFile {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly kind: MediaFile['kind'];
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The bytes of a file. It has a name because TypeScript before 5.7 cannot read `Uint8Array<ArrayBuffer>`. */
export interface FileBytes extends Uint8Array {}
const fileBytes = z.custom<FileBytes>().describe('The bytes of the file.');
/** The schema of an uploaded file. The server replaces the bytes with its details. */
const receivedFile = fileBytes.transform((file) => file as unknown as UploadedFile);

export const uploadMediaQuery = z
  .object({
    filename: z.string().max(1_024).optional().describe('Name of the file.'),
  })
  .describe('What to know about the file.');
export type UploadMediaQuery = z.infer<typeof uploadMediaQuery>;

const routes = resourceRoutes('/media', 'media', mediaFile);

export const mediaRoutes = {
  upload: {
    method: 'POST',
    path: '/media',
    summary: 'Upload a file',
    description:
      'Send the bytes as the body, or a form (`multipart/form-data`) with one field `file`. The server detects the media type from the bytes. `Content-Type` only distinguishes types whose files begin with the same bytes, such as `audio/mp4` and `video/mp4`. Messages send the file as `media: { id }`. A file that no message uses is deleted after 7 days.',
    query: uploadMediaQuery,
    headers: idempotencyHeaders,
    body: receivedFile,
    responses: { 201: mediaFile },
    metadata: {
      creates: 'media',
      bytes: 'request',
      bodyBytes: mediaLimits.maxBytes,
      errors: ['SVC-RULE-VIOLATION'],
    } as RouteMetadata,
  },
  get: routes.get('Get a file'),
  download: {
    method: 'GET',
    path: '/media/:id/content',
    pathParams: idParams('media'),
    summary: 'Download the bytes of a file',
    description:
      'Needs an API key, or the `token` of the `url` of the file. A request for one range gets 206. Browsers display images, audio and video, and download all other files.',
    responses: { 200: fileBytes },
    metadata: { resource: 'media', bytes: 'response' } as RouteMetadata,
  },
  delete: {
    ...routes.delete('Delete a file', 'SVC-IN-USE'),
    description:
      'Returns `SVC-IN-USE` for the logo of an agency. Messages with the file keep its details, but not the bytes. A message that was not sent yet fails with `SVC-MEDIA-FAILED`.',
  },
} as const;

const example: MediaFile = {
  id: exampleId('media', '1'),
  kind: 'image',
  mimeType: 'image/png',
  filename: 'receipt.png',
  sizeBytes: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  width: 640,
  height: 480,
  url: `/api/v1/media/${exampleId('media', '1')}/content?token=…`,
  createdAt: at(10),
  expiresAt: at(10 + mediaLimits.unusedDays * 86_400),
};

export const mediaExamples = {
  mediaFile: example,
  uploadMediaQuery: { filename: 'receipt.png' },
} as const;
