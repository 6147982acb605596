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
  refuseEncoding(headers['content-encoding']);
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
  const [part, second] = parts.slice(1, -1);
  if (part === undefined) throw noFile();
  const { split, head, filename } = fileOf(part);
  if (second !== undefined) {
    fileOf(second);
    throw wrongForm('several');
  }
  // The text begins with a line break that is not in the body.
  const start = text.indexOf(part.slice(0, split + 4)) + split + 4;
  return {
    bytes: body.slice(start, start + part.length - split - 4),
    contentType: /\r\ncontent-type:\s*([^\r]*)/i.exec(head)?.[1],
    filename: decoded(filename),
  };
}

/** Returns the head of a part of a form. Throws SVC-VALIDATION unless the part is a file with the name `file`. */
function fileOf(part: string) {
  const split = part.indexOf('\r\n\r\n');
  const head = part.slice(0, split);
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  const filename = /;\s*filename="((?:[^"\\]|\\.)+)"/i.exec(head)?.[1];
  if (filename === undefined) throw wrongForm('noFile');
  if (name !== 'file') throw wrongForm('otherName');
  return { split, head, filename };
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

/** Returns the file name decoded as UTF-8, after its bytes were read as Latin-1. */
function decoded(latin1: string): string {
  const name = Uint8Array.from(latin1, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(name).replaceAll(/\\(.)/g, '$1');
}
