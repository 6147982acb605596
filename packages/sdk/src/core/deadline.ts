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
  start: (done: (value: Value) => void, fail: (error: unknown) => void) => (() => void) | undefined,
): Promise<Value | Stopped> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      resolve(aborted);
      return;
    }
    let stopWork: (() => void) | undefined;
    const release = (): void => {
      clearTimeout(timer);
      if (signal) unlisten(signal, onAbort);
    };
    const stop = (reason: Stopped): void => {
      release();
      resolve(reason);
      stopWork?.();
    };
    const onAbort = (): void => stop(aborted);
    const timer = setTimeout(() => stop(timedOut), Math.min(ms, longestTimerMs));
    if (signal) listen(signal, onAbort);
    stopWork = start(
      (value) => {
        release();
        resolve(value);
      },
      (error) => {
        release();
        reject(error);
      },
    );
  });
}

/** Waits `ms`; `aborted` when the signal fires first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<Stopped> {
  return within<never>(ms, signal, () => undefined);
}

/** Runs `work` with a signal that fires when one of `signals` does; no listener is left when it has ended. */
export async function withEither<Value>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const both = new AbortController();
  const onAbort = (): void => both.abort(signals.find((signal) => signal.aborted)?.reason);
  for (const signal of signals) listen(signal, onAbort);
  if (signals.some((signal) => signal.aborted)) onAbort();
  try {
    return await work(both.signal);
  } finally {
    for (const signal of signals) unlisten(signal, onAbort);
  }
}

interface Listeners {
  callbacks: Set<() => void>;
  fire: () => void;
}
const listening = new WeakMap<AbortSignal, Listeners>();

// One listener per signal, however many calls wait on it: Node warns of a leak at the eleventh.
function listen(signal: AbortSignal, callback: () => void): void {
  let entry = listening.get(signal);
  if (!entry) {
    const callbacks = new Set<() => void>();
    const fire = (): void => {
      for (const call of [...callbacks]) call();
    };
    entry = { callbacks, fire };
    listening.set(signal, entry);
    signal.addEventListener('abort', entry.fire);
  }
  entry.callbacks.add(callback);
}

function unlisten(signal: AbortSignal, callback: () => void): void {
  const entry = listening.get(signal);
  entry?.callbacks.delete(callback);
  if (entry?.callbacks.size === 0) {
    listening.delete(signal);
    signal.removeEventListener('abort', entry.fire);
  }
}
