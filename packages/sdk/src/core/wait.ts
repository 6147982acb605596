/** The part of `Headers` that reading needs. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** How long the server asks to wait: `Retry-After-Ms`, or `Retry-After` in seconds, decimals or as a date. */
export function waitMsOf(headers: HeaderReader, nowMs: number): number | undefined {
  const wait = headers.get('retry-after');
  const ms =
    number(headers.get('retry-after-ms')) ?? number(wait, 1000) ?? distance(wait, headers, nowMs);
  return ms && Math.max(0, ms);
}

// The date is by the server's clock: where ours is visibly off, its `Date` header says what time it is.
function distance(date: string | null, headers: HeaderReader, nowMs: number): number | undefined {
  const serverNow = Date.parse(headers.get('date') ?? '');
  const at = Date.parse(date ?? '');
  return at ? at - (Math.abs(serverNow - nowMs) > 5_000 ? serverNow : nowMs) : undefined;
}

export function number(value: string | null, factor = 1): number | undefined {
  return value !== null && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) * factor : undefined;
}
