import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealingKey {
  /** Says which key opens a text, and nothing about the key. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The scope of a sealed text: it does not open for another tenant, record or field. */
export interface SealedPlace {
  readonly tenantId: string;
  readonly recordId: string;
  readonly field: string;
}

/** Encrypts values that the database must not reveal. */
export interface Sealer {
  seal(text: string, place: SealedPlace): string;
  /** Throws a SealError. */
  open(sealed: string, place: SealedPlace): string;
  /** False when the key before was used: open it and seal it again. */
  isCurrent(sealed: string): boolean;
}

/** The text was changed, was moved, or was sealed with a key that is not known. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const algorithm = 'aes-256-gcm';
const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** The first key seals, all of them open. */
export function createSealer(keys: readonly [SealingKey, ...SealingKey[]]): Sealer {
  const [current] = keys;
  return {
    seal: (text, place) => seal(current, text, place),
    open: (sealed, place) => open(keys, sealed, place),
    isCurrent: (sealed) => sealed.startsWith(`${version}.${current.id}.`),
  };
}

function seal(key: SealingKey, text: string, place: SealedPlace): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(place));
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
  const packed = Buffer.concat([iv, ...encrypted, cipher.getAuthTag()]);
  return `${version}.${key.id}.${packed.toString('base64url')}`;
}

function open(keys: readonly SealingKey[], sealed: string, place: SealedPlace): string {
  const [given, keyId, data = '', ...rest] = sealed.split('.');
  if (given !== version || rest.length > 0) throw new SealError('This is no sealed text.');
  const key = keys.find(({ id }) => id === keyId);
  if (!key) {
    throw new SealError(
      'Sealed with a secret that is not set: is PARLEY_SECRET_KEY_PREVIOUS missing?',
    );
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
