import { ResponseValidationError } from '../errors.ts';
import { type Attempt, answerContext } from './attempt.ts';
import type { Call } from './call.ts';
import type { ResponseValidator } from './validator.ts';

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
