import { spawnSync } from 'node:child_process';

/** Returns the milliseconds that a statement takes in a new process, the best of some; undefined when it fails. */
export function importMs(folder: string, statement: string, processes: number): number | undefined {
  const script = `const t = performance.now(); ${statement}; console.log(performance.now() - t);`;
  const times = Array.from({ length: processes }, () => {
    const args = ['--input-type=module', '-e', script];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  const best = Math.min(...times);
  return Number.isNaN(best) ? undefined : best;
}
