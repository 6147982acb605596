/** Fields that say how a body is built, and nothing of a person. */
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

/** Returns the body with the values of all other fields replaced: it shows the form, not the texts of people. */
export function redacted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redacted(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redacted(item, name)]),
    );
  }
  return telling.has(name) || typeof value === 'boolean' || value === null ? value : '…';
}
