/** The part of `Headers` that reading needs. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** How long the server asks to wait: `Retry-After-Ms`, or `Retry-After` in seconds, decimals or as a date. */
export function waitMsOf(headers: HeaderReader, nowMs: number): number | undefined {
  const after = headers.get('retry-after');
  // The date is by the server's clock: where ours is visibly off, its `Date` header says what time it is.
  const serverNow = Date.parse(`${headers.get('date')}`);
  const now = Math.abs(serverNow - nowMs) > 5_000 ? serverNow : nowMs;
  const forms = [
    numberOf(headers.get('retry-after-ms')),
    numberOf(after) * 1000,
    Date.parse(`${after}`) - now,
  ];
  const waitMs = forms.find((form) => !Number.isNaN(form));
  return waitMs && Math.max(0, waitMs);
}

/** NaN when there is none. */
export function numberOf(value: string | null): number {
  return Number(value || Number.NaN);
}
