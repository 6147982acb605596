import { mediaLimits, type UploadedFile } from '@parley/contract';
import {
  checkFileSize,
  headBytes,
  isForm,
  noBoundary,
  noFile,
  refuseEncoding,
  uploadedFile,
  wrongForm,
} from '@parley/domain';
import type { HeaderRecord } from './authenticate.ts';
import { sha256Of } from './sha256.ts';

const bytes = new WeakMap<object, Uint8Array<ArrayBuffer>>();

/** Returns the bytes of a file that was sent to the mock. */
export function bytesOfUpload(file: UploadedFile): Uint8Array<ArrayBuffer> {
  return bytes.get(file) ?? new Uint8Array();
}

/** Returns the uploaded file: the whole body, or the one file of a form. Throws the same errors as the server. */
export function readUpload(
  headers: HeaderRecord,
  body: Uint8Array | string | undefined,
  filename: unknown,
): UploadedFile {
  if (body === undefined || body.length === 0) throw noFile();
  refuseEncoding(headers['content-encoding'], 'file');
  const contentType = headers['content-type'];
  const sent = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const hasForm = isForm(contentType);
  checkFileSize(hasForm ? sent.length - mediaLimits.formBytes : sent.length);
  const part = hasForm ? partOf(contentType ?? '', sent) : { bytes: sent, contentType };
  checkFileSize(part.bytes.length);
  const file = uploadedFile({
    head: part.bytes.subarray(0, headBytes),
    sizeBytes: part.bytes.length,
    sha256: sha256Of(part.bytes),
    contentType: part.contentType,
    filename: typeof filename === 'string' ? filename : part.filename,
  });
  bytes.set(file, part.bytes);
  return file;
}

interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * Returns the one file of a form. The body is read as Latin-1, so that positions in the text are positions in the
 * bytes.
 */
function partOf(contentType: string, body: Uint8Array<ArrayBuffer>): Part {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw noBoundary();
  const text = latin1Of(body);
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (parts.length < 2 || !parts.at(-1)?.startsWith('--')) throw wrongForm('incomplete');
  const sent = parts.slice(1, -1);
  const files = sent.slice(0, 2).flatMap((part) => fileOf(part) ?? []);
  if (sent.length > 1) throw wrongForm('several');
  const [file] = files;
  if (!file) throw noFile();
  const { part, split, ...described } = file;
  // The text begins with a line break that is not in the body.
  const start = text.indexOf(part.slice(0, split + 4)) + split + 4;
  return { bytes: body.slice(start, start + part.length - split - 4), ...described };
}

/**
 * Returns the file of a part of a form; undefined for a part without a valid Content-Disposition, which the server
 * ignores. Throws SVC-VALIDATION unless the part is a file with the name `file`.
 */
function fileOf(part: string) {
  const split = part.indexOf('\r\n\r\n');
  const head = part.slice(0, split);
  const disposition = /\r\ncontent-disposition:\s*form-data([^\r]*)/i.exec(head)?.[1];
  const given = disposition === undefined ? undefined : parametersOf(disposition);
  if (!given) return undefined;
  const contentType = /\r\ncontent-type:\s*([^\r]*)/i.exec(head)?.[1];
  const filename = given.get('filename*') || given.get('filename') || undefined;
  const isFile =
    filename !== undefined || /^application\/octet-stream\s*(;|$)/i.test(contentType ?? '');
  if (!isFile) throw wrongForm('noFile');
  if (given.get('name') !== 'file') throw wrongForm('otherName');
  return { part, split, contentType, filename };
}

const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))\s*/gy;
const extended = /^(utf-?8|iso-8859-1|latin1)'[^']*'((?:%[\da-f]{2}|[^%])+)$/i;

/** Returns the parameters of a header with their values; undefined when they are malformed. The first of a name counts. */
function parametersOf(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  let length = 0;
  for (const [all, name = '', quoted = '', token] of text.matchAll(parameter)) {
    length += all.length;
    const value = name.endsWith('*')
      ? decodedExtended(token)
      : decoded(token ?? quoted.replaceAll(/\\(["\\])/g, '$1'));
    if (value === undefined) return undefined;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return length === text.length ? found : undefined;
}

/** Returns one character for each byte. `latin1` of a TextDecoder is another encoding, windows-1252. */
function latin1Of(bytes: Uint8Array): string {
  const size = 8_192;
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    text += String.fromCharCode(...bytes.subarray(at, at + size));
  }
  return text;
}

/** Returns a text such as `UTF-8''d%C3%B6t.png` decoded; undefined when it is malformed. */
function decodedExtended(text = ''): string | undefined {
  const [, charset, encoded] = extended.exec(text) ?? [];
  const latin1 = encoded?.replaceAll(/%(..)/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return latin1 && /^utf/i.test(charset ?? '') ? decoded(latin1) : latin1;
}

/** Returns a text decoded as UTF-8, after its bytes were read as Latin-1. */
function decoded(latin1: string): string {
  const bytes = Uint8Array.from(latin1, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
