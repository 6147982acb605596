// The programs that gates run, two at a time: these machines have two cores at least.
import { spawn } from 'node:child_process';

/** Runs the tasks two at a time; returns their results in order. */
export async function inPairs(tasks) {
  const results = [];
  const waiting = [...tasks.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      results[index] = await task();
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** Whether a trial passes, or is refused as it should be. An error fails it in both cases. Prints the result. */
export async function judge({ name, passes, fails, isSkipped }) {
  if (isSkipped) {
    console.log(`–      ${name}: does not exist`);
    return true;
  }
  const startedAt = performance.now();
  let isGood = false;
  try {
    isGood = passes ? await passes() : !(await fails());
  } catch (error) {
    console.error(error);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${fails ? 'refused: ' : ''}${name} (${seconds} s)`);
  return isGood;
}

/** Runs a program to its end. Returns its exit code and its output. */
export function capture(program, args, options = {}) {
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** True when the program exits with 0; prints its output when it does not. */
export async function runs(program, args, { print = console.error, ...options } = {}) {
  const { code, output } = await capture(program, args, options);
  if (code !== 0) print(output);
  return code === 0;
}

/** Installs the dependencies of the package.json in this folder. */
export async function installIn(folder) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    ...['install', '--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'],
    // The `engines` apply to the newest Node version in use, not to the installing one.
    ...['--prefer-offline', '--engine-strict=false'],
  ];
  const shell = process.platform === 'win32';
  if (!(await runs(npm, args, { cwd: folder, shell }))) {
    throw new Error(`npm install failed in ${folder}`);
  }
}
