/** Fields whose values describe the structure of a webhook body and no person. */
const telling = new Set([
  'object',
  'field',
  'type',
  'event',
  'status',
  'code',
  'title',
  'category',
  'timestamp',
  'time',
  'messaging_product',
]);

/**
 * Returns a webhook body with the values of all other fields replaced, so that it shows the structure but no personal
 * data.
 */
export function redacted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redacted(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redacted(item, name)]),
    );
  }
  return telling.has(name) || typeof value === 'boolean' || value === null ? value : '…';
}
