// Measures the cost of importing a package, in new processes.
import { capture } from './processes.mjs';

const count = 5;

/** Returns the CPU milliseconds of importing this package in a project: the median of some processes. */
export async function importCost(project, name) {
  const script = `const before = process.cpuUsage();
    await import('${name}');
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1_000);`;
  const found = [];
  for (let run = 0; run < count; run += 1) {
    const args = ['--input-type=module', '-e', script];
    const { code, output } = await capture(process.execPath, args, { cwd: project });
    if (code !== 0) throw new Error(output);
    found.push(Number(output));
  }
  return found.sort((a, b) => a - b)[Math.floor(count / 2)];
}
