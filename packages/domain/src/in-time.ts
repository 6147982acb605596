/** Calls `callback` after `ms` milliseconds. Returns a function that stops the timer. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

/**
 * Resolves with the result of `work`, or with the result of `late` when the time is up first. The work then continues,
 * and its failure is ignored.
 */
export async function inTime<Value, Late>(
  work: Promise<Value>,
  ms: number,
  late: () => Late,
  startTimer: StartTimer,
): Promise<Value | Late> {
  let stopTimer = () => {};
  const end = new Promise<void>((resolve) => {
    stopTimer = startTimer(resolve, Math.max(0, ms));
  });
  return await Promise.race([work, end.then(late)]).finally(stopTimer);
}
