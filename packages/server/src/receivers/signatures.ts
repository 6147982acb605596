import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelType } from '@parley/contract/schemas';

// Meta signs the body; TikTok signs a time and the body.

interface Signed {
  /** The value of the header that carries the signature. */
  readonly signature: string | undefined;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** The header in which each network signs its webhooks. */
export const signatureHeaders: Readonly<Record<ChannelType, string>> = {
  whatsapp: 'x-hub-signature-256',
  instagram: 'x-hub-signature-256',
  tiktok: 'tiktok-signature',
};

/**
 * The tolerated difference between the clocks of TikTok and of the server, with the time of delivery, in milliseconds.
 */
const toleranceMs = 300_000;

/** Returns whether one of the secrets signed the body. Takes the same time for each secret. */
export function isSignedBy(
  type: ChannelType,
  secrets: readonly string[],
  { signature = '', body, nowMs }: Signed,
): boolean {
  if (type !== 'tiktok') {
    const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature) ?? [];
    return hex !== undefined && isOneOf(hex, secrets, [body]);
  }
  const fields = new Map(signature.split(',').map((part) => splitOnce(part.trim())));
  const time = fields.get('t') ?? '';
  const hex = fields.get('s') ?? '';
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/i.test(hex)) return false;
  if (Math.abs(nowMs - Number(time) * 1_000) > toleranceMs) return false;
  return isOneOf(hex, secrets, [`${time}.`, body]);
}

/** Returns whether a text is one of the secrets. Takes the same time for each secret. */
export function isOneOfSecrets(text: string, secrets: readonly string[]): boolean {
  const digest = sha256(text);
  return secrets.map((secret) => timingSafeEqual(digest, sha256(secret))).includes(true);
}

function isOneOf(
  hex: string,
  secrets: readonly string[],
  parts: readonly (string | Uint8Array)[],
): boolean {
  const given = Buffer.from(hex, 'hex');
  const equal = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) hmac.update(part);
    return timingSafeEqual(hmac.digest(), given);
  });
  return equal.includes(true);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function splitOnce(part: string): [string, string] {
  const at = part.indexOf('=');
  return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}
