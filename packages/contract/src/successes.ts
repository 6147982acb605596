/**
 * Returns the statuses of the successes of an endpoint, in ascending order. Most endpoints have one. `POST
 * /conversations` has two: 200 for a known conversation, and 201 for a new one.
 */
export function successStatuses(responses: object): number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300);
}

// In a union with undefined: a function that returns a value is assignable to one that returns only void.
type Nothing = ReturnType<() => void> | undefined;

type IsOne<Value, All = Value> = Value extends All ? ([All] extends [Value] ? true : false) : never;

/**
 * The result of a handler: the body of the success, or nothing if it has no body. An endpoint whose successes have
 * several statuses returns the status with the body.
 */
export type Returned<Success extends { status: number; body: unknown }> =
  IsOne<Success['status']> extends true
    ? Success['body'] extends undefined
      ? Nothing
      : Success['body']
    : Success;

/** Returns the status and the body of what a handler returned. */
export function successOf(
  [status, ...others]: readonly number[],
  returned: unknown,
): { status: number; body: unknown } {
  if (status === undefined || others.length > 0)
    return returned as { status: number; body: unknown };
  return { status, body: returned };
}
