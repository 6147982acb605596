import { webhookLimits } from '@parley/contract/schemas';

// Reads the responses of receivers.

/** Returns the start of a response as text of at most 1 kB without a split character; null when it is empty. */
export function snippetOf(body: Uint8Array): string | null {
  const max = webhookLimits.snippetBytes;
  if (body.length === 0) return null;
  // Postgres stores no NUL.
  const text = wholeText(body.subarray(0, max)).replaceAll('\0', '\ufffd');
  // A byte that is no text has become three: cut again.
  return text.length * 3 <= max ? text : wholeText(new TextEncoder().encode(text).subarray(0, max));
}

/** Without an incomplete character at the end. */
function wholeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

const dayInSeconds = 86_400;

/** Returns the wait of `Retry-After` in seconds, at most a day; null when it is missing or invalid. */
export function retryAfterSeconds(
  header: string | readonly string[] | null | undefined,
  nowMs: number,
): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), dayInSeconds);
  // Dates in HTTP start with the name of a day. Date.parse alone accepts nearly anything.
  const atMs = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, Math.ceil((atMs - nowMs) / 1_000)), dayInSeconds);
}
