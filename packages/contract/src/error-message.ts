import { errorCatalog } from './error-catalog.ts';
import { errorRules } from './error-rules.ts';

/**
 * Returns the message of a code or, for SVC-RULE-VIOLATION, of its rule. The name of a field of `details` in braces becomes
 * its value.
 */
export function errorMessage(code: keyof typeof errorCatalog, details: object): string {
  const values = new Map<string, unknown>(Object.entries(details));
  const { message: general } = errorCatalog[code];
  const rules: Readonly<Record<string, string>> = code === 'SVC-RULE-VIOLATION' ? errorRules : {};
  const message = rules[String(values.get('rule'))] ?? general;
  return message.replaceAll(/\{(\w+)\}/g, (placeholder, field: string) => {
    if (!values.has(field)) return placeholder;
    const value = values.get(field);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
