const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'prl_live_';
const randomLength = 32;
const checksumLength = 6;
const form = /^prl_live_[0-9A-Za-z]{38}$/;

/** A key of the form that the server gives out: `prl_live_`, 32 characters of chance, a checksum. */
export function makeKeyValue(text: (length: number) => string): string {
  const value = `${prefix}${text(randomLength)}`;
  return `${value}${checksum(value)}`;
}

export function hasKeyForm(value: string): boolean {
  return form.test(value) && value.endsWith(checksum(value.slice(0, -checksumLength)));
}

/** Enough of a key to recognise it. */
export function hintOf(value: string): string {
  return `${prefix}…${value.slice(-4)}`;
}

/** CRC-32 in base 62. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
