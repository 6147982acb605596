import type * as z from 'zod';
import { ServiceError } from './errors.ts';
import type { ValidationIssue } from './validation-issue.ts';
import { variantIssues } from './variants.ts';

type Part = ValidationIssue['in'];
type RawIssue = z.core.$ZodIssue;

/**
 * Limits of a JSON body. `depth`: levels of nesting. `values`: the items of all arrays and the fields of all objects
 * together; the largest batch that the schemas accept has about 10,000. `fields`: the fields of one object.
 */
export const jsonLimits = { depth: 32, values: 15_000, fields: 1_000 } as const;

/** Maximum number of issues in a response. */
export const maxIssues = 100;

/**
 * Converts the first 100 issues of zod to issues of the contract. `input` is the value that was parsed: it
 * distinguishes a missing field from a wrong one.
 */
export function toIssues(
  error: { readonly issues: readonly unknown[] },
  part: Part,
  input: unknown,
): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>();
  for (const raw of error.issues as RawIssue[]) {
    for (const issue of translate(raw, part, input, [])) {
      const key = `${issue.path} ${issue.code}`;
      // zod also compares the length of a text with that of the array which it should be.
      const isKnown = issues.has(key) || issues.has(`${issue.path} invalid_type`);
      if (!isKnown) issues.set(key, issue);
      if (issues.size === maxIssues) return [...issues.values()];
    }
  }
  return [...issues.values()];
}

/**
 * Returns the first problem of a value that is valid JSON but that the server refuses; undefined when there is none. It
 * refuses more than 32 levels, 15,000 values or 1,000 fields of one object. It also refuses keys named `__proto__`,
 * invalid Unicode, and NUL, which not every database can store.
 */
export function checkJson(value: unknown, part: Part = 'body'): ValidationIssue | undefined {
  const pending: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  let values = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && unfitText.test(value)) return textIssue(part, path);
    if (value === null || typeof value !== 'object') continue;
    if (path.length >= jsonLimits.depth) {
      return unfit(part, path, `must have at most ${jsonLimits.depth} levels of nesting`);
    }
    // An array can have as many items as the body has bytes, so its items are counted before their names are created.
    const fields = Array.isArray(value) ? [] : Object.keys(value);
    if (fields.length > jsonLimits.fields) return tooMany(part, path, 'fields', jsonLimits.fields);
    values += Array.isArray(value) ? value.length : fields.length;
    if (values > jsonLimits.values) return tooMany(part, [], 'values', jsonLimits.values);
    const keys = Array.isArray(value) ? Object.keys(value) : fields;
    for (const key of keys) {
      if (key === '__proto__')
        return unfit(part, [...path, key], 'must be removed: this key is not allowed');
      if (unfitText.test(key)) return textIssue(part, path);
      const item = (value as Record<string, unknown>)[key];
      const checked = typeof item === 'string' || (item !== null && typeof item === 'object');
      if (checked) pending.push({ value: item, path: [...path, key] });
    }
  }
  return undefined;
}

/** Returns a part of a path as the client meant it; throws SVC-VALIDATION when its escapes are not UTF-8. */
export function decodePathValue(name: string, segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    const issue = {
      in: 'path',
      path: name,
      code: 'invalid_format',
      message: 'must be percent-encoded UTF-8',
    } as const;
    throw new ServiceError('SVC-VALIDATION', { issues: [issue] }, { cause });
  }
}

/** The formats of zod in the words of a message. A pattern is not in the table, because its schema has a message. */
const formats: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    date: 'a date, such as 2026-11-20',
    datetime: 'an RFC 3339 time, such as 2026-11-20T09:30:00Z',
    email: 'an email address',
    url: 'a URL',
  }),
);

/** A time from a query in which the `+` of the offset was not escaped: there it means a space. */
const lostPlus = /T[\d:.]+ \d\d:\d\d$/;
const plus = 'write the `+` of its offset as `%2B`';
/** A time with the small letters that RFC 3339 allows, and the server does not. */
const smallLetters = /^\d{4}-\d\d-\d\d(t|T[\d:.]+z$)/;
const capitals = 'write `T` and `Z` as capitals';

const unfitText = /[\0\p{Surrogate}]/u;

function tooMany(part: Part, path: string[], what: string, most: number): ValidationIssue {
  const message = `must have at most ${most.toLocaleString('en')} ${what}`;
  return { in: part, path: path.join('.'), code: 'too_long', message };
}

function textIssue(part: Part, path: string[]): ValidationIssue {
  return unfit(part, path, 'must be Unicode text without NUL');
}

function unfit(part: Part, path: string[], message: string): ValidationIssue {
  return { in: part, path: path.join('.'), code: 'invalid_format', message };
}

