import { spawnSync } from 'node:child_process';
import { medianOf } from '../../median.ts';

/** Returns the median time of a statement in new processes, in milliseconds; undefined when it fails. */
export function importMs(folder: string, statement: string, processes: number): number | undefined {
  const script = `const t = performance.now(); ${statement}; console.log(performance.now() - t);`;
  const times = Array.from({ length: processes }, () => {
    const args = ['--input-type=module', '-e', script];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return times.some(Number.isNaN) ? undefined : medianOf(times);
}
