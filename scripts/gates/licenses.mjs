import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licensesFile } from '../third-party-licenses.mjs';
import { root } from '../workspace.mjs';

/**
 * Whether these packages contain the licences of all packages that are bundled into them. At least one package must
 * bundle another.
 */
export function areLicensed(names) {
  const found = names.flatMap((name) => {
    const dist = join(root, 'packages', name, 'dist');
    const scripts = readdirSync(dist, { recursive: true }).filter((file) => /\.c?js$/.test(file));
    const file = join(dist, licensesFile);
    const licenses = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return librariesIn(scripts.map((script) => readFileSync(join(dist, script), 'utf8'))).map(
      (library) => ({ name, library, isLicensed: isLicensed(library, licenses) }),
    );
  });
  for (const { name, library } of found.filter((one) => !one.isLicensed))
    console.error(`@parley/${name} contains ${library} without its licence`);
  return found.length > 0 && found.every((one) => one.isLicensed);
}

/** Reads the comments that esbuild writes above bundled files. */
export function librariesIn(scripts) {
  const module = /^\s*\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm;
  return [
    ...new Set(scripts.flatMap((text) => [...text.matchAll(module)].map(([, name]) => name))),
  ];
}

/** By a heading, and below it whose the copyright is. */
export function isLicensed(library, licenses) {
  const start = `\n${licenses}`.indexOf(`\n${library} `);
  if (start < 0) return false;
  const [, text = ''] = licenses.slice(start).split(/\n-{3,}\n/);
  return /copyright/i.test(text);
}
