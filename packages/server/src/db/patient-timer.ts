const steps = 5;

/**
 * Calls the function after some milliseconds, unless the returned function is called before. If the process stands still
 * in this time, that counts as one of five steps. Meanwhile, answers wait on the connections, and Node runs the timers
 * that are due before it reads them.
 */
export function startPatientTimer(ms: number, callback: () => void): () => void {
  let left = steps;
  const next = () => {
    left -= 1;
    if (left < 0) callback();
    else timer = setTimeout(next, ms / steps);
  };
  left -= 1;
  let timer = setTimeout(next, ms / steps);
  return () => clearTimeout(timer);
}
