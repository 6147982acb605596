// Event loops that work too long at a time. The time counts in CPU: on a busy machine, a process also waits for others.

/**
 * The longest time that the process worked between two turns of its loop, in milliseconds of CPU. Includes at most one
 * millisecond of the turns before: a look at each turn would keep a core busy while the work waits for a database.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  const look = () => {
    longest = Math.max(longest, cpuMsSince(before));
    before = process.cpuUsage();
  };
  const looking = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return Math.max(longest, cpuMsSince(before));
}

/** The CPU that synchronous work takes, in milliseconds. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return cpuMsSince(before);
}

/** The CPU that the process used since then, in milliseconds. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
