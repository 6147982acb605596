import type { Target } from './target.ts';

/**
 * The time limit of a poll, in milliseconds. It is shorter than the time limit of a test, so that the failure shows the
 * last value. A busy machine may need most of the time.
 */
const deadlineMs = 120_000;
/** The first and the longest pause between two reads: what takes long is read less often. */
const pausesMs = { first: 10, longest: 40 };

/** Reads a value until it is as wanted. Fails with the last value after the time limit. */
export async function eventually<Value>(
  target: Target,
  read: () => Promise<Value>,
  wanted: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + deadlineMs;
  for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(1.5 * pauseMs, pausesMs.longest)) {
    await target.settle();
    const value = await read();
    if (wanted(value)) return value;
    if (performance.now() > deadline) {
      throw new Error(`not so within ${deadlineMs} ms: ${JSON.stringify(value).slice(0, 1_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Waits until records of the target get a time later than `at`. */
export async function timeAfter(target: Target, at: string | null): Promise<void> {
  while (target.now().toISOString() <= String(at)) await new Promise(setImmediate);
}
