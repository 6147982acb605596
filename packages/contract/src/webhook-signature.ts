// Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`.
// No zod here: the SDK bundles this file.

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export const webhookSecretPrefix = 'whsec_';

export interface SignedContent {
  id: string;
  /** Unix seconds of this attempt. */
  timestampSeconds: number;
  /** The exact bytes that are sent. */
  body: string;
}

/**
 * One `v1,<base64>` signature. The secret is base64, with or without `whsec_`. Throws a TypeError when it is not.
 */
export async function signWebhook(secret: string, content: SignedContent): Promise<string> {
  try {
    return await signatureOf(secret, content);
  } catch {
    // Without the cause, which may quote the secret.
    throw new TypeError('A webhook secret is base64, usually after `whsec_`.');
  }
}

/**
 * Returns whether one of the space-separated signatures was made with the secret; compares in constant time. Returns a
 * promise where the runtime has only Web Crypto. Throws or rejects when the secret is invalid.
 */
export function matchesSignature(
  secret: string,
  content: SignedContent,
  header: string,
): boolean | Promise<boolean> {
  const isAmong = (expected: string): boolean =>
    // The comma is there when two headers of this name were joined.
    header.split(/,? +/).some((signature) => isEqual(signature, expected));
  const expected = signatureOf(secret, content);
  return typeof expected === 'string' ? isAmong(expected) : expected.then(isAmong);
}

interface NodeCrypto {
  createHmac(algorithm: string, key: Uint8Array): { update(text: string): NodeHmac };
}
interface NodeHmac {
  digest(encoding: 'base64'): string;
}
interface Globals {
  process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto };
}

/** Node, Bun and Deno sign at once, in a fraction of the time of Web Crypto. */
function signatureOf(
  secret: string,
  { id, timestampSeconds, body }: SignedContent,
): string | Promise<string> {
  const text = `${id}.${timestampSeconds}.${body}`;
  const node = (globalThis as Globals).process?.getBuiltinModule?.('node:crypto');
  if (!node) return webSignatureOf(secret, text);
  return `v1,${node.createHmac('sha256', bytesOf(secret)).update(text).digest('base64')}`;
}

async function webSignatureOf(secret: string, text: string): Promise<string> {
  const key = await keyOf(secret);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

/** Decodes a secret. Throws when it is not base64 or is empty: anybody could sign with an empty key. */
function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = atob(secret.replace(/^whsec_/, ''));
  if (!text) throw new TypeError();
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

// Importing a key costs as much as signing with it. A sender has more secrets than it should remember.
const keys = new Map<string, CryptoKey>();
const maxKeys = 1_000;

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const [oldest] = keys.keys();
  if (oldest !== undefined && keys.size >= maxKeys) keys.delete(oldest);
  keys.set(secret, key);
  return key;
}

// Takes as long for a wrong signature as for the right one, wherever they differ.
function isEqual(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  }
  return difference === 0;
}
