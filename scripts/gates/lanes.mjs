// The order in which gates run at the same time.

/**
 * Runs these gates, as many at once as there are lanes, each after those that it needs. Returns those that failed, in the
 * order of their ends. A gate that needs one of them is skipped, and counts as failed.
 */
export async function inLanes(names, { lanes, needs }, run, print = console.log) {
  const waiting = new Set(names);
  const running = new Map();
  const failed = [];
  const start = async (name) => {
    if (!(await run(name))) failed.push(name);
    running.delete(name);
  };
  const hasEnded = (name) => !waiting.has(name) && !running.has(name);
  const neededBy = (name) => needs[name] ?? [];
  const isReady = (name) => neededBy(name).every(hasEnded);
  while (waiting.size > 0) {
    const next = running.size < lanes ? [...waiting].find(isReady) : undefined;
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.delete(next);
    const lost = neededBy(next).filter((name) => failed.includes(name));
    if (lost.length === 0) {
      running.set(next, start(next));
    } else {
      print(`skipped ${next}: ${lost.join(' and ')} failed`);
      failed.push(next);
    }
  }
  await Promise.all(running.values());
  return failed;
}
