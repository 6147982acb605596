import type { ParleyError } from '../errors.ts';
import type { FetchResponse } from './fetch.ts';

/** One attempt, as hooks see it: no body, no query, no key. The same object is handed to all hooks of the attempt. */
export interface AttemptInfo {
  method: string;
  /** The full path, without the query. */
  path: string;
  /** The path as the contract writes it, such as `/messages/:id`: a good name for a span. */
  route: string;
  /** 1 for the first. */
  attempt: number;
  idempotencyKey: string | undefined;
}

export interface AttemptResult {
  /**
   * False when the call ended while this attempt waited for its turn: for the quota, or after a failure. Then nothing
   * was sent, and `before` was not called.
   */
  started: boolean;
  /** Where it was not started: of the wait for the quota. */
  durationMs: number;
  /** Undefined when there was no answer. */
  status: number | undefined;
  requestId: string | undefined;
  /** Undefined on success. */
  error: ParleyError | undefined;
  /** The call is sent again after this time; undefined when this was its end. */
  waitMs: number | undefined;
}

/** Called around every attempt, for tracing and metrics. A hook that throws does not disturb the call. */
export interface Hooks {
  /** Before an attempt. What it returns is sent as headers, such as `traceparent`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an arrow that only logs returns void.
  before?: ((attempt: AttemptInfo) => Record<string, string> | undefined | void) | undefined;
  /** After an attempt, failed or not; and at the end of a call whose next attempt was not started. */
  after?: ((attempt: AttemptInfo, result: AttemptResult) => void) | undefined;
  /** Before the wait for another attempt. */
  retry?:
    | ((attempt: AttemptInfo, retry: { waitMs: number; error: ParleyError }) => void)
    | undefined;
}

/** Asks the hooks for headers to add. */
export function runBefore(hooks: readonly Hooks[], info: AttemptInfo): Record<string, string> {
  const added = hooks.map((hook) =>
    quietly(() => {
      const headers = hook.before?.(info);
      // Throws what HTTP does not allow.
      if (headers) new Headers(headers);
      return headers;
    }),
  );
  return Object.assign({}, ...added);
}

interface End {
  started: boolean;
  response?: FetchResponse | undefined;
  error: ParleyError | undefined;
  waitMs?: number | undefined;
  startedAt: number;
}

/** Tells the hooks how an attempt ended. */
export function report(
  hooks: readonly Hooks[],
  info: AttemptInfo,
  { started, response, error, waitMs, startedAt }: End,
): void {
  const durationMs = performance.now() - startedAt;
  const requestId = response?.headers.get('x-request-id') ?? undefined;
  const status = response?.status;
  const result = { started, durationMs, status, requestId, error, waitMs };
  for (const hook of hooks) quietly(() => hook.after?.(info, result));
  if (!error || waitMs === undefined) return;
  for (const hook of hooks) quietly(() => hook.retry?.(info, { waitMs, error }));
}

/** Undefined when it throws: what only looks on must not change the call. */
export function quietly<Value>(call: () => Value): Value | undefined {
  try {
    const value = call();
    // An arrow that is async is a hook, too.
    if (value instanceof Promise) value.catch(() => undefined);
    return value;
  } catch {
    return undefined;
  }
}
