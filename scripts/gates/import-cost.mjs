// Measures the cost of importing a package, in new processes.
import { capture } from './processes.mjs';

const count = 5;

/**
 * Returns the CPU time of importing this package in a project, divided by that of the start of Node before it: the
 * median of some processes. It depends little on the speed of the machine and on other work there.
 */
export async function importCost(project, name) {
  const script = `const start = process.cpuUsage();
    await import('${name}');
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / (start.user + start.system));`;
  const found = [];
  for (let run = 0; run < count; run += 1) {
    const args = ['--input-type=module', '-e', script];
    const { code, output } = await capture(process.execPath, args, { cwd: project });
    if (code !== 0) throw new Error(output);
    found.push(Number(output));
  }
  return found.sort((a, b) => a - b)[Math.floor(count / 2)];
}
