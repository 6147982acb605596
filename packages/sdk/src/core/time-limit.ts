/** Results of `withTimeLimit`: the time is over, or the signal of the caller has fired. */
export const timedOut = Symbol();
export const aborted = Symbol();
export type Stopped = typeof timedOut | typeof aborted;

// setTimeout accepts 31 bits of milliseconds (24 days). A longer wait would end at once.
const longestTimerMs = 2e9;

/**
 * Runs `start` and resolves with the value that it passes to `done`. Resolves with `timedOut` after `ms`, or with
 * `aborted` when `signal` fires, if that comes first. The function that `start` returned is then called to stop the
 * work; the promise does not wait until the work stops. Without `start`, it only waits. Its timer and its listener are
 * removed at the end.
 */
export function withTimeLimit<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  start?: (done: (value: Value) => void) => (() => void) | undefined,
): Promise<Value | Stopped> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(aborted);
    let stopWork: (() => void) | undefined;
    const end = (value: Value | Stopped): void => {
      clearTimeout(timer);
      unlisten?.();
      resolve(value);
    };
    const stop = (reason: Stopped): void => {
      end(reason);
      stopWork?.();
    };
    const timer = ms < longestTimerMs ? setTimeout(stop, ms, timedOut) : undefined;
    const unlisten = signal && listen(signal, () => stop(aborted));
    stopWork = start?.(end);
  });
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

// One listener per signal, however many calls wait on it: Node warns of a leak at the eleventh.
function listen(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = listening.get(signal) ?? new Set();
  if (callbacks.size === 0) {
    listening.set(signal, callbacks);
    signal.addEventListener('abort', fire);
  }
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', fire);
  };
}

function fire(this: AbortSignal): void {
  // Iterates over a copy: the called listener removes itself.
  for (const call of new Set(listening.get(this))) call();
}
