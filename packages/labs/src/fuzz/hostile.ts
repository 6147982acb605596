import fc from 'fast-check';
import { characterAt, lastCharacter, placeOf } from '../../../../scripts/test/characters.ts';

/** Names of properties that every object inherits. */
export const inheritedNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty'] as const;

const character = fc.nat(lastCharacter).map(characterAt, placeOf);

/** Texts that are known to break servers. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '.', '..', '../../etc/passwd', '\0', 'a\0b', '\ud800', '\u202e', '%', '%00', '*'],
    ...["' or 1=1 --", '"', '\\', '{}', '[]', 'null', 'undefined', 'NaN', 'true'],
    ...inheritedNames,
    ...inheritedNames.map((name) => `{{${name}}}`),
    ...['-1', '0', '1e9', '0x10', '0.30000000000000004', '9007199254740993'],
    ...['99999999999999999999'],
    ...['1970-01-01', '+275760-09-13T00:00:00.000Z', '2026-02-30T00:00:00Z'],
    ...['9999-12-31T23:59:60Z'],
    ...['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00+23:59', '2026-W01-1'],
    ...['x'.repeat(65)],
    ...['x'.repeat(3_000), ','.repeat(500), 'a,'.repeat(101), '(a+)+$', 'ﷺ'.repeat(300)],
    ...['@con:0', '@msg:1', '@whe:2', '@src:3', '@cnv:4', '@chn:5', '@faq:6', '@dlv:7', '@evt:8'],
  ),
  fc.string({ maxLength: 40, unit: character }),
  fc.string({ maxLength: 300, unit: 'grapheme' }),
);

export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  hostileTexts,
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 63, 1e21],
    ...[[], {}, [[]], [null], [{}], { a: null }, { id: 'x' }, nested(31), nested(40), nested(500)],
    ...[Array(1_001).fill('x'), Array(101).fill({}), many(21), many(2_000), 'x'.repeat(100_000)],
    JSON.parse('{"__proto__":{"polluted":true}}'),
  ),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Returns bytes that replace a JSON body. */
export function hostileBytes(body: unknown): fc.Arbitrary<Uint8Array> {
  const json = Buffer.from(JSON.stringify(body) ?? '{}');
  const texts = [
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    "{'a':1}",
    '{"a":1}{"b":2}',
    '{"a":1,"a":2}',
    '\ufeff{}',
  ];
  const bytes = [...texts.map((text) => Buffer.from(text)), Buffer.from([0x22, 0xff, 0x22])];
  return fc.oneof(
    fc.constantFrom(...bytes, Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)),
    fc.nat(json.length).map((length) => json.subarray(0, length)),
    fc.uint8Array({ maxLength: 200 }).map((noise) => Buffer.from(noise)),
    fc.tuple(fc.nat(json.length), fc.nat(255)).map(([place, byte]) => {
      const changed = Buffer.from(json);
      if (place < changed.length) changed[place] = byte;
      return changed;
    }),
  );
}

/** Header names and values that a client can send and that are valid HTTP. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${'x'.repeat(5_000)}` },
    { authorization: 'Basic YTpi' },
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset=nonsense' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/xml' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br, deflate' },
    { 'content-encoding': 'nonsense' },
    { 'idempotency-key': '' },
    { 'idempotency-key': ' ' },
    { 'idempotency-key': 'x'.repeat(256) },
    { 'idempotency-key': 'caf\xe9' },
    { 'x-request-id': 'x'.repeat(1_000) },
    { 'x-request-id': '{"a":1}' },
    { accept: 'application/xml' },
    { 'accept-encoding': 'nonsense;q=9' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': 'nonsense, 1.2.3.4' },
    { 'if-none-match': '*' },
    { range: 'bytes=0-1' },
    { cookie: 'a=b; '.repeat(500) },
  ),
  fc
    .tuple(
      fc.constantFrom('x-request-id', 'idempotency-key', 'content-type', 'authorization', 'accept'),
      fc.stringMatching(/^[\x20-\x7e]{0,60}$/),
    )
    .map(([name, value]) => ({ [name]: value.trim() })),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

function many(keys: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 'v']));
}
