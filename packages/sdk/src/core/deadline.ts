/** `within` stopped waiting: the time was over, or the caller's signal fired. */
export const timedOut = Symbol('timed out');
export const aborted = Symbol('aborted');
export type Stopped = typeof timedOut | typeof aborted;

// setTimeout takes 31 bits; a longer wait would fire at once.
const longestTimerMs = 2_147_483_647;

/**
 * Answers with what `start` hands to `done`, or with the reason for stopping, whichever is first: also when
 * the work itself ignores that it was stopped. `start` returns what stops the work. No timer and no listener is left.
 */
export function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  start: (done: (value: Value) => void) => (() => void) | undefined,
): Promise<Value | Stopped> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(aborted);
      return;
    }
    let stopWork: (() => void) | undefined;
    const end = (value: Value | Stopped): void => {
      clearTimeout(timer);
      unlisten();
      resolve(value);
    };
    const stop = (reason: Stopped): void => {
      end(reason);
      stopWork?.();
    };
    const timer = setTimeout(stop, Math.min(ms, longestTimerMs), timedOut);
    const unlisten = listen(signal, () => stop(aborted));
    stopWork = start(end);
  });
}

/** Waits `ms`; `aborted` when the signal fires first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<Stopped> {
  return within<never>(ms, signal, () => undefined);
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

// One listener per signal, however many calls wait on it: Node warns of a leak at the eleventh.
function listen(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => undefined;
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
  for (const call of [...(listening.get(this) ?? [])]) call();
}
