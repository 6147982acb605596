import {
  apiPrefixes,
  type ChannelType,
  channelCapabilities,
  type MediaFile,
  mediaLimits,
  mediaTypes,
  ServiceError,
  type UploadedFile,
} from '@parley/contract/schemas';
import { cutAt } from '@parley/search';
import { dayMs } from './durations.ts';
import { sniffType } from './file-types.ts';
import { isAnimatedWebp, pixelSize } from './image-sizes.ts';
import { invalid, notFound, violation } from './refusals.ts';
import type { Made } from './rules.ts';

export type StoredMedia = Omit<MediaFile, 'url'>;

interface Received {
  readonly head: Uint8Array;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The `Content-Type` that the client sent with the file. */
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

/** Throws SVC-PAYLOAD-TOO-LARGE for a file that is larger than every network accepts. */
export function checkFileSize(sizeBytes: number): void {
  const { maxBytes: limitBytes } = mediaLimits;
  if (sizeBytes > limitBytes) throw new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
}

/**
 * Returns the type and details of an uploaded file, by its bytes. Throws SVC-VALIDATION for an empty file, and
 * SVC-RULE-VIOLATION when the client names a picture, audio or video type that does not fit the bytes.
 */
export function uploadedFile({ contentType = '', ...file }: Received): UploadedFile {
  if (file.sizeBytes === 0) throw noFile();
  const described = describeFile({ contentType, ...file });
  const [claimed] = typeOf(contentType).split('/');
  const isTold = claimed === 'image' || claimed === 'video' || claimed === 'audio';
  if (isTold && !described.mimeType.startsWith(`${claimed}/`)) {
    throw violation('content_matches_type', 'Content-Type');
  }
  return described;
}

/**
 * Returns the maximum size of a file from a customer, in bytes. Kinds without a limit of their network have the general
 * limit.
 */
export function receivedLimit(channelType: ChannelType, kind: string): number {
  const { media } = channelCapabilities[channelType].content;
  return media.find(({ type }) => type === kind)?.maxBytes ?? mediaLimits.maxBytes;
}

export function noFile(): ServiceError {
  return invalid({ in: 'body', path: 'file', code: 'required', message: 'must not be empty' });
}

/** The maximum width and height of a PNG by its specification. No other format allows larger ones. */
const maxSide = 2 ** 31 - 1;

/** Returns the type and details of a file by its bytes, whatever its name is. */
export function describeFile({
  head,
  sizeBytes,
  sha256,
  contentType = '',
  filename,
}: Received): UploadedFile {
  const name = safeFilename(filename);
  const extension = /\.([^.]{1,10})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const mimeType = sniffType(head, { claimed: typeOf(contentType), extension });
  const size = pixelSize(mimeType, head);
  const isPossible = size && Math.max(size.width, size.height) <= maxSide;
  const { width, height } = isPossible ? size : { width: null, height: null };
  const isStill = mimeType === 'image/webp' && !isAnimatedWebp(head);
  const kind = isHuge(size ?? {}) ? 'document' : kindOf({ mimeType, sizeBytes, isStill });
  return { filename: name, mimeType, kind, sizeBytes, sha256, width, height };
}

/** Returns whether decoding the image would need hundreds of megabytes of memory. */
function isHuge({ width, height }: Partial<Pick<MediaFile, 'width' | 'height'>>): boolean {
  return (width ?? 0) * (height ?? 0) > mediaLimits.maxPixels;
}

function typeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns the first message type that a network accepts with this file; `document` when none does. */
function kindOf({
  mimeType,
  sizeBytes,
  isStill,
}: Pick<MediaFile, 'mimeType' | 'sizeBytes'> & { readonly isStill: boolean }): MediaFile['kind'] {
  const limits = Object.values(channelCapabilities).flatMap(({ content }) => content.media);
  const fits = (kind: MediaFile['kind']) =>
    limits.some(
      ({ type, mimeTypes, maxBytes, maxStillBytes }) =>
        type === kind &&
        mimeTypes.includes(mimeType) &&
        sizeBytes <= ((isStill ? maxStillBytes : null) ?? maxBytes),
    );
  return mediaTypes.find((kind) => kind !== 'document' && fits(kind)) ?? 'document';
}

/**
 * Characters that file names must not have: control and format characters, halves of surrogate pairs, and characters
 * that Windows does not allow.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|?*:]/gu;

/** Returns the last part of a path without characters that are special in other systems; null when nothing is left. */
export function safeFilename(given: string | null | undefined): string | null {
  const name = ((given ?? '').split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(unsafe, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  if (name === '') return null;
  if (name.length <= mediaLimits.filename) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return cutAt(name, mediaLimits.filename - extension.length) + extension;
}

/** The types that a browser can show without running code of the file. */
const inlineTypes = /^(?:image\/(?:jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Returns the response headers for the bytes of a file. */
export function fileHeaders(media: StoredMedia): Record<string, string> {
  const { mimeType, filename, sha256 } = media;
  const mode = inlineTypes.test(mimeType) && !isHuge(media) ? 'inline' : 'attachment';
  const name = filename === null ? '' : dispositionName(filename);
  return {
    'Content-Type': /^(?:text\/|application\/xml)/.test(mimeType)
      ? `${mimeType}; charset=utf-8`
      : mimeType,
    'Content-Disposition': `${mode}${name}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    ETag: `"${sha256}"`,
  };
}

/** Returns the `Content-Disposition` names by RFC 6266: an ASCII name for old clients, then the full name. */
function dispositionName(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  const whole = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === filename ? '' : `; filename*=UTF-8''${whole}`;
  return `; filename="${plain}"${extended}`;
}

export interface ByteRange {
  readonly start: number;
  /** The index of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Returns the byte range that a request asks for. Returns undefined when the whole file must be sent: without a valid
 * range, with several, or with one outside of the file.
 */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start <= end ? { start, end } : undefined;
}

/** The headers of a request that ask for a part of a file. */
export interface AskedPart {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | readonly string[] | undefined;
}

/** The part of a file that an answer has. */
export interface FilePart {
  readonly status: 200 | 206;
  /** Absent for the whole file. */
  readonly range?: ByteRange | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the part of a file that the headers `Range` and `If-Range` of a request ask for. For a range that cannot be
 * served, or of another version of the file, returns the whole file, as HTTP allows.
 */
export function filePart(
  asked: AskedPart,
  { sizeBytes, etag }: { readonly sizeBytes: number; readonly etag: string | undefined },
): FilePart {
  const isStale = asked['if-range'] !== undefined && asked['if-range'] !== etag;
  const range = isStale ? undefined : rangeOf(asked.range, sizeBytes);
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  return {
    status: range ? 206 : 200,
    range,
    headers: {
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` }),
    },
  };
}

/** Returns the path for downloading the bytes of a file with an API key. */
export function mediaPath(id: string): string {
  return `${apiPrefixes[0]}/media/${id}/content`;
}

/** The record of an uploaded file. */
export function newMedia(file: UploadedFile, { id, at }: Made): StoredMedia {
  const { kind, mimeType, filename, sizeBytes, sha256, width, height } = file;
  const expiresAt = unusedUntil(at);
  return {
    id,
    kind,
    mimeType,
    filename,
    sizeBytes,
    sha256,
    width,
    height,
    createdAt: at,
    expiresAt,
  };
}

/** How long an uploaded file is kept if no message uses it, in milliseconds. */
export const unusedMs = mediaLimits.unusedDays * dayMs;

/** Returns when a file expires that nothing uses since the given time. */
export function unusedUntil(at: string): string {
  return new Date(Date.parse(at) + unusedMs).toISOString();
}

/** Returns a stored file. Throws SVC-NOT-FOUND without one, also for an expired file that is yet to be removed. */
export function unexpiredMedia(media: StoredMedia | undefined, { id, at }: Made): StoredMedia {
  if (media && (media.expiresAt === null || media.expiresAt > at)) return media;
  throw notFound('media', id);
}

/** The stored expiry time of a file that only the branding uses. The file of a message has null. */
export const logoExpiresAt = '9999-12-31T23:59:59.999Z';

/** Returns a file as the API shows it. */
export function shownMedia(
  { expiresAt, createdAt, ...media }: StoredMedia,
  url: string,
): MediaFile {
  return { ...media, url, createdAt, expiresAt: shownExpiry(expiresAt) };
}

/** Returns the expiry time that the API shows; null = the file is kept. */
function shownExpiry(expiresAt: string | null): string | null {
  return expiresAt === logoExpiresAt ? null : expiresAt;
}

/**
 * Returns when a link to a file expires. It is rounded up to a minute, so that two requests in a row get the same link.
 */
export function linkEnd(nowMs: number): number {
  return Math.ceil(nowMs / 60_000) * 60 + mediaLimits.linkSeconds;
}

/** Returns the error for a request with a link that has expired or is wrong, and without an API key. */
export function refusedLink(): ServiceError {
  const message =
    'The link to the file has expired or is wrong. Get a new link: it is the `url` of `GET /media/{id}`.';
  return new ServiceError('SVC-UNAUTHORIZED', { reason: 'missing' }, { message });
}
