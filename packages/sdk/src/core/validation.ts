import { ResponseValidationError } from '../errors.ts';
import type { Failure } from './failures.ts';
import type { ResponseValidator } from './options.ts';
import type { Call } from './request.ts';

/**
 * Returns why a response failed validation, or could not be validated; undefined for a valid one. The caller never gets
 * unchecked data.
 */
export function violationOf(
  validate: ResponseValidator,
  { method, route }: Call,
  data: unknown,
  status: number,
): Failure | undefined {
  const Class = ResponseValidationError;
  const context = { outcome: 'unknown', data } as const;
  try {
    const issues = validate(`${method} ${route}`, data) ?? [];
    const [first] = issues;
    if (!first) return undefined;
    const message = `${status} that the contract does not allow: ${first.path} ${first.message}`;
    return { Class, message, context: { ...context, details: { issues } } };
  } catch (cause) {
    return {
      Class,
      message: `${status} that validate failed to check`,
      context: { ...context, cause },
    };
  }
}
