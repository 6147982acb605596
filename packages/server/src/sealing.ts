import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealingKey {
  /** Names the key in the encrypted text. The key cannot be derived from this name. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/**
 * The tenant, record and field of an encrypted text. The text cannot be decrypted for any other tenant, record or
 * field.
 */
export interface SealedPlace {
  readonly tenantId: string;
  readonly recordId: string;
  readonly field: string;
}

/** Encrypts values that a reader of the database must not see. */
export interface Sealer {
  seal(text: string, place: SealedPlace): string;
  /** Decrypts a text. Throws a SealError when it cannot be decrypted for this place. */
  open(sealed: string, place: SealedPlace): string;
  /** Returns whether the text names one of the keys. If not, `open` throws a SealError. */
  isKnown(sealed: string): boolean;
  /** Returns whether the current key encrypted the text. If not, decrypt the text and encrypt it again. */
  isCurrent(sealed: string): boolean;
}

/** Thrown when an encrypted text was changed, belongs to another place, or was encrypted with an unknown key. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * The wait in milliseconds before work is tried again that needs a secret which cannot be decrypted. The operator must
 * first configure the right key.
 */
export const sealedWaitMs = 300_000;

const algorithm = 'aes-256-gcm';
const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Creates a sealer. It encrypts with the first key, and decrypts with all of them. */
export function createSealer(keys: readonly [SealingKey, ...SealingKey[]]): Sealer {
  const [current] = keys;
  return {
    seal: (text, place) => seal(current, text, place),
    open: (sealed, place) => open(keys, sealed, place),
    isKnown: (sealed) => keys.some((key) => names(key, sealed)),
    isCurrent: (sealed) => names(current, sealed),
  };
}

function names({ id }: SealingKey, sealed: string): boolean {
  return sealed.startsWith(`${version}.${id}.`);
}

function seal(key: SealingKey, text: string, place: SealedPlace): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(place));
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
  const packed = Buffer.concat([iv, ...encrypted, cipher.getAuthTag()]);
  return `${version}.${key.id}.${packed.toString('base64url')}`;
}

/** The advice about sealed texts whose key is not set. */
export const lostAdvice =
  'set PARLEY_SECRET_KEY, or PARLEY_SECRET_KEY_PREVIOUS during a rotation, to the key that encrypted the stored secrets';

function open(keys: readonly SealingKey[], sealed: string, place: SealedPlace): string {
  const [given, keyId, data = '', ...rest] = sealed.split('.');
  if (given !== version || rest.length > 0) throw new SealError('This is no sealed text.');
  const key = keys.find(({ id }) => id === keyId);
  if (!key) {
    throw new SealError(`Sealed with a key that is not set: ${lostAdvice}`);
  }
  const packed = Buffer.from(data, 'base64url');
  if (packed.length < ivBytes + tagBytes) throw new SealError('The sealed text is cut off.');
  const iv = packed.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(place));
  decipher.setAuthTag(packed.subarray(-tagBytes));
  try {
    const opened = [decipher.update(packed.subarray(ivBytes, -tagBytes)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch (cause) {
    throw new SealError('The sealed text was changed, or belongs elsewhere.', { cause });
  }
}

function boundTo({ tenantId, recordId, field }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([version, tenantId, recordId, field]));
}
