import { createHmac } from 'node:crypto';
import type { SignedContent, WebhookDialect, WebhookHeaders } from '../adapter.ts';

/** The common parts of https://www.standardwebhooks.com, the same for every SDK of it. */
export const standardWebhooks = {
  signsTime: true,
  signsId: true,
  parses: true,
  secrets: {
    current: secretOf('current'),
    previous: secretOf('previous'),
    foreign: secretOf('foreign'),
  },
  headerOf: (signatures: string[], { id, timestamp }: SignedContent) => ({
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }),
  sign: (secret: string, { id, timestamp, body }: SignedContent) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  },
  unknownSignature: 'v9,c29tZXRoaW5nIG5ldw==',
} satisfies Omit<WebhookDialect, 'verifier'>;

/** Returns a scheme with one header that contains a hex digest of the body alone. */
export function bodyDigest(header: string): Omit<WebhookDialect, 'verifier'> {
  return {
    signsTime: false,
    signsId: false,
    parses: false,
    secrets: { current: 'current secret', previous: 'previous secret', foreign: 'foreign secret' },
    headerOf: (signatures) => ({ [header]: signatures.join(',') }),
    sign: (secret, { body }) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    unknownSignature: 'sha512=00',
  };
}

/** Returns a header. Some SDKs expect its value: finding it is the caller's task, so the lab does it correctly. */
export function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function secretOf(name: string): string {
  return `whsec_${Buffer.from(`the ${name} secret of the lab`).toString('base64')}`;
}
