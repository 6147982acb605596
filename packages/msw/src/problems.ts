import { toIssues } from '@parley/contract';
import { closest } from 'fastest-levenshtein';
import type * as z from 'zod';

/** The error for a mistake in the test itself, such as a prepared response that the contract does not allow. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** Returns Zod's issues as one line for test authors: `body.to is required; body.type must be …`. */
export function describeIssues(error: z.ZodError, body: unknown): string {
  return toIssues(error, 'body', body)
    .map(({ path, message }) => `${path || 'body'} ${message}`)
    .join('; ');
}

/** Returns whether unknown enum values are the only errors. They are allowed, because a newer server may send them. */
export function hasOnlyFutureValues({ issues }: z.ZodError, body: unknown): boolean {
  return issues.every((issue) => isFutureValue(issue, body));
}

function isFutureValue(issue: z.core.$ZodIssue, body: unknown): boolean {
  if (issue.code !== 'invalid_value' || issue.values.length < 2) return false;
  const given = issue.path.reduce<unknown>((value, key) => Object(value)[key], body);
  return typeof given === 'string' && given !== '';
}

/**
 * Throws a MockError that names the first field of `given` that is not in `known`, and the known field with the closest
 * spelling.
 */
export function refuseUnknownField(
  where: string,
  what: string,
  known: readonly string[],
  given: unknown,
): void {
  const unknown = Object.keys(Object(given)).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const nearest = closest(unknown, known);
  throw new MockError(`${where}: ${unknown} is no field of ${what}; the nearest is ${nearest}`);
}

/** Throws a MockError if options are no object, or have a field that is not in `known`. */
export function checkNames(where: string, known: readonly string[], options: unknown): void {
  checkObject(where, 'the options', options);
  refuseUnknownField(where, 'the options', known, options);
}

/** Throws a MockError if `given` cannot have fields, such as null or a list. `what` is a plural, such as "the options". */
export function checkObject(where: string, what: string, given: unknown): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new MockError(`${where}: ${what} are ${show(given)}; expected an object`);
}

/** Throws a MockError if a time in milliseconds is no number, or below `least`. */
export function checkMs(where: string, name: string, ms: unknown, least = 0): void {
  if (typeof ms === 'number' && Number.isFinite(ms) && ms >= least) return;
  throw new MockError(
    `${where}: ${name} is ${show(ms)}; expected ${least} or more milliseconds, such as 50`,
  );
}

/** Throws a MockError if a number of times is no whole number from `least` on, and not Infinity. */
export function checkCount(where: string, name: string, count: unknown, least: number): void {
  const isCount = Number.isInteger(count) || count === Number.POSITIVE_INFINITY;
  if (isCount && Number(count) >= least) return;
  throw new MockError(
    `${where}: ${name} is ${show(count)}; expected ${least} or more, such as 3, or Infinity`,
  );
}

/** Returns a value as error messages show it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object' || value === null) return String(value);
  return isFields(value) ? textOf(value) : `a ${tagOf(value)}`;
}

function textOf(value: object): string {
  try {
    return JSON.stringify(value).slice(0, 200);
  } catch {
    // It contains itself, as a response of Express does.
    return 'an object';
  }
}

/** Returns false for null and lists, and for objects whose content is in no field, such as a `Response` or a promise. */
export function isFields(value: unknown): boolean {
  return tagOf(value) === 'Object';
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
