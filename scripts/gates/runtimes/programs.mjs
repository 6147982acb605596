// Programs of other versions than those that run the gates: Node versions from the registry, and a browser if one is
// installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const browsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The dependencies that bring these Nodes into a project. */
export function nodeAliases(versions) {
  return Object.fromEntries(
    versions.map((version) => [`node-${version}`, `npm:node-${platform}@${version}`]),
  );
}

export function nodeOf(project, version) {
  const folder = join(project, 'node_modules', `node-${version}`, 'bin');
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Its path; undefined when it is not installed. */
export function browser() {
  const found = browsers.find((path) => path && existsSync(path));
  if (!found) console.log('no browser here: set CHROMIUM_PATH to the path of one');
  return found;
}
