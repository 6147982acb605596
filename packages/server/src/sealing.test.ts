import { expect, test } from 'vitest';
import { createSealer, SealError, type SealingKey } from './sealing.ts';

const place = { tenantId: 'ten_a', recordId: 'whe_1', field: 'secret' };
const [one, two] = [keyOf('one', 1), keyOf('two', 2)];
const sealer = createSealer([one]);

test('what was sealed opens, whatever it is', () => {
  for (const text of [
    '',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'olá, 👋\u0000',
    'x'.repeat(9_999),
  ]) {
    expect(sealer.open(sealer.seal(text, place), place)).toBe(text);
  }
});

test('a sealed text shows neither what it holds nor that two are the same', () => {
  const [first, second] = [sealer.seal('s3cret', place), sealer.seal('s3cret', place)];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString()).not.toContain('s3cret');
  expect(first).toMatch(/^v1\.one\.[\w-]+$/);
});

test('no bit of a sealed text can be changed', () => {
  const sealed = sealer.seal('s3cret', place);
  const head = sealed.slice(0, sealed.lastIndexOf('.') + 1);
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url');
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect(() => sealer.open(head + changed.toString('base64url'), place)).toThrow(SealError);
  }
});

test('a sealed text cannot be cut, or be anything else', () => {
  const sealed = sealer.seal('s3cret', place);
  for (const text of ['', 'whsec_abc', sealed.slice(0, -1), sealed.slice(0, 20), `${sealed}.x`]) {
    expect(() => sealer.open(text, place), text).toThrow(SealError);
  }
  expect(() => sealer.open(sealed.replace(/^v1/, 'v2'), place)).toThrow(SealError);
});

test('a sealed text opens for its own tenant, record and field only', () => {
  const sealed = sealer.seal('s3cret', place);
  for (const other of [
    { ...place, tenantId: 'ten_b' },
    { ...place, recordId: 'whe_2' },
    { ...place, field: 'headers' },
    { tenantId: 'ten_a","whe_1', recordId: 'secret', field: '' },
  ]) {
    expect(() => sealer.open(sealed, other)).toThrow(/belongs elsewhere/);
  }
});

test('after a change of keys the one before still opens and the current one seals', () => {
  const sealed = sealer.seal('s3cret', place);
  const after = createSealer([two, one]);
  expect(after.open(sealed, place)).toBe('s3cret');
  expect([after.isCurrent(sealed), sealer.isCurrent(sealed)]).toEqual([false, true]);
  const again = after.seal(after.open(sealed, place), place);
  expect(createSealer([two]).open(again, place)).toBe('s3cret');
});

test('without its key a text says which setting may be missing', () => {
  const sealed = sealer.seal('s3cret', place);
  expect(() => createSealer([two]).open(sealed, place)).toThrow(/PARLEY_SECRET_KEY_PREVIOUS/);
});

test('the id of a key does not make it the key', () => {
  const sealed = sealer.seal('s3cret', place);
  expect(() => createSealer([{ ...two, id: 'one' }]).open(sealed, place)).toThrow(SealError);
});

function keyOf(id: string, byte: number): SealingKey {
  return { id, bytes: new Uint8Array(32).fill(byte) };
}
