// Finds the media type of a file by its bytes. The type that the client names decides only between types whose files
// begin with the same bytes.

/** The number of bytes at the start of a file that these functions read. */
export const headBytes = 262_144;

interface Claims {
  /** Media type that the client names, without parameters. */
  readonly claimed: string;
  /** The extension of the file name, in lower case and without the dot. */
  readonly extension: string;
}

type Signature = readonly [offset: number, text: string, mimeType: string];

/** The first bytes of each type. Texts in the table stand for bytes. */
const signatures: readonly Signature[] = [
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [0, 'BM', 'image/bmp'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, '#!AMR', 'audio/amr'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'fLaC', 'audio/flac'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, 'PK\x05\x06', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
  [0, 'Rar!\x1a\x07', 'application/vnd.rar'],
  [0, "7z\xbc\xaf'\x1c", 'application/x-7z-compressed'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb'],
  [0, 'MZ', 'application/x-msdownload'],
  [0, '\x7fELF', 'application/x-elf'],
  [8, 'WEBP', 'image/webp'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/x-msvideo'],
];

/** The types of files in a ZIP container, by the extension of the file name. */
const zipTypes: ReadonlyMap<string, string> = new Map([
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
]);
const cfbTypes: ReadonlyMap<string, string> = new Map([
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
]);
const textTypes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['vcf', 'text/vcard'],
  ['ics', 'text/calendar'],
]);

/** The extensions of the types that only the name or the claimed type of a file can tell apart. */
export const extensionsOfNamed: ReadonlyMap<string, string> = new Map(
  [zipTypes, cfbTypes, textTypes].flatMap((types) =>
    [...types].map(([extension, type]) => [type, extension] as const),
  ),
);

const binary = 'application/octet-stream';

/** Returns the media type of a file that begins with these bytes; `application/octet-stream` when it is unknown. */
export function sniffType(head: Uint8Array, claims: Claims): string {
  const { claimed } = claims;
  const found = signatureOf(head);
  if (found === 'application/zip') return typeIn(zipTypes, claims) ?? found;
  if (found === 'application/x-cfb') return typeIn(cfbTypes, claims) ?? found;
  if (found !== undefined) return found;
  if (asText(head, 4, 8) === 'ftyp') return brandType(asText(head, 8, 12), claimed);
  // Networks accept Opus only in an Ogg file, so another codec needs another type.
  if (asText(head, 0, 4) === 'OggS' && asText(head, 28, 35) === '\x01vorbis')
    return 'audio/x-vorbis+ogg';
  if (asText(head, 0, 4) === 'OggS') return eitherOf(claimed, 'audio/ogg', 'video/ogg');
  if (asText(head, 0, 4) === '\x1aE\xdf\xa3') {
    const isWebm = asText(head, 0, 64).includes('webm');
    return isWebm ? eitherOf(claimed, 'video/webm', 'audio/webm') : 'video/x-matroska';
  }
  return audioFrameType(head) ?? textType(head, claims);
}

/**
 * Returns the type that the extension names or, for a name without one, the claimed type; undefined when it is none of
 * these types.
 */
function typeIn(
  types: ReadonlyMap<string, string>,
  { claimed, extension }: Claims,
): string | undefined {
  if (extension !== '') return types.get(extension);
  return [...types.values()].find((type) => type === claimed);
}

function signatureOf(head: Uint8Array): string | undefined {
  for (const [offset, text, mimeType] of signatures) {
    if (asText(head, offset, offset + text.length) !== text) continue;
    if (offset === 0 || asText(head, 0, 4) === 'RIFF') return mimeType;
  }
  return undefined;
}

function eitherOf(claimed: string, usual: string, other: string): string {
  return claimed.split('/')[0] === other.split('/')[0] ? other : usual;
}

function brandType(brand: string, claimed: string): string {
  if (/^(hei[cx]|hev[cx]|mif1|msf1)$/.test(brand)) return 'image/heic';
  if (/^avi[fs]$/.test(brand)) return 'image/avif';
  if (/^3g[gprs2]/.test(brand)) return eitherOf(claimed, 'video/3gpp', 'audio/3gpp');
  if (brand === 'qt  ') return 'video/quicktime';
  return /^M4[AB]/.test(brand) ? 'audio/mp4' : eitherOf(claimed, 'video/mp4', 'audio/mp4');
}

/**
 * Returns the type of MP3 or AAC data without a header; undefined for other data. It begins with a frame: 12 bits that
 * are set, then the kind of frame.
 */
function audioFrameType([first, second = 0, third = 0]: Uint8Array): string | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  const isLayer3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08;
  const hasRates = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isLayer3 && hasRates ? 'audio/mpeg' : undefined;
}

const markup =
  /<(?:!doctype|!--|html|head|body|script|style|svg|iframe|img|a|b|div|table|title)\b/i;

function textType(head: Uint8Array, claims: Claims): string {
  const text = textIn(head);
  if (text === undefined) return binary;
  if (/<svg\b/i.test(text)) return 'image/svg+xml';
  if (markup.test(text)) return 'text/html';
  if (/^\s*<\?xml\b/.test(text)) return 'application/xml';
  return typeIn(textTypes, claims) ?? 'text/plain';
}

/**
 * Returns the bytes as text; undefined unless they are UTF-8 without control characters. The last character may be
 * incomplete.
 */
function textIn(head: Uint8Array): string | undefined {
  for (let cut = 0; cut < 4; cut += 1) {
    try {
      const bytes = head.subarray(0, head.length - (head.length === headBytes ? cut : 0));
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what text has none of.
      return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
    } catch {
      // The last character may be incomplete: a few bytes less can be valid.
    }
  }
  return undefined;
}

function asText(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
