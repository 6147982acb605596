// Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`. Does not import zod,
// because the SDK bundles this file.

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export const webhookSecretPrefix = 'whsec_';

export interface SignedContent {
  id: string;
  /** Time of this attempt, in Unix seconds. */
  timestampSeconds: number;
  /** The body, exactly as it is sent. */
  body: string;
}

/**
 * Returns one signature: `v1,<base64>`. The secret must be base64, with or without `whsec_`; otherwise it throws a
 * TypeError.
 */
export async function signWebhook(secret: string, content: SignedContent): Promise<string> {
  try {
    return await signatureOf(secret, content);
  } catch {
    // No `cause`: it may quote the secret.
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
    // Signatures are also separated by commas when two headers of this name were joined.
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

/** Returns the signature. Node, Bun and Deno compute it synchronously, in a fraction of the time of Web Crypto. */
function signatureOf(
  secret: string,
  { id, timestampSeconds, body }: SignedContent,
): string | Promise<string> {
  const text = `${id}.${timestampSeconds}.${body}`;
  let node: NodeCrypto | undefined;
  try {
    node = (globalThis as Globals).process?.getBuiltinModule?.('node:crypto');
  } catch {
    // The Edge runtime of Next.js has this function, and it always throws.
  }
  if (!node) return webSignatureOf(secret, text);
  return `v1,${node.createHmac('sha256', bytesOf(secret)).update(text).digest('base64')}`;
}

async function webSignatureOf(secret: string, text: string): Promise<string> {
  const key = await keyOf(secret);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

/**
 * Returns the bytes of a secret. Throws a TypeError when it is not base64, or when it is empty, because anyone could
 * sign with an empty secret.
 */
function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = atob(secret.replace(/^whsec_/, ''));
  if (!text) throw new TypeError();
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

// Importing a key costs as much as signing, so keys are cached. A sender has too many secrets to cache them all.
const keys = new Map<string, CryptoKey>();
const maxKeys = 1_000;

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const [oldest] = keys.set(secret, key).keys();
  if (keys.size > maxKeys) keys.delete(oldest as string);
  return key;
}

// Takes the same time wherever the signatures differ, so that the time reveals nothing about the right one.
function isEqual(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  }
  return difference === 0;
}
