const dayInSeconds = 86_400;

/** What the header asks for, in seconds from now and at most a day; null when it is missing or says nothing. */
export function retryAfterSeconds(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), dayInSeconds);
  // Dates in HTTP begin with the name of a day. Date.parse alone takes nearly anything.
  const atMs = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, Math.ceil((atMs - nowMs) / 1_000)), dayInSeconds);
}
