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
import { sniffType } from './file-types.ts';
import { pixelSize } from './image-sizes.ts';
import type { Made } from './rules.ts';

export type StoredMedia = Omit<MediaFile, 'url'>;

interface Received {
  readonly head: Uint8Array;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** `Content-Type` of the file. */
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

/** Throws SVC-PAYLOAD-TOO-LARGE for a file with more bytes than any network accepts. */
export function checkFileSize(sizeBytes: number): void {
  const { maxBytes: limitBytes } = mediaLimits;
  if (sizeBytes > limitBytes) throw new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
}

/**
 * Returns the type and details of an uploaded file, by its bytes. Throws SVC-VALIDATION for an empty file. Throws
 * SVC-RULE-VIOLATION when the client calls the file a picture, sound or video and its bytes are something else.
 */
export function uploadedFile({ contentType = '', ...file }: Received): UploadedFile {
  if (file.sizeBytes === 0) throw noFile();
  const described = describeFile({ contentType, ...file });
  const [claimed] = typeOf(contentType).split('/');
  const isTold = claimed === 'image' || claimed === 'video' || claimed === 'audio';
  if (isTold && !described.mimeType.startsWith(`${claimed}/`)) {
    throw new ServiceError('SVC-RULE-VIOLATION', {
      rule: 'content_matches_type',
      field: 'Content-Type',
    });
  }
  return described;
}

/** The most bytes of a file that a customer sends; that of all files where the network names none for its kind. */
export function receivedLimit(channelType: ChannelType, kind: string): number {
  const { media } = channelCapabilities[channelType].content;
  return media.find(({ type }) => type === kind)?.maxBytes ?? mediaLimits.maxBytes;
}

export function noFile(): ServiceError {
  const issue = {
    in: 'body',
    path: 'file',
    code: 'required',
    message: 'must not be empty',
  } as const;
  return new ServiceError('SVC-VALIDATION', { issues: [issue] });
}

/** Returns the type and details of a file by its bytes. Ignores its name. */
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
  const { width = null, height = null } = pixelSize(mimeType, head) ?? {};
  const kind = isHuge({ width, height }) ? 'document' : kindOf(mimeType, sizeBytes);
  return { filename: name, mimeType, kind, sizeBytes, sha256, width, height };
}

/** Whether decoding the image would take hundreds of megabytes. */
function isHuge({ width, height }: Pick<MediaFile, 'width' | 'height'>): boolean {
  return (width ?? 0) * (height ?? 0) > mediaLimits.maxPixels;
}

function typeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns the first type of message that some network accepts with this file; `document` otherwise. */
function kindOf(mimeType: string, sizeBytes: number): MediaFile['kind'] {
  const limits = Object.values(channelCapabilities).flatMap(({ content }) => content.media);
  const fits = (kind: MediaFile['kind']) =>
    limits.some(
      ({ type, mimeTypes, maxBytes }) =>
        type === kind && mimeTypes.includes(mimeType) && sizeBytes <= maxBytes,
    );
  return mediaTypes.find((kind) => kind !== 'document' && fits(kind)) ?? 'document';
}

/** Control and format characters, halves of surrogate pairs, and characters that Windows does not allow in names. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|?*:]/gu;

/** The last part of a path without characters that other systems read as more than text; null when nothing is left. */
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
  const kept = name.slice(0, mediaLimits.filename - extension.length);
  // A pair of surrogates must not be cut in two.
  return kept.replace(/[\ud800-\udbff]$/, '') + extension;
}

/** Types that a browser can show without running anything. */
const inlineTypes = /^(?:image\/(?:jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** The headers that go with the bytes of a file. */
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

/** As RFC 6266 wants it: a name in ASCII for old clients, then the whole one. */
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
  /** The last byte, included. */
  readonly end: number;
}

/**
 * Returns the one range that a request asks for; undefined for the whole file, and for ranges that cannot be served.
 */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start <= end ? { start, end } : undefined;
}

/** The path of the bytes of a file, for requests with an API key. */
export function mediaPath(id: string): string {
  return `${apiPrefixes[0]}/media/${id}/content`;
}

/** The record of an uploaded file. */
export function newMedia(file: UploadedFile, { id, at }: Made): StoredMedia {
  const { kind, mimeType, filename, sizeBytes, sha256, width, height } = file;
  const expiresAt = new Date(Date.parse(at) + unusedMs).toISOString();
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

/** How long an uploaded file is kept. */
export const unusedMs = mediaLimits.unusedDays * 86_400_000;

/** The end of a link to a file: rounded up to a minute, so that two requests in a row get the same link. */
export function linkEnd(nowMs: number): number {
  return Math.ceil(nowMs / 60_000) * 60 + mediaLimits.linkSeconds;
}
