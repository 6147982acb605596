import * as z from 'zod';

interface Field {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Field;
  anyOf?: Field[];
  description?: string;
}

/** A longer list of values stands outside of the table of fields. */
const longestEnum = 20;

/** A table of the fields of an object schema; nothing when it has none. */
export function fieldTable(schema: z.ZodType): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const rows = Object.entries(properties).map(([name, field]) => {
    const known = field as Field;
    const presence = required.includes(name) ? '' : ' May be absent.';
    return `| \`${name}\` | ${typeOf(known)} | ${known.description ?? ''}${presence} |`;
  });
  return rows.length === 0 ? [] : ['| Field | Type | |', '|---|---|---|', ...rows];
}

/** A fenced block of JSON. */
export function json(value: unknown): string[] {
  return ['```json', JSON.stringify(value, null, 2), '```'];
}

function typeOf(field: Field): string {
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ');
  if (field.enum && field.enum.length <= longestEnum)
    return field.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (field.const !== undefined) return `\`${String(field.const)}\``;
  if (field.type === 'array') return `list of ${typeOf(field.items ?? {})}`;
  return [field.type ?? 'any'].flat().join(' or ');
}
