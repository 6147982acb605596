type AnyRecord = Readonly<Record<string, unknown>>;

/**
 * Returns the order that `sort` promises: by the field, then by ID in the same direction. In names and titles, case and
 * accents do not matter. Empty values are last in both directions.
 */
export function compareBySort(sort: string): (a: AnyRecord, b: AnyRecord) => number {
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  const direction = descending ? -1 : 1;
  return (a, b) => {
    const left = keyOf(field, a[field]);
    const right = keyOf(field, b[field]);
    if (left === null && right !== null) return 1;
    if (left !== null && right === null) return -1;
    const byKey = left === null || right === null ? 0 : compareKeys(left, right);
    return direction * (byKey || compareText(a['id'] as string, b['id'] as string));
  };
}

const priorities = ['low', 'normal', 'high', 'urgent'];
const folded = new Set(['name', 'title']);

function keyOf(field: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (field === 'priority') return priorities.indexOf(value as string);
  return folded.has(field) ? fold(value as string) : (value as string | number);
}

/** Compares two values of one field, which have the same type. */
function compareKeys(a: string | number, b: string | number): number {
  return typeof a === 'number' ? a - Number(b) : compareText(a, String(b));
}

/** Returns the text without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}

/** Compares by code point, as both databases do. JavaScript compares UTF-16 units instead. */
function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
