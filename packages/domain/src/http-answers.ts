import { webhookLimits } from '@parley/contract/schemas';

// Reads the responses of other servers, such as webhook receivers and hosts of files.

const redirects = new Set([301, 302, 303, 307, 308]);

/** Returns whether a status says that the resource has another URL. Not every status of 3xx does: 304 does not. */
export function isRedirect(statusCode: number): boolean {
  return redirects.has(statusCode);
}

/**
 * Returns whether a status says that a later request may succeed: the server has an outage, or gets too many requests.
 */
export function isPassingStatus(statusCode: number): boolean {
  return statusCode >= 500 || statusCode === 408 || statusCode === 429;
}

/**
 * Returns the start of a response as text: at most 1 kB, without an incomplete character. Null when the response is
 * empty.
 */
export function snippetOf(body: Uint8Array): string | null {
  const max = webhookLimits.snippetBytes;
  if (body.length === 0) return null;
  // Postgres cannot store NUL.
  const text = wholeText(body.subarray(0, max)).replaceAll('\0', '\ufffd');
  // An invalid byte becomes a replacement character of three bytes, so the text may be too long: cut again.
  return text.length * 3 <= max ? text : wholeText(new TextEncoder().encode(text).subarray(0, max));
}

/** Returns the bytes as text, without an incomplete character at the end. */
function wholeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

const dayInSeconds = 86_400;

/** Returns the seconds of a `Retry-After` header, at most a day; null when the header is missing or invalid. */
export function retryAfterSeconds(
  header: string | readonly string[] | null | undefined,
  nowMs: number,
): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), dayInSeconds);
  // HTTP dates start with the name of a day; `Date.parse` alone accepts nearly any text.
  const atMs = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, Math.ceil((atMs - nowMs) / 1_000)), dayInSeconds);
}
