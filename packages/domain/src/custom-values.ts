import {
  type CustomField,
  type CustomFieldValues,
  type CustomFieldValuesInput,
  customValueLimits,
  customValueOf,
  ServiceError,
  toIssues,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { fold } from './texts.ts';

type Value = CustomFieldValues[string];

/**
 * Returns the values as they are stored. Throws SVC-VALIDATION for unknown fields, for values that their types do not
 * allow, for a required field that is cleared, and where `isNew` for required fields without a value.
 */
export function checkCustomValues(
  fields: readonly CustomField[],
  given: CustomFieldValuesInput,
  { isNew }: { readonly isNew: boolean },
): CustomFieldValuesInput {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const issues: ValidationIssue[] = [];
  const values = Object.entries(given).map(([key, value]) => {
    const field = byKey.get(key);
    if (!field) issues.push(issueAt(key, 'unknown_field', 'is not a custom field of this tenant'));
    if (!field || (value === null && !field.required)) return [key, value] as const;
    if (value === null) {
      issues.push(issueAt(key, 'required', 'is required'));
      return [key, value] as const;
    }
    const result = customValueOf(field).safeParse(value);
    if (result.success) return [key, result.data] as const;
    const raw = result.error.issues.map((issue) => ({
      ...issue,
      path: ['customFields', key, ...issue.path],
    }));
    issues.push(...toIssues({ issues: raw }, 'body', { customFields: given }));
    return [key, value] as const;
  });
  for (const { key, required } of isNew ? fields : []) {
    if (required && !Object.hasOwn(given, key)) {
      issues.push(issueAt(key, 'required', 'is required'));
    }
  }
  if (issues.length > 0) throw new ServiceError('SVC-VALIDATION', { issues });
  return Object.fromEntries(values);
}

/** The values after a change; null removes one. Throws SVC-VALIDATION when they would grow over the limit. */
export function mergeCustomValues(
  before: CustomFieldValues,
  change: CustomFieldValuesInput,
): CustomFieldValues {
  const merged = Object.entries({ ...before, ...change });
  const after = Object.fromEntries(
    merged.filter((entry): entry is [string, Value] => entry[1] !== null),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(after)).length;
  if (bytes <= customValueLimits.bytes) return after;
  const issue = {
    in: 'body',
    path: 'customFields',
    code: 'too_long',
    message: `must have at most ${customValueLimits.bytes.toLocaleString('en')} bytes of JSON`,
  } as const;
  throw new ServiceError('SVC-VALIDATION', { issues: [issue] });
}

/** The texts by which a filter finds the values of a record: `plan:gold`. */
export function customFieldTerms(values: CustomFieldValues): string[] {
  return Object.entries(values).flatMap(([key, value]) => termsOf(key, value));
}

/** The terms of any one field that a record may have, for each field that a filter names. */
export function wantedTerms(filter: readonly string[]): string[][] {
  const byKey = new Map<string, string[]>();
  for (const wanted of filter) {
    const end = wanted.indexOf(':');
    const [key, text] = [wanted.slice(0, end), wanted.slice(end + 1)];
    const number = text.trim() === '' ? Number.NaN : Number(text);
    const values = Number.isNaN(number) ? [text] : [text, number];
    const known = byKey.get(key) ?? [];
    byKey.set(key, [...known, ...values.flatMap((value) => termsOf(key, value))]);
  }
  return [...byKey.values()];
}

/** Whether a record has the values that a filter wants. */
export function hasCustomValues(values: CustomFieldValues, filter: readonly string[]): boolean {
  const terms = new Set(customFieldTerms(values));
  return wantedTerms(filter).every((any) => any.some((term) => terms.has(term)));
}

/** Terms are lines of one column. */
function termsOf(key: string, value: Value): string[] {
  return [value].flat().map((item) => fold(`${key}:${item}`).replaceAll('\n', ' '));
}

function issueAt(key: string, code: ValidationIssue['code'], message: string): ValidationIssue {
  return { in: 'body', path: `customFields.${key}`, code, message };
}
