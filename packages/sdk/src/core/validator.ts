import { ResponseValidationError } from '../errors.ts';
import { type Attempt, answerContext } from './attempt.ts';
import type { Call } from './call.ts';

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

/** The error of a success that the validator does not accept, or stumbles over; its data goes to nobody unchecked. */
export function violationOf(
  validate: ResponseValidator,
  { method, route, identity }: Call,
  attempts: number,
  { response, data }: Attempt,
): ResponseValidationError | undefined {
  if (!response || data === undefined) return undefined;
  const context = {
    ...identity,
    ...answerContext(response),
    attempts,
    outcome: 'unknown',
    data,
  } as const;
  const { status } = response;
  try {
    const issues = validate(`${method} ${route}`, data) ?? [];
    const [first] = issues;
    if (!first) return undefined;
    const message = `${status} that the contract does not allow: ${first.path} ${first.message}`;
    return new ResponseValidationError(message, { ...context, details: { issues } });
  } catch (cause) {
    return new ResponseValidationError(`${status} that validate failed to check`, {
      ...context,
      cause,
    });
  }
}
