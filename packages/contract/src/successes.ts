/**
 * Returns the statuses of the successes of an endpoint, in ascending order. Most endpoints have one. `POST
 * /conversations` has two: 200 for a known conversation, and 201 for a new one.
 */
export function successStatuses(responses: object): number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300);
}

/** The status and the body of a success. */
export interface Success {
  readonly status: number;
  readonly body: unknown;
}

// In a union with undefined: a function that returns a value is assignable to one that returns only void.
type Nothing = ReturnType<() => void> | undefined;

type IsOne<Value, All = Value> = Value extends All ? ([All] extends [Value] ? true : false) : never;

/**
 * The result of a handler: the body of the success, or nothing if it has no body. An endpoint whose successes have
 * several statuses returns the status with the body.
 */
export type Returned<Of extends Success> =
  IsOne<Of['status']> extends true ? (Of['body'] extends undefined ? Nothing : Of['body']) : Of;

/** Returns what a handler returned as a status and a body. */
export function withStatus(statuses: readonly number[], returned: unknown): Success {
  const [status] = statuses;
  // The type `Returned` requires the status then.
  const hasStatus = status === undefined || statuses.length > 1;
  return hasStatus ? (returned as Success) : { status, body: returned };
}
