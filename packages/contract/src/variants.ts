import * as z from 'zod';

type RawIssue = z.core.$ZodIssue;

/**
 * Returns a discriminated union. For a value without a valid discriminator, zod tries each variant, so that
 * `variantIssues` can return the issues that all variants have.
 */
export const variants: typeof z.discriminatedUnion = (discriminator, options, params) =>
  z.discriminatedUnion(discriminator, options, {
    ...(typeof params === 'string' ? { error: params } : params),
    unionFallback: true,
  });

/**
 * Returns the issues of a value that is no variant of a union: that of the field which tells the variants apart, and
 * those that all variants have. Returns undefined when no field tells the variants apart.
 */
export function variantIssues({
  errors,
  message,
}: z.core.$ZodIssueInvalidUnion): RawIssue[] | undefined {
  const [first = [], ...others] = errors;
  const valuesOf = (key: PropertyKey | undefined) =>
    errors.map((issues) => {
      const issue = issues.find(({ path }) => path.length === 1 && path[0] === key);
      return issue?.code === 'invalid_value' ? issue.values : [];
    });
  const type = first.find(({ path: [key] }) => {
    const values = valuesOf(key);
    return values.every(({ length }) => length > 0) && isDistinct(values.flat());
  });
  if (!type) return undefined;
  const [key] = type.path;
  // A schema that accepts some values only to refuse them later lists the others itself.
  const listed = /^must be one of (.+)$/.exec(message)?.[1]?.split(', ');
  const values = listed ?? valuesOf(key).flat();
  return [
    { ...type, code: 'invalid_value', values, message },
    ...first.filter(
      (issue) => issue !== type && others.every((issues) => issues.some(isLike(issue))),
    ),
  ];
}

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function isLike({ code, path }: RawIssue): (other: RawIssue) => boolean {
  return (other) => other.code === code && other.path.join('.') === path.join('.');
}
