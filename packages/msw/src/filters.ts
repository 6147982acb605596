/** Whether a value is one of those asked for; everything is when nothing is asked. */
export function isAnyOf(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}

/** Whether a time lies in a range: after is inclusive, before is exclusive. */
export function isWithin(
  at: string | null,
  after: string | undefined,
  before: string | undefined,
): boolean {
  if (after === undefined && before === undefined) return true;
  return (
    at !== null && (after === undefined || at >= after) && (before === undefined || at < before)
  );
}
