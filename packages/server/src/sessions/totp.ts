import { createHmac, randomBytes } from 'node:crypto';
import type { TotpSecret } from '@parley/contract/console';

// Codes of authenticator apps: RFC 6238 with SHA-1, 6 digits and periods of 30 seconds, which every app supports.

const stepMs = 30_000;
const secretBytes = 20;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code of the period with this number. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Returns the period whose code this is: the present one, or one before or after it, because clocks differ. Returns
 * undefined when the code is wrong, or of a period that is not after the last one. Ignores a last period that is still
 * to come: the clock has stepped back since.
 */
export function stepOf(
  code: string,
  { secret, after, nowMs }: { secret: string; after: number; nowMs: number },
): number | undefined {
  const present = Math.floor(nowMs / stepMs);
  const last = after > present + 1 ? 0 : after;
  const steps = [present, present - 1, present + 1].filter((step) => step > last);
  return steps.find((step) => codeAt(secret, step) === code);
}

export function newTotpSecret(email: string): TotpSecret {
  const secret = toBase32(randomBytes(secretBytes));
  const uri = `otpauth://totp/Parley:${encodeURIComponent(email)}?secret=${secret}&issuer=Parley`;
  return { secret, uri };
}

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((digit) => base32.indexOf(digit).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
