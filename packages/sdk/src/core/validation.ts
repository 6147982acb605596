import { ResponseValidationError } from '../errors.ts';
import type { Call } from './call.ts';
import type { Failure } from './failures.ts';

/** One way in which an answer is not what the contract says. */
export interface ResponseIssue {
  /** Such as `data.0.status`; '' is the whole answer. */
  path: string;
  code: string;
  message: string;
}

/**
 * Says what is wrong with the data of a success; undefined when nothing is. `route` is the method and the path of the
 * contract, such as `GET /messages/:id`. `contractValidation` of `@parley/sdk/validate` makes one.
 */
export type ResponseValidator = (
  route: string,
  data: unknown,
) => readonly ResponseIssue[] | undefined;

/** What is wrong with a success that the validator refuses or cannot check: the caller gets no unchecked data. */
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