function translate(
  issue: RawIssue,
  part: Part,
  input: unknown,
  parents: readonly PropertyKey[],
): ValidationIssue[] {
  const path = [...parents, ...issue.path];
  // The parameters of a query are flat: the client sent no array, so the path of an issue must not contain an index.
  const keys = part === 'query' ? path.slice(0, 1) : path;
  const received = typeOf(at(input, keys));
  const base = { in: part, path: keys.map(String).join('.') };
  if (received === 'undefined' && issue.code !== 'unrecognized_keys' && issue.code !== 'custom') {
    return [{ ...base, code: 'required', message: 'is required' }];
  }
  switch (issue.code) {
    case 'invalid_type':
      return [
        {
          ...base,
          code: 'invalid_type',
          message: `must be ${named(issue.expected)}`,
          expected: issue.expected,
          received,
        },
      ];
    case 'too_big':
    case 'too_small':
      return [{ ...base, ...sizeIssue(issue) }];
    case 'invalid_value':
      return [{ ...base, ...enumIssue(issue.values), received }];
    case 'invalid_union':
      return unionIssue(issue, part, input, parents, base, received);
    case 'invalid_key':
      return issue.issues.map((inner) => ({
        ...base,
        code: keyCode(inner),
        message: `has a wrong name: it ${translate(inner, part, '', [])[0]?.message}`,
      }));
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        in: part,
        path: [...keys, key].map(String).join('.'),
        code: 'unknown_field' as const,
        message: 'is not a field of this request: remove it',
      }));
    case 'custom': {
      const code = (issue.params as { code?: ValidationIssue['code'] } | undefined)?.code;
      return [{ ...base, code: code ?? 'invalid_format', message: issue.message }];
    }
    case 'invalid_format': {
      // The messages of schemas begin with `must`, and those of zod do not.
      const expected = issue.message.startsWith('must ') ? undefined : formats.get(issue.format);
      const message = expected ? `must be ${expected}` : issue.message;
      const hint = hintOf(String(at(input, keys)), { part, format: issue.format });
      return [{ ...base, code: 'invalid_format', message: hint ? `${message}; ${hint}` : message }];
    }
    default:
      return [{ ...base, code: 'invalid_format', message: issue.message }];
  }
}

/** Returns how to correct a time that is almost valid; undefined for others. */
function hintOf(
  time: string,
  { part, format }: { readonly part: Part; readonly format: string },
): string | undefined {
  if (part === 'query' && lostPlus.test(time)) return plus;
  return format === 'datetime' && smallLetters.test(time) ? capitals : undefined;
}

function unionIssue(
  issue: Extract<RawIssue, { code: 'invalid_union' }>,
  part: Part,
  input: unknown,
  parents: readonly PropertyKey[],
  base: Pick<ValidationIssue, 'in' | 'path'>,
  received: string,
): ValidationIssue[] {
  // The client probably meant the option of the union whose value has the right type.
  const meant =
    variantIssues(issue) ??
    issue.errors.find((errors) => errors.every((inner) => inner.code !== 'invalid_type'));
  if (meant) {
    return meant.flatMap((inner) => translate(inner, part, input, [...parents, ...issue.path]));
  }
  const expected = [
    ...new Set(
      issue.errors
        .flat()
        .map((inner) => (inner.code === 'invalid_type' ? inner.expected : 'value')),
    ),
  ];
  return [
    {
      ...base,
      code: 'invalid_type',
      message: `must be ${expected.map(named).join(' or ')}`,
      expected: expected.join(' | '),
      received,
    },
  ];
}

function enumIssue(
  values: readonly unknown[],
): Pick<ValidationIssue, 'code' | 'message' | 'expected'> {
  const names = values.map(String);
  const message = names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(', ')}`;
  return { code: 'invalid_enum', message, expected: names.join(' | ') };
}

function sizeIssue(
  issue: Extract<RawIssue, { code: 'too_big' | 'too_small' }>,
): Pick<ValidationIssue, 'code' | 'message'> {
  const isNumber = issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint';
  if (issue.code === 'too_big') {
    const most = `${issue.maximum}`;
    return isNumber
      ? { code: 'out_of_range', message: `must be at most ${most}` }
      : { code: 'too_long', message: `must have at most ${counted(most, issue.origin)}` };
  }
  const least = `${issue.minimum}`;
  return isNumber
    ? { code: 'out_of_range', message: `must be at least ${least}` }
    : { code: 'too_short', message: `must have at least ${counted(least, issue.origin)}` };
}

function counted(count: string, origin: string): string {
  const one = origin === 'string' ? 'character' : 'item';
  return `${count} ${count === '1' ? one : `${one}s`}`;
}

function keyCode(issue: RawIssue): ValidationIssue['code'] {
  if (issue.code === 'too_big') return 'too_long';
  return issue.code === 'too_small' ? 'too_short' : 'invalid_format';
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function named(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'record') return 'an object';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
