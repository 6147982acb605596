import { channelCapabilities, mediaLimits } from '@parley/contract/schemas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterAt, lastCharacter, placeOf } from '../../../scripts/test/characters.ts';
import { seed } from '../../../scripts/test/seed.ts';
import { headBytes, sniffType } from './file-types.ts';
import { pixelSize } from './image-sizes.ts';
import { describeFile, fileHeaders, newMedia, rangeOf, safeFilename } from './media.ts';

test('the largest file is the largest that a network accepts', () => {
  const sizes = Object.values(channelCapabilities).flatMap(({ content }) =>
    content.media.map(({ maxBytes }) => maxBytes),
  );
  expect(mediaLimits.maxBytes).toBe(Math.max(...sizes));
});

test('reads the size of pictures from their headers', () => {
  expect(pixelSize('image/png', png(640, 480))).toEqual({ width: 640, height: 480 });
  expect(pixelSize('image/gif', latin1('GIF89a\x80\x02\xe0\x01'))).toEqual({
    width: 640,
    height: 480,
  });
  const jpeg = latin1('\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03');
  expect(pixelSize('image/jpeg', jpeg)).toEqual({ width: 640, height: 480 });
  const extended = latin1(`RIFF\0\0\0\0WEBPVP8X${'\0'.repeat(8)}\x7f\x02\0\xdf\x01\0`);
  expect(pixelSize('image/webp', extended)).toEqual({ width: 640, height: 480 });
  expect(pixelSize('image/png', png(640, 480).subarray(0, 20))).toBeUndefined();
});

test('a picture that would fill the memory when it is decoded is a document', () => {
  const bomb = describeBytes(png(60_000, 60_000));
  expect(bomb).toMatchObject({ kind: 'document', mimeType: 'image/png' });
  expect(fileHeaders(stored(bomb))['Content-Disposition']).toBe('attachment');
  expect(describeBytes(png(10_000, 10_000)).kind).toBe('image');
  expect(describeBytes(png(10_000, 10_001)).kind).toBe('document');
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['...hidden', 'hidden'],
  ['a\r\nSet-Cookie: x.png', 'aSet-Cookie x.png'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['  spaces   between .txt ', 'spaces between .txt'],
  ['\ud800half.png', 'half.png'],
  ['..', null],
  ['\0\0', null],
  ['', null],
  [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(236)}.pdf`],
])('the name %j becomes %j', (given, name) => {
  expect(safeFilename(given)).toBe(name);
});

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=-20', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-', 0, undefined],
  ['bytes=9999999999999999-', 10, undefined],
])('the range %s of %i bytes is %j', (header, size, range) => {
  expect(rangeOf(header, size)).toEqual(range);
});

test('an Ogg file with Vorbis has another type than one with Opus', () => {
  const page = (codec: string) => latin1(`OggS${'\0'.repeat(24)}${codec}`);
  const claims = { claimed: 'audio/ogg', extension: 'ogg' };
  expect(sniffType(page('OpusHead'), claims)).toBe('audio/ogg');
  expect(sniffType(page('\x01vorbis'), claims)).toBe('audio/x-vorbis+ogg');
});

test.each([
  ['PK\x03\x04', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'xls', 'application/vnd.ms-excel'],
  ['a,b\n1,2\n', 'csv', 'text/csv'],
])(
  'of files that begin with %j, the name or else the claimed type finds %s',
  (head, extension, type) => {
    const typeOf = (claims: Partial<Parameters<typeof sniffType>[1]>) =>
      sniffType(latin1(head), { claimed: '', extension: '', ...claims });
    expect([typeOf({ extension }), typeOf({ claimed: type })]).toEqual([type, type]);
    expect(typeOf({ claimed: 'application/pdf' })).toBe(typeOf({}));
    expect(typeOf({})).not.toBe(type);
  },
);

const beginnings = [
  '\xff\xd8\xff\xe0',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff',
  'GIF89a',
  'RIFF\0\0\0\0WEBPVP8X',
  '%PDF-1.7\n',
  'PK\x03\x04',
  '\x1f\x8b\x08',
  '\0\0\0\x18ftypmp42',
  'OggS\0',
  '\x1aE\xdf\xa3webm',
  'ID3\x03',
  'MZ\x90\0',
  'BM',
  '<?xml version="1.0"?>',
  '<!doctype html>',
  '\ufeff<html>',
  '',
];
const payloads = ['<script>alert(1)</script>', '<svg onload="alert(1)">', '\0\0\0', 'PK\x05\x06'];
const character = fc.nat(lastCharacter).map(characterAt, placeOf);
const hostile = fc.record({
  parts: fc.array(fc.constantFrom(...beginnings, ...payloads), { maxLength: 4 }),
  rest: fc.uint8Array({ maxLength: 64 }),
  contentType: fc.constantFrom('', 'text/html', 'image/svg+xml', 'image/png', 'audio/mp4;x=1', '/'),
  filename: fc.oneof(
    fc.string({ unit: character, maxLength: 300 }),
    fc.constantFrom('../../x.html', 'a\0.png', 'x"; filename="y.exe', "é'(*).pdf", '\u202e.exe'),
  ),
});

test('1,000 hostile files are described without an error, and served so that nothing runs', () => {
  fc.assert(
    fc.property(hostile, ({ parts, rest, contentType, filename }) => {
      const head = Buffer.concat([...parts.map((part) => Buffer.from(part, 'latin1')), rest]);
      const file = describeBytes(head, { contentType, filename });
      const headers = fileHeaders(stored(file));
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
      const disposition = headers['Content-Disposition'] ?? '';
      expect(disposition).toMatch(
        /^(inline|attachment)(; filename="[^"\\]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?)?$/,
      );
      const type = headers['Content-Type'] ?? '';
      if (disposition.startsWith('inline')) {
        expect(type).toMatch(/^(image\/(jpeg|png|gif|webp)|audio\/|video\/)/);
      }
      expect(file.filename ?? '').not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
      expect((file.filename ?? '').length).toBeLessThanOrEqual(mediaLimits.filename);
      if (file.width !== null) expect(file.width).toBeGreaterThan(0);
    }),
    { seed, numRuns: 1_000 },
  );
});

test('the last character of the bytes that are looked at may be cut in two', () => {
  const head = Buffer.alloc(headBytes, 'é');
  const claims = { claimed: '', extension: '' };
  expect(sniffType(Buffer.concat([latin1('a'), head]).subarray(0, headBytes), claims)).toBe(
    'text/plain',
  );
  expect(sniffType(latin1('caf\xe9'), claims)).toBe('application/octet-stream');
});

function describeBytes(head: Uint8Array, claims: { contentType?: string; filename?: string } = {}) {
  return describeFile({ head, sizeBytes: head.length, sha256: 'a'.repeat(64), ...claims });
}

function stored(file: ReturnType<typeof describeBytes>) {
  return newMedia(file, { id: 'med_1', at: '2026-11-21T00:00:00.000Z' });
}

function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), size]);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
