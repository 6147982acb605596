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

/** One `v1,<base64>` signature. The secret is base64, with or without `whsec_`. */
export async function signWebhook(secret: string, content: SignedContent): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await importKey(secret), signedBytes(content));
  return `v1,${toBase64(new Uint8Array(mac))}`;
}

/** Whether one of the space-separated signatures was made with the secret; compares in constant time. */
export async function matchesSignature(
  secret: string,
  content: SignedContent,
  header: string,
): Promise<boolean> {
  const key = await importKey(secret);
  const bytes = signedBytes(content);
  let matches = false;
  for (const part of header.split(' ')) {
    const [version, value] = part.split(',', 2);
    const signature = version === 'v1' && value ? fromBase64(value) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, bytes))) matches = true;
  }
  return matches;
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(
    secret.startsWith(webhookSecretPrefix) ? secret.slice(webhookSecretPrefix.length) : secret,
  );
  if (!bytes || bytes.length === 0)
    throw new TypeError('A webhook secret is base64, usually after `whsec_`.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function signedBytes({ id, timestampSeconds, body }: SignedContent): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    // Not base64: the caller decides what that means.
    return undefined;
  }
}
