import { errorCatalog } from './error-catalog.ts';

/** Returns the message of a code. Each `{field}` becomes the value of that field of `details`. */
export function errorMessage(code: keyof typeof errorCatalog, details: object): string {
  const values = new Map<string, unknown>(Object.entries(details));
  return errorCatalog[code].message.replaceAll(/\{(\w+)\}/g, (_placeholder, field: string) => {
    const value = values.get(field);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
