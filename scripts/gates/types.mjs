import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, root } from '../workspace.mjs';
import { filesOfProject } from './files.mjs';
import { capture, inPairs } from './processes.mjs';

const everything = 'tsconfig.json';

/** Runs tsc over the whole project in one program, which reads every file once, and over the narrower projects beside it. */
export async function checkTypes() {
  const projects = [everything, ...narrowerProjects()];
  const [whole, ...narrower] = await inPairs(
    projects.map((project) => () => typeErrors(root, project)),
  );
  const errors = [
    ...[whole, ...narrower].flatMap((one) => one.errors),
    ...unseen(filesOfProject(), whole.seen),
  ];
  for (const error of new Set(errors)) console.error(error);
  return errors.length === 0;
}

/** Published sources as their users compile them: with declarations, and without Node's types where they run anywhere. */
function narrowerProjects() {
  const ofPackages = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/tsconfig.src.json`)
    .filter((project) => existsSync(join(root, project)));
  return ['tsconfig.portable.json', ...ofPackages];
}

/** Returns the errors of tsc in a project, and the files that it checked. A project without files is an error too. */
export async function typeErrors(folder, project) {
  // Four parallel checkers need twice the CPU time, because each checks the shared types again.
  const options = ['--singleThreaded', '--listFiles', '--pretty', 'false'];
  const args = [binOf('typescript-native', 'tsc'), '-p', project, ...options];
  const { code, output } = await capture(process.execPath, args, { cwd: folder });
  const lines = output.split('\n').filter(Boolean);
  const isListed = (line) => /^(\/|[A-Z]:[\\/]).*\.(tsx?|mts|cts|json)$/.test(line);
  const seen = lines.filter((line) => isListed(line) && !line.includes('node_modules'));
  const errors = lines.filter((line) => !isListed(line));
  if (seen.length === 0) errors.push(`${project}: no file was checked`);
  if (code !== 0 && errors.length === 0) errors.push(`${project}: tsc ended with ${code}`);
  return { seen, errors };
}

// Other gates compile these against the packed packages; the build itself loads the others, among them scripts without
// types.
const elsewhere = /^scripts\/gates\/(compatibility|consumers)\/|\/(tsup|vite)\.config\.ts$/;

/** Returns an error for every TypeScript file that tsc did not check. */
export function unseen(files, seen) {
  const known = new Set(seen.map((file) => file.replaceAll('\\', '/')));
  const base = root.replaceAll('\\', '/');
  return files
    .filter((file) => /\.([cm]?ts|tsx)$/.test(file) && !elsewhere.test(file))
    .filter((file) => !known.has(`${base}${file}`))
    .map((file) => `${file}: ${everything} leaves it out`);
}
