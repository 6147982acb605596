import type { StartTimer } from '@parley/domain';

// A test may put the timers under its own control later.
const { setTimeout: start, clearTimeout: stop } = globalThis;

export const startRealTimer: StartTimer = (callback, ms) => {
  const timer = start(callback, ms);
  return () => stop(timer);
};
