interface Ranges {
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
}

/** Whether a value is one of those asked for; everything is when nothing is asked. */
export function isAnyOf(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}

/** As `isAnyOf`, where `none` asks for records without a value. */
export function isAnyOfOrNone(
  wanted: readonly string[] | undefined,
  value: string | null,
): boolean {
  return isAnyOf(wanted, value ?? 'none');
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

/** The ranges that lists of records with both times have. */
export function isInRanges(
  record: { createdAt: string; updatedAt: string },
  query: Ranges,
): boolean {
  return (
    isWithin(record.createdAt, query.createdAfter, query.createdBefore) &&
    isWithin(record.updatedAt, query.updatedAfter, query.updatedBefore)
  );
}
