import { onTestFinished } from 'vitest';
import { cpuMsSince } from '../../../scripts/test/longest-hold.ts';

const turnMs = 100;
/** A turn in which the process works longer than this counts as long as its work, in milliseconds of CPU. */
const holdMs = 3 * turnMs;

export interface PatientClock {
  (): number;
  /** Returns the longest work of the process in one turn, in milliseconds of CPU. */
  longestHoldMs(): number;
}

/**
 * Starts a clock that counts the turns of a timer, and returns the function that reads it, in milliseconds. While the
 * machine is busy, the timers of this process are late, and this clock with them. So the limits of a server in this
 * process hold by this clock on any machine. The clock also counts the time in which the process itself works and holds
 * the loop.
 */
export function startPatientClock(onEnd = onTestFinished): PatientClock {
  let ms = 0;
  let longest = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const worked = cpuMsSince(before);
    before = process.cpuUsage();
    longest = Math.max(longest, worked);
    ms += worked > holdMs ? worked : turnMs;
  }, turnMs);
  onEnd(() => clearInterval(timer));
  return Object.assign(() => ms, { longestHoldMs: () => longest });
}
