// Bodies of providers. Their IDs may be numbers above 2^53, and their texts may have characters that Postgres cannot store.

const deepest = 64;
/**
 * Matches a string, or a whole number that a double cannot hold exactly. A string without an end is one match:
 * otherwise, the time would grow with the square of its length.
 */
const stringOrLongNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<=[[:,\s])-?\d{16,}(?=[\s,\]}])/gs;
/** Matches NUL and halves of surrogate pairs. */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const replacement = '\ufffd';

/**
 * Parses the body of a webhook. Whole numbers of 16 digits and more become strings, because they are IDs. Characters
 * that no database can store become U+FFFD. Returns undefined for a body that is not JSON, or is nested deeper than 64
 * levels.
 */
export function parseProviderJson(text: string): unknown {
  const exact = text.replaceAll(stringOrLongNumber, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
  try {
    return storable(JSON.parse(exact), 0);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replaceAll(unstorable, replacement);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  const entries = Object.entries(value).map(([name, item]) => [
    name.replaceAll(unstorable, replacement),
    storable(item, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object; otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** Returns the value as a list of objects; an empty list if it is something else. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Returns a string that is not empty, or a number as text because IDs may be numbers; undefined for other values. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
