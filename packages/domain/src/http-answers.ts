import { webhookLimits } from '@parley/contract/schemas';

// How answers of receivers are read.

/** Returns the beginning of an answer as text of at most 1 kB, with no character cut in two; null when it is empty. */
export function snippetOf(body: Uint8Array): string | null {
  const max = webhookLimits.snippetBytes;
  if (body.length === 0) return null;
  // Postgres stores no NUL.
  const text = wholeText(body.subarray(0, max)).replaceAll('\0', '\ufffd');
  // A byte that is no text has become three: cut again.
  return text.length * 3 <= max ? text : wholeText(new TextEncoder().encode(text).subarray(0, max));
}

/** Without the beginning of a character at the end. */
function wholeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

const dayInSeconds = 86_400;

/** Returns what `Retry-After` asks for, in seconds from now and at most a day; null when it is missing or not readable. */
export function retryAfterSeconds(
  header: string | readonly string[] | null | undefined,
  nowMs: number,
): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), dayInSeconds);
  // Dates in HTTP begin with the name of a day. Date.parse alone takes nearly anything.
  const atMs = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, Math.ceil((atMs - nowMs) / 1_000)), dayInSeconds);
}
