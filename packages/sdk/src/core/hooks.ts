import type { ParleyError } from '../errors.ts';
import type { FetchResponse } from './fetch.ts';

/** Describes one attempt, without body, query and API key. All hooks of the attempt get the same object. */
export interface AttemptInfo {
  method: string;
  /** The full path, without the query. */
  path: string;
  /** Path of the contract, such as `/messages/:id`: a good name for a span. */
  route: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  idempotencyKey: string | undefined;
}

export interface AttemptResult {
  /**
   * False if the call ended while this attempt waited for the quota or for a retry. Then nothing was sent, and `before`
   * was not called.
   */
  started: boolean;
  /** Duration of the attempt in milliseconds. If the attempt was not started: duration of the wait for the quota. */
  durationMs: number;
  /** HTTP status; undefined if there was no response. */
  status: number | undefined;
  requestId: string | undefined;
  /** Undefined on success. */
  error: ParleyError | undefined;
  /** Milliseconds until the next attempt; undefined after the last. */
  waitMs: number | undefined;
}

/**
 * Functions that are called around every attempt, for tracing and metrics. A hook that throws does not stop the call.
 */
export interface Hooks {
  /** Called when an attempt must wait for the quota of the API key, before the wait. */
  wait?: ((attempt: AttemptInfo) => void) | undefined;
  /** Called before an attempt. Returns headers to send, such as `traceparent`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an arrow that only logs returns void.
  before?: ((attempt: AttemptInfo) => Record<string, string> | undefined | void) | undefined;
  /** Called after every attempt, and at the end of a call whose next attempt was not started. */
  after?: ((attempt: AttemptInfo, result: AttemptResult) => void) | undefined;
  /** Called before the wait for another attempt. */
  retry?:
    | ((attempt: AttemptInfo, retry: { waitMs: number; error: ParleyError }) => void)
    | undefined;
}

/** Asks the hooks for headers to add. */
export function runBefore(hooks: readonly Hooks[], info: AttemptInfo): Record<string, string> {
  const added = hooks.map((hook) =>
    quietly(() => {
      const headers = hook.before?.(info);
      // `Headers` throws for names and values that HTTP does not allow.
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

/** Calls the hooks at the end of an attempt. */
export function report(
  hooks: readonly Hooks[],
  info: AttemptInfo,
  { started, response, error, waitMs, startedAt }: End,
): void {
  const durationMs = performance.now() - startedAt;
  const requestId = response?.headers.get('x-request-id') ?? undefined;
  const status = response?.status;
  const result = { started, durationMs, status, requestId, error, waitMs };
  callAll(hooks, 'after', info, result);
  if (!error || waitMs === undefined) return;
  callAll(hooks, 'retry', info, { waitMs, error });
}

/** Calls the function with this name in all hooks. */
export function callAll<Name extends 'wait' | 'after' | 'retry'>(
  hooks: readonly { readonly [Each in Name]?: ((...args: never) => void) | undefined }[],
  name: Name,
  ...args: Parameters<NonNullable<Hooks[Name]>>
): void {
  // These are the arguments of the hook with this name.
  for (const hook of hooks) quietly(() => hook[name]?.(...(args as never)));
}

/**
 * Calls a function of the user, such as a hook, and returns its value. Returns undefined when the function throws. The
 * rejection of a returned promise is ignored: the function cannot make the request fail.
 */
export function quietly<Value>(call: () => Value): Value | undefined {
  try {
    const value = call();
    // A hook can be an async function.
    if (value instanceof Promise) value.catch(() => undefined);
    return value;
  } catch {
    return undefined;
  }
}
