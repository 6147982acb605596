import { expect, test } from 'vitest';
import { createSealer, SealError, type SealingKey } from './sealing.ts';

const place = { tenantId: 'ten_a', recordId: 'whe_1', field: 'secret' };
const [one, two] = [keyOf('one', 1), keyOf('two', 2)];
const sealer = createSealer([one]);

test('opens any sealed text', () => {
  for (const text of [
    '',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'olá, 👋\u0000',
    'x'.repeat(9_999),
  ]) {
    expect(sealer.open(sealer.seal(text, place), place)).toBe(text);
  }
});

test('a sealed text reveals neither its content nor equality', () => {
  const [first, second] = [sealer.seal('s3cret', place), sealer.seal('s3cret', place)];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString()).not.toContain('s3cret');
  expect(first).toMatch(/^v1\.one\.[\w-]+$/);
});

test('refuses a sealed text with any changed bit', () => {
  const sealed = sealer.seal('s3cret', place);
  const head = sealed.slice(0, sealed.lastIndexOf('.') + 1);
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url');
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect(() => sealer.open(head + changed.toString('base64url'), place)).toThrow(SealError);
  }
});

test('refuses a truncated or malformed sealed text', () => {
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

test('after a key change, the previous key still opens and the current one seals', () => {
  const sealed = sealer.seal('s3cret', place);
  const after = createSealer([two, one]);
  expect(after.open(sealed, place)).toBe('s3cret');
  expect([after.isCurrent(sealed), sealer.isCurrent(sealed)]).toEqual([false, true]);
  const again = after.seal(after.open(sealed, place), place);
  expect(createSealer([two]).open(again, place)).toBe('s3cret');
});

test('the error for a missing key names the setting', () => {
  const sealed = sealer.seal('s3cret', place);
  expect(() => createSealer([two]).open(sealed, place)).toThrow(
    'Sealed with a key that is not set: set PARLEY_SECRET_KEY, or PARLEY_SECRET_KEY_PREVIOUS during a rotation,',
  );
});

test('a different key with the same id does not open a text', () => {
  const sealed = sealer.seal('s3cret', place);
  expect(() => createSealer([{ ...two, id: 'one' }]).open(sealed, place)).toThrow(SealError);
});

function keyOf(id: string, byte: number): SealingKey {
  return { id, bytes: new Uint8Array(32).fill(byte) };
}
