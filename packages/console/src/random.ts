/** Returns 128 random bits in hexadecimal. Browsers have `crypto.randomUUID` only on pages with https. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
