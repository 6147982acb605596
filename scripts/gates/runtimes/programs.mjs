// Programs of other versions than those that run the gates: Node versions from the registry, and a browser if one is
// installed.
import { join } from 'node:path';
import { browserPath } from '../../browsers.mjs';

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The Node that runs this is not installed again. */
const [own] = process.versions.node.split('.');

/** The dependencies that bring these Nodes into a project. */
export function nodeAliases(versions) {
  const others = versions.filter((version) => version !== own);
  return Object.fromEntries(
    others.map((version) => [`node-${version}`, `npm:node-${platform}@${version}`]),
  );
}

export function nodeOf(project, version) {
  if (version === own) return process.execPath;
  const folder = join(project, 'node_modules', `node-${version}`, 'bin');
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Returns the path of an installed browser; says that there is none when it is undefined. */
export function browser() {
  if (!browserPath) console.log('no browser here: set CHROMIUM_PATH to the path of one');
  return browserPath;
}
