import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { binOf, root } from '../workspace.mjs';

/** tsc for every project, two at a time. */
export async function checkTypes() {
  const waiting = projectsIn(root);
  const found = new Set(waiting.length === 0 ? ['there is no project'] : []);
  const worker = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      for (const error of await typeErrors(root, project)) found.add(error);
    }
  };
  await Promise.all([worker(), worker()]);
  for (const error of found) console.error(error);
  return found.size === 0;
}

function projectsIn(folder) {
  const packages = readdirSync(join(folder, 'packages')).flatMap((name) => [
    `packages/${name}/tsconfig.json`,
    // The published sources once more, without Node's types: they run anywhere.
    `packages/${name}/tsconfig.src.json`,
  ]);
  return [...packages, 'examples/tsconfig.json', 'tsconfig.json'].filter((project) =>
    existsSync(join(folder, project)),
  );
}

/** What tsc says about a project; that it looked at no file is an error too. */
export async function typeErrors(folder, project) {
  const args = [binOf('typescript', 'tsc'), '-p', project, '--listFiles', '--pretty', 'false'];
  const { code, output } = await capture(args, folder);
  const own = `${join(folder, dirname(project))}${sep}`;
  const lines = output.split('\n').filter(Boolean);
  const isListed = (line) => /^(\/|[A-Z]:[\\/]).*\.(ts|mts|cts|json)$/.test(line);
  const seen = lines.filter((line) => line.startsWith(own) && !line.includes('node_modules'));
  if (!seen.some(isListed)) return [`${project}: no file was checked`];
  const errors = lines.filter((line) => !isListed(line));
  return code !== 0 && errors.length === 0 ? [`${project}: tsc ended with ${code}`] : errors;
}

function capture(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}
