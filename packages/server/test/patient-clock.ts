import { onTestFinished } from 'vitest';

const turnMs = 100;

/**
 * Starts a clock that counts the turns of a timer, and returns the function that reads it, in milliseconds. While the
 * machine is busy, the timers of this process are late, and this clock with them. So the limits of a server in this
 * process hold by this clock on any machine.
 */
export function startPatientClock(onEnd = onTestFinished): () => number {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, turnMs);
  onEnd(() => clearInterval(timer));
  return () => turns * turnMs;
}
