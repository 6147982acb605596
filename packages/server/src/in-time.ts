import { inTime as inTimeBy, type StartTimer } from '@parley/domain';

/** Runs `inTime` of the domain with the timers of Node, unless others are given. */
export async function inTime<Value, Late>(
  work: Promise<Value>,
  ms: number,
  late: () => Late,
  startTimer: StartTimer = startTimeout,
): Promise<Value | Late> {
  return await inTimeBy(work, ms, late, startTimer);
}

const startTimeout: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
