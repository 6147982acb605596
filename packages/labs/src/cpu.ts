/** Returns the CPU of this process per call, user and system, in microseconds. Calls run one after the other. */
export async function cpuMicros(call: () => PromiseLike<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
