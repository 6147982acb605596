import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { binOf, root } from '../workspace.mjs';

/** tsc for every project, two at a time. */
export async function checkTypes(folder = root, projects = projectsIn(folder)) {
  const waiting = [...projects];
  const results = [];
  const worker = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      results.push(await checkProject(folder, project));
    }
  };
  await Promise.all([worker(), worker()]);
  return results.length > 0 && results.every(Boolean);
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

async function checkProject(folder, project) {
  const { code, output } = await capture(
    [binOf('typescript', 'tsc'), '-p', project, '--listFiles'],
    folder,
  );
  const own = `${join(folder, dirname(project))}${sep}`;
  const lines = output.split('\n');
  const seen = lines.filter((line) => line.startsWith(own) && !line.includes('node_modules'));
  const errors = lines.filter(
    (line) => line && !/^(\/|[A-Z]:[\\/]).*\.(ts|mts|cts|json)$/.test(line),
  );
  for (const line of errors) console.error(line);
  if (seen.length === 0) console.error(`${project}: no file was checked`);
  return code === 0 && seen.length > 0;
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
