import {
  type CustomField,
  type CustomFieldValues,
  type CustomFieldValuesInput,
  customValueLimits,
  customValueOf,
  fold,
  ServiceError,
  toIssues,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { isSame, ownValue } from './fields.ts';
import { invalid } from './refusals.ts';

type Value = CustomFieldValues[string];

/**
 * Returns the values of custom fields in the form in which they are stored. Throws SVC-VALIDATION for unknown fields,
 * for values that do not fit the type, and for a required field set to null. `before` has the present values of the
 * record: one of these that no longer fits, such as a removed option, is left out of the result and so stays. Without
 * `before`, the record is new, and a required field without a value also throws.
 */
export function checkCustomValues(
  fields: readonly CustomField[],
  given: CustomFieldValuesInput,
  before?: CustomFieldValues,
): CustomFieldValuesInput {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const issues: ValidationIssue[] = [];
  const values = Object.entries(given).flatMap(([key, value]) => {
    const field = byKey.get(key);
    if (!field) issues.push(issueAt(key, 'unknown_field', 'is not a custom field of this tenant'));
    if (!field || (value === null && !field.required)) return [[key, value] as const];
    if (value === null) {
      issues.push(issueAt(key, 'required', 'is required'));
      return [];
    }
    const result = customValueOf(field).safeParse(value);
    if (result.success) return [[key, result.data] as const];
    if (before && isSame(value, ownValue(before, key))) return [];
    const raw = result.error.issues.map((issue) => ({
      ...issue,
      path: ['customFields', key, ...issue.path],
    }));
    issues.push(...toIssues({ issues: raw }, 'body', { customFields: given }));
    return [];
  });
  for (const { key, required } of before ? [] : fields) {
    if (required && !Object.hasOwn(given, key)) {
      issues.push(issueAt(key, 'required', 'is required'));
    }
  }
  if (issues.length > 0) throw new ServiceError('SVC-VALIDATION', { issues });
  return Object.fromEntries(values);
}

/**
 * Returns the values after a change; null removes a value. Throws SVC-VALIDATION when the values become larger than both
 * the limit and the values before: a merge can make the values of a contact larger than the limit.
 */
export function mergeCustomValues(
  before: CustomFieldValues,
  change: CustomFieldValuesInput,
): CustomFieldValues {
  const merged = Object.entries({ ...before, ...change });
  const after = Object.fromEntries(
    merged.filter((entry): entry is [string, Value] => entry[1] !== null),
  );
  const bytes = bytesOf(after);
  if (bytes <= customValueLimits.bytes || bytes <= bytesOf(before)) return after;
  const message = `must have at most ${customValueLimits.bytes.toLocaleString('en')} bytes of JSON`;
  throw invalid({ in: 'body', path: 'customFields', code: 'too_long', message });
}

function bytesOf(values: CustomFieldValues): number {
  return new TextEncoder().encode(JSON.stringify(values)).length;
}

/** Returns the terms that are stored for a filter to find the values of a record, such as `plan:gold`. */
export function customFieldTerms(values: CustomFieldValues): string[] {
  return Object.entries(values).flatMap(([key, value]) => termsOf(key, value));
}

/**
 * Matches a number that a double holds exactly. Texts with digits, such as `01234`, `1e3` and long order numbers, are no
 * numbers.
 */
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** The types of fields whose values a request may spell in several ways: a time with any offset, `+1 415` and `+1415`. */
const typesWithSpellings = (['datetime', 'phone'] as const).map((type) =>
  customValueOf({ type, options: [] }),
);

/** Returns the values that a filter may mean with a text: the types of the fields are unknown. */
function meantBy(text: string): Value[] {
  const stored = typesWithSpellings.flatMap((schema) => schema.safeParse(text).data ?? []);
  return [text, ...stored, ...(decimal.test(text) ? [Number(text)] : [])];
}

/** Returns, for each field that a filter names, the terms of which a record must have at least one. */
export function wantedTerms(filter: readonly string[]): string[][] {
  const byKey = new Map<string, string[]>();
  for (const wanted of filter) {
    const end = wanted.indexOf(':');
    const [key, text] = [wanted.slice(0, end), wanted.slice(end + 1)];
    const known = byKey.get(key) ?? [];
    const terms = meantBy(text).flatMap((value) => termsOf(key, value));
    byKey.set(key, [...new Set([...known, ...terms])]);
  }
  return [...byKey.values()];
}

/** The terms of the filters in use: a list compares all records with the same filter. */
const wantedBy = new WeakMap<readonly string[], string[][]>();

/** Returns whether a record has the values that a filter asks for. */
export function hasCustomValues(
  { customFields }: { readonly customFields: CustomFieldValues },
  filter: readonly string[],
): boolean {
  const wanted = wantedBy.get(filter) ?? wantedTerms(filter);
  wantedBy.set(filter, wanted);
  const terms = new Set(customFieldTerms(customFields));
  return wanted.every((any) => any.some((term) => terms.has(term)));
}

/** Returns the terms of one value. A term has no line break, because all terms of a record are lines of one column. */
function termsOf(key: string, value: Value): string[] {
  return [value].flat().map((item) => fold(`${key}:${item}`).replaceAll('\n', ' '));
}

function issueAt(key: string, code: ValidationIssue['code'], message: string): ValidationIssue {
  return { in: 'body', path: `customFields.${key}`, code, message };
}
