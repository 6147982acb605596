import { ParleyError } from '../errors.ts';

/** Returns the error for a mistake in a call or in the options of a client. */
export function usageError(message: string, cause?: unknown): ParleyError {
  return new ParleyError(message, { outcome: 'not_sent', cause });
}

/** Returns a value as error messages show it: short, and without the contents of objects. */
export function show(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return Object(value) === value
    ? `of type ${Object.prototype.toString.call(value).slice(8, -1)}`
    : String(value);
}

/** Returns the field of a body that JSON cannot represent, and what to send instead; undefined when there is none. */
export function notJson(
  value: unknown,
  path: string,
  parents: readonly unknown[] = [],
): string | undefined {
  if (typeof value === 'bigint')
    return `${path} is a BigInt, which JSON cannot hold; expected a number or string, such as String(value).`;
  if (parents.includes(value))
    return `${path} is an object that contains itself, which JSON cannot hold; expected some of its fields, such as { id: value.id }.`;
  if (Object(value) !== value) return undefined;
  for (const [key, part] of Object.entries(value as object)) {
    const found = notJson(part, `${path}.${key}`, [...parents, value]);
    if (found) return found;
  }
  return undefined;
}
