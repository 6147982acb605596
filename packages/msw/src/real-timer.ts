import type { StartTimer } from '@parley/domain';

// Stores the real timers, because a test may replace them with fake ones later.
const { setTimeout: start, clearTimeout: stop } = globalThis;

export const startRealTimer: StartTimer = (callback, ms) => {
  const timer = start(callback, ms);
  return () => stop(timer);
};
