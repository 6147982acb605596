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
export function signWebhook(secret: string, content: SignedContent): Promise<string> {
  return signatureOf(secret, content).catch(() => {
    // Without the cause, which may quote the secret.
    throw new TypeError('A webhook secret is base64, usually after `whsec_`.');
  });
}

/**
 * Whether one of the space-separated signatures was made with the secret; compares in constant time. Rejects when
 * the secret is none.
 */
export async function matchesSignature(
  secret: string,
  content: SignedContent,
  header: string,
): Promise<boolean> {
  const expected = await signatureOf(secret, content);
  // The comma is there when two headers of this name were joined.
  return header.split(/,? +/).some((signature) => isEqual(signature, expected));
}

async function signatureOf(
  secret: string,
  { id, timestampSeconds, body }: SignedContent,
): Promise<string> {
  const key = await keyOf(secret);
  const bytes = new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);
  const mac = await crypto.subtle.sign('HMAC', key, bytes);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

// Importing a key costs as much as signing with it. A sender has more secrets than it should remember.
const keys = new Map<string, CryptoKey>();
const maxKeys = 1_000;

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  if (keys.size >= maxKeys) keys.clear();
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
